extension HCI {
    /// Which command: a group of six bits above a field of ten.
    public struct Opcode: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt16

        public init(rawValue: UInt16) { self.rawValue = rawValue }

        /// The opcode group field.
        public var group: UInt16 { rawValue >> 10 }
        /// The opcode command field.
        public var field: UInt16 { rawValue & 0x3FF }

        fileprivate static func link(_ field: UInt16) -> Self { Self(rawValue: 1 << 10 | field) }
        fileprivate static func policy(_ field: UInt16) -> Self { Self(rawValue: 2 << 10 | field) }
        fileprivate static func baseband(_ field: UInt16) -> Self { Self(rawValue: 3 << 10 | field) }
        fileprivate static func information(_ field: UInt16) -> Self { Self(rawValue: 4 << 10 | field) }
        fileprivate static func state(_ field: UInt16) -> Self { Self(rawValue: 5 << 10 | field) }
        fileprivate static func le(_ field: UInt16) -> Self { Self(rawValue: 8 << 10 | field) }
    }
}

extension HCI.Opcode: CustomStringConvertible {
    /// Group and field in hexadecimal: `08|000c`.
    public var description: String {
        let field = String(field, radix: 16)
        return (group < 16 ? "0" : "") + String(group, radix: 16) + "|"
            + String(repeating: "0", count: 4 - field.count) + field
    }
}

extension HCI.Opcode {
    public static let inquiry = link(0x01)
    public static let cancelInquiry = link(0x02)
    public static let createConnection = link(0x05)
    public static let disconnect = link(0x06)
    public static let cancelConnection = link(0x08)
    public static let remoteName = link(0x19)
    public static let cancelRemoteName = link(0x1A)
    public static let readRemoteVersion = link(0x1D)

    public static let readDefaultLinkPolicy = policy(0x0E)
    public static let writeDefaultLinkPolicy = policy(0x0F)

    public static let setEventMask = baseband(0x01)
    public static let reset = baseband(0x03)
    public static let setEventFilter = baseband(0x05)
    public static let readStoredLinkKey = baseband(0x0D)
    public static let deleteStoredLinkKey = baseband(0x12)
    public static let writeLocalName = baseband(0x13)
    public static let readLocalName = baseband(0x14)
    public static let readAcceptTimeout = baseband(0x15)
    public static let writeAcceptTimeout = baseband(0x16)
    public static let readPageTimeout = baseband(0x17)
    public static let writePageTimeout = baseband(0x18)
    public static let readScanEnable = baseband(0x19)
    public static let writeScanEnable = baseband(0x1A)
    public static let readPageScanActivity = baseband(0x1B)
    public static let writePageScanActivity = baseband(0x1C)
    public static let readInquiryScanActivity = baseband(0x1D)
    public static let writeInquiryScanActivity = baseband(0x1E)
    public static let readAuthentication = baseband(0x1F)
    public static let writeAuthentication = baseband(0x20)
    public static let readClass = baseband(0x23)
    public static let writeClass = baseband(0x24)
    public static let readVoiceSetting = baseband(0x25)
    public static let writeVoiceSetting = baseband(0x26)
    public static let readTransmitPowerLevel = baseband(0x2D)
    public static let readAccessCodeCount = baseband(0x38)
    public static let readAccessCodes = baseband(0x39)
    public static let writeAccessCodes = baseband(0x3A)
    public static let readInquiryScanType = baseband(0x42)
    public static let writeInquiryScanType = baseband(0x43)
    public static let readInquiryMode = baseband(0x44)
    public static let writeInquiryMode = baseband(0x45)
    public static let readPageScanType = baseband(0x46)
    public static let writePageScanType = baseband(0x47)
    public static let readInquiryResponse = baseband(0x51)
    public static let writeInquiryResponse = baseband(0x52)
    public static let readSimplePairing = baseband(0x55)
    public static let writeSimplePairing = baseband(0x56)
    public static let readInquiryPower = baseband(0x58)
    public static let readErroneousData = baseband(0x5A)
    public static let writeErroneousData = baseband(0x5B)
    public static let setEventMaskPage2 = baseband(0x63)
    public static let writeLEHostSupport = baseband(0x6D)
    public static let readSecureConnections = baseband(0x79)
    public static let writeSecureConnections = baseband(0x7A)

    public static let readLocalVersion = information(0x01)
    public static let readLocalCommands = information(0x02)
    public static let readLocalFeatures = information(0x03)
    public static let readExtendedFeatures = information(0x04)
    public static let readBufferSize = information(0x05)
    public static let readAddress = information(0x09)

    public static let readRSSI = state(0x05)

