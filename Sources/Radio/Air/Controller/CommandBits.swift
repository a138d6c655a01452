/// Where the Core Specification, volume 4 part E 6.27, marks each supported command: octet and bit.
enum CommandBits {
    typealias Table = [HCI.Opcode: (octet: Int, bit: Int)]

    static let common: Table = [
        .disconnect: (0, 5), .readRemoteVersion: (2, 7), .setEventMask: (5, 6), .reset: (5, 7),
        .readTransmitPowerLevel: (10, 2), .readLocalVersion: (14, 3), .readLocalCommands: (14, 4),
        .readLocalFeatures: (14, 5), .readBufferSize: (14, 7), .readAddress: (15, 1), .readRSSI: (15, 5),
        .setEventMaskPage2: (22, 2), .writeLEHostSupport: (24, 6),
        .leSetEventMask: (25, 0), .leReadBufferSize: (25, 1), .leReadLocalFeatures: (25, 2),
        .leSetRandomAddress: (25, 4), .leSetAdvertisingParameters: (25, 5), .leReadAdvertisingPower: (25, 6),
        .leSetAdvertisingData: (25, 7),
        .leSetScanResponseData: (26, 0), .leSetAdvertisingEnable: (26, 1), .leSetScanParameters: (26, 2),
        .leSetScanEnable: (26, 3), .leCreateConnection: (26, 4), .leCancelConnection: (26, 5),
        .leReadAcceptListSize: (26, 6), .leClearAcceptList: (26, 7),
        .leAddToAcceptList: (27, 0), .leRemoveFromAcceptList: (27, 1), .leUpdateConnection: (27, 2),
        .leSetHostChannels: (27, 3), .leReadChannelMap: (27, 4), .leReadRemoteFeatures: (27, 5), .leRandom: (27, 7),
        .leStartEncryption: (28, 0), .leKeyReply: (28, 1), .leKeyNegativeReply: (28, 2),
        .leReadSupportedStates: (28, 3),
        .leAddToResolvingList: (34, 3), .leRemoveFromResolvingList: (34, 4), .leClearResolvingList: (34, 5),
        .leReadResolvingListSize: (34, 6), .leReadPeerResolvableAddress: (34, 7),
        .leReadLocalResolvableAddress: (35, 0), .leSetAddressResolution: (35, 1),
        .leSetPrivateAddressTimeout: (35, 2),
    ]

    static let extended: Table = [
        .leSetDataLength: (33, 6), .leReadDefaultDataLength: (33, 7), .leWriteDefaultDataLength: (34, 0),
        .leReadMaximumDataLength: (35, 3), .leReadPHY: (35, 4), .leSetDefaultPHY: (35, 5), .leSetPHY: (35, 6),
        .leSetAdvertisingSetAddress: (36, 1), .leSetExtendedAdvertisingParameters: (36, 2),
        .leSetExtendedAdvertisingData: (36, 3), .leSetExtendedScanResponseData: (36, 4),
        .leSetExtendedAdvertisingEnable: (36, 5), .leReadMaximumAdvertisingLength: (36, 6),
        .leReadAdvertisingSetCount: (36, 7),
        .leRemoveAdvertisingSet: (37, 0), .leClearAdvertisingSets: (37, 1), .leSetExtendedScanParameters: (37, 5),
        .leSetExtendedScanEnable: (37, 6), .leExtendedCreateConnection: (37, 7), .leReadTransmitPower: (38, 7),
    ]

    /// What a dual-mode controller understands besides.
    static let classic: Table = [
        .inquiry: (0, 0), .cancelInquiry: (0, 1), .createConnection: (0, 4), .cancelConnection: (0, 7),
        .remoteName: (2, 3), .cancelRemoteName: (2, 4), .readDefaultLinkPolicy: (5, 3),
        .writeDefaultLinkPolicy: (5, 4), .setEventFilter: (6, 0), .readStoredLinkKey: (6, 5),
        .deleteStoredLinkKey: (6, 7),
        .writeLocalName: (7, 0), .readLocalName: (7, 1), .readAcceptTimeout: (7, 2), .writeAcceptTimeout: (7, 3),
        .readPageTimeout: (7, 4), .writePageTimeout: (7, 5), .readScanEnable: (7, 6), .writeScanEnable: (7, 7),
        .readPageScanActivity: (8, 0), .writePageScanActivity: (8, 1), .readInquiryScanActivity: (8, 2),
        .writeInquiryScanActivity: (8, 3), .readAuthentication: (8, 4), .writeAuthentication: (8, 5),
        .readClass: (9, 0), .writeClass: (9, 1), .readVoiceSetting: (9, 2), .writeVoiceSetting: (9, 3),
        .readAccessCodeCount: (11, 2), .readAccessCodes: (11, 3), .writeAccessCodes: (11, 4),
        .readInquiryScanType: (12, 4), .writeInquiryScanType: (12, 5), .readInquiryMode: (12, 6),
        .writeInquiryMode: (12, 7), .readPageScanType: (13, 0), .writePageScanType: (13, 1),
        .readExtendedFeatures: (14, 6), .readInquiryResponse: (17, 0), .writeInquiryResponse: (17, 1),
        .readSimplePairing: (17, 5), .writeSimplePairing: (17, 6), .readInquiryPower: (18, 0),
        .readErroneousData: (18, 2), .writeErroneousData: (18, 3), .readSecureConnections: (32, 2),
        .writeSecureConnections: (32, 3),
    ]

    static let cipher: Table = [.leEncrypt: (27, 6), .leSetPrivacyMode: (39, 2)]
}
