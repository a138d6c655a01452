extension HCI {
    /// What a host sets and reads of BR/EDR, and what changes nothing on an air without BR/EDR devices.
    public enum ClassicSetting: CaseIterable, Hashable, Sendable {
        case acceptTimeout, accessCodes, authentication, classOfDevice, erroneousData, inquiryMode, inquiryResponse
        case inquiryScanActivity, inquiryScanType, linkPolicy, name, pageScanActivity, pageScanType, pageTimeout
        case scanEnable, secureConnections, simplePairing, voice
    }
}

extension HCI.ClassicSetting {
    static let reads = Dictionary(uniqueKeysWithValues: allCases.map { ($0.opcodes.read, $0) })
    static let writes = Dictionary(uniqueKeysWithValues: allCases.map { ($0.opcodes.write, $0) })

    private var opcodes: (read: HCI.Opcode, write: HCI.Opcode) {
        switch self {
        case .acceptTimeout: (.readAcceptTimeout, .writeAcceptTimeout)
        case .accessCodes: (.readAccessCodes, .writeAccessCodes)
        case .authentication: (.readAuthentication, .writeAuthentication)
        case .classOfDevice: (.readClass, .writeClass)
        case .erroneousData: (.readErroneousData, .writeErroneousData)
        case .inquiryMode: (.readInquiryMode, .writeInquiryMode)
        case .inquiryResponse: (.readInquiryResponse, .writeInquiryResponse)
        case .inquiryScanActivity: (.readInquiryScanActivity, .writeInquiryScanActivity)
        case .inquiryScanType: (.readInquiryScanType, .writeInquiryScanType)
        case .linkPolicy: (.readDefaultLinkPolicy, .writeDefaultLinkPolicy)
        case .name: (.readLocalName, .writeLocalName)
        case .pageScanActivity: (.readPageScanActivity, .writePageScanActivity)
        case .pageScanType: (.readPageScanType, .writePageScanType)
        case .pageTimeout: (.readPageTimeout, .writePageTimeout)
        case .scanEnable: (.readScanEnable, .writeScanEnable)
        case .secureConnections: (.readSecureConnections, .writeSecureConnections)
        case .simplePairing: (.readSimplePairing, .writeSimplePairing)
        case .voice: (.readVoiceSetting, .writeVoiceSetting)
        }
    }

    /// The value after a reset, as long as all others are: the defaults of volume 4, part E, section 6.
    var initial: [UInt8] {
        switch self {
        // 5.06 s and 5.12 s, in units of 0.625 ms.
        case .acceptTimeout: [0xA0, 0x1F]
        case .pageTimeout: [0x00, 0x20]
        // One code: that of general inquiries.
        case .accessCodes: [1, 0x33, 0x8B, 0x9E]
        case .classOfDevice: [0, 0, 0]
        case .inquiryResponse: [UInt8](repeating: 0, count: 241)
        // An interval of 2.56 s and 1.28 s, and a window of 11.25 ms.
        case .inquiryScanActivity: [0x00, 0x10, 0x12, 0x00]
        case .pageScanActivity: [0x00, 0x08, 0x12, 0x00]
        case .linkPolicy: [0, 0]
        case .name: [UInt8](repeating: 0, count: 248)
        case .voice: [0x60, 0x00]
        case .authentication, .erroneousData, .inquiryMode, .inquiryScanType, .pageScanType, .scanEnable,
            .secureConnections, .simplePairing:
            [0]
        }
    }
}