    public static let leSetEventMask = le(0x01)
    public static let leReadBufferSize = le(0x02)
    public static let leReadLocalFeatures = le(0x03)
    public static let leSetRandomAddress = le(0x05)
    public static let leSetAdvertisingParameters = le(0x06)
    public static let leReadAdvertisingPower = le(0x07)
    public static let leSetAdvertisingData = le(0x08)
    public static let leSetScanResponseData = le(0x09)
    public static let leSetAdvertisingEnable = le(0x0A)
    public static let leSetScanParameters = le(0x0B)
    public static let leSetScanEnable = le(0x0C)
    public static let leCreateConnection = le(0x0D)
    public static let leCancelConnection = le(0x0E)
    public static let leReadAcceptListSize = le(0x0F)
    public static let leClearAcceptList = le(0x10)
    public static let leAddToAcceptList = le(0x11)
    public static let leRemoveFromAcceptList = le(0x12)
    public static let leUpdateConnection = le(0x13)
    public static let leSetHostChannels = le(0x14)
    public static let leReadChannelMap = le(0x15)
    public static let leReadRemoteFeatures = le(0x16)
    public static let leEncrypt = le(0x17)
    public static let leRandom = le(0x18)
    public static let leStartEncryption = le(0x19)
    public static let leKeyReply = le(0x1A)
    public static let leKeyNegativeReply = le(0x1B)
    public static let leReadSupportedStates = le(0x1C)
    public static let leSetDataLength = le(0x22)
    public static let leReadDefaultDataLength = le(0x23)
    public static let leWriteDefaultDataLength = le(0x24)
    public static let leAddToResolvingList = le(0x27)
    public static let leRemoveFromResolvingList = le(0x28)
    public static let leClearResolvingList = le(0x29)
    public static let leReadResolvingListSize = le(0x2A)
    public static let leReadPeerResolvableAddress = le(0x2B)
    public static let leReadLocalResolvableAddress = le(0x2C)
    public static let leSetAddressResolution = le(0x2D)
    public static let leSetPrivateAddressTimeout = le(0x2E)
    public static let leReadMaximumDataLength = le(0x2F)
    public static let leReadPHY = le(0x30)
    public static let leSetDefaultPHY = le(0x31)
    public static let leSetPHY = le(0x32)
    public static let leSetAdvertisingSetAddress = le(0x35)
    public static let leSetExtendedAdvertisingParameters = le(0x36)
    public static let leSetExtendedAdvertisingData = le(0x37)
    public static let leSetExtendedScanResponseData = le(0x38)
    public static let leSetExtendedAdvertisingEnable = le(0x39)
    public static let leReadMaximumAdvertisingLength = le(0x3A)
    public static let leReadAdvertisingSetCount = le(0x3B)
    public static let leRemoveAdvertisingSet = le(0x3C)
    public static let leClearAdvertisingSets = le(0x3D)
    public static let leSetExtendedScanParameters = le(0x41)
    public static let leSetExtendedScanEnable = le(0x42)
    public static let leExtendedCreateConnection = le(0x43)
    public static let leReadTransmitPower = le(0x4B)
    public static let leSetPrivacyMode = le(0x4E)
}

extension HCI.Opcode {
    /// Whether the command is answered by a status at once and by an event of its own later.
    var isAnsweredByStatus: Bool { Self.withStatus.contains(self) }

    /// Whether a command to advertise, scan or connect is an extended one; nil for all other commands.
    var isExtended: Bool? { Self.extended.contains(self) ? true : Self.legacy.contains(self) ? false : nil }

    private static let legacy: Set<Self> = [
        .leSetAdvertisingParameters, .leReadAdvertisingPower, .leSetAdvertisingData, .leSetScanResponseData,
        .leSetAdvertisingEnable, .leSetScanParameters, .leSetScanEnable, .leCreateConnection,
    ]

    private static let extended: Set<Self> = [
        .leSetAdvertisingSetAddress, .leSetExtendedAdvertisingParameters, .leSetExtendedAdvertisingData,
        .leSetExtendedScanResponseData, .leSetExtendedAdvertisingEnable, .leReadMaximumAdvertisingLength,
        .leReadAdvertisingSetCount, .leRemoveAdvertisingSet, .leClearAdvertisingSets, .leSetExtendedScanParameters,
        .leSetExtendedScanEnable, .leExtendedCreateConnection,
    ]

    private static let withStatus: Set<Self> = [
        .inquiry, .createConnection, .remoteName, .disconnect, .readRemoteVersion, .leCreateConnection,
        .leExtendedCreateConnection, .leUpdateConnection, .leReadRemoteFeatures, .leStartEncryption, .leSetPHY,
    ]
}
