extension HCI {
    /// Commands about listening for advertisements, legacy and extended.
    public enum ScanCommand: Hashable, Sendable {
        case setParameters(ScanParameters)
        case enable(ScanEnable)
        case disable
    }

    /// How to listen.
    public struct ScanParameters: Hashable, Sendable {
        /// How, with each PHY that is listened to.
        public var slices: [LinkPHY: ScanSlice] = [.basic: ScanSlice()]
        public var ownAddress = OwnAddress.publicAddress
        public var usesAcceptList = false
    }

    /// How to listen with one PHY.
    public struct ScanSlice: Hashable, Sendable {
        /// Whether to ask advertisers for their scan response.
        public var isActive = false
        /// The slice of time for each channel, and how much of it to listen, both in units of 0.625 ms.
        public var interval: UInt16 = 0x10, window: UInt16 = 0x10
    }

    /// For how long to listen, and what to leave out.
    public struct ScanEnable: Hashable, Sendable {
        public var filtersDuplicates: Bool
        /// In units of 10 ms; 0 is for ever.
        public var duration: UInt16 = 0
        /// Whether the host used the extended command, and so gets extended reports.
        public var isExtended = false
    }

    /// Which of its own addresses the controller is to use.
    public enum OwnAddress: UInt8, Hashable, Sendable {
        case publicAddress = 0
        case randomAddress = 1
        case resolvableOrPublic = 2
        case resolvableOrRandom = 3

        var isRandom: Bool { rawValue & 1 == 1 }
    }
}

extension HCI.ScanCommand {
    static func read(_ opcode: HCI.Opcode, _ reader: inout HCI.Reader) throws(HCI.Status) -> HCI.Command? {
        switch opcode {
        case .leSetScanParameters: return .scan(.setParameters(try legacyParameters(&reader)))
        case .leSetExtendedScanParameters: return .scan(.setParameters(try extendedParameters(&reader)))
        case .leSetScanEnable: return .scan(try legacyEnable(&reader))
        case .leSetExtendedScanEnable: return .scan(try extendedEnable(&reader))
        default: return nil
        }
    }

    private static func legacyParameters(_ reader: inout HCI.Reader) throws(HCI.Status) -> HCI.ScanParameters {
        var parameters = HCI.ScanParameters(slices: [.basic: try slice(&reader, longest: 0x4000)])
        parameters.ownAddress = try reader.ownAddress()
        parameters.usesAcceptList = try reader.number(in: UInt8(0)...3) & 1 == 1
        return parameters
    }

    private static func extendedParameters(_ reader: inout HCI.Reader) throws(HCI.Status) -> HCI.ScanParameters {
        let own = try reader.ownAddress()
        let policy = try reader.number(in: UInt8(0)...3)
        let mask = try reader.number(UInt8.self)
        // Nobody advertises with LE 2M on the primary channels.
        guard mask & ~(LinkPHY.basic.mask | LinkPHY.coded.mask) == 0 else { throw .unsupportedFeature }
        guard mask != 0 else { throw .invalidParameters }
        var parameters = HCI.ScanParameters(slices: [:])
        for phy in [LinkPHY.basic, .coded] where mask & phy.mask != 0 {
            parameters.slices[phy] = try slice(&reader, longest: .max)
        }
        parameters.ownAddress = own
        parameters.usesAcceptList = policy & 1 == 1
        return parameters
    }

    private static func slice(_ reader: inout HCI.Reader, longest: UInt16) throws(HCI.Status) -> HCI.ScanSlice {
        let isActive = try reader.flag()
        let interval = try reader.number(in: 4...longest)
        return HCI.ScanSlice(isActive: isActive, interval: interval, window: try reader.number(in: 4...interval))
    }

    private static func legacyEnable(_ reader: inout HCI.Reader) throws(HCI.Status) -> Self {
        // What filter there is does not matter to a scan that ends.
        guard try reader.flag() else { return try disable(&reader, ignoring: 1) }
        return .enable(HCI.ScanEnable(filtersDuplicates: try reader.flag()))
    }

    private static func extendedEnable(_ reader: inout HCI.Reader) throws(HCI.Status) -> Self {
        guard try reader.flag() else { return try disable(&reader, ignoring: 5) }
        let filters = try reader.number(in: UInt8(0)...2)
        let duration = try reader.number(UInt16.self)
        let period = try reader.number(UInt16.self)
        // Without a duration, in units of 10 ms, a period, in units of 1.28 s, says nothing.
        let isRepeated = duration > 0 && period > 0
        guard isRepeated || filters < 2, !isRepeated || Int(duration) < Int(period) * 128 else {
            throw .invalidParameters
        }
        // A period would repeat the scan; without one the duration ends it.
        guard !isRepeated else { throw .unsupportedFeature }
        return .enable(HCI.ScanEnable(filtersDuplicates: filters > 0, duration: duration, isExtended: true))
    }

    private static func disable(_ reader: inout HCI.Reader, ignoring count: Int) throws(HCI.Status) -> Self {
        _ = try reader.bytes(count)
        return .disable
    }
}

extension HCI.Reader {
    mutating func ownAddress() throws(HCI.Status) -> HCI.OwnAddress {
        guard let own = HCI.OwnAddress(rawValue: try number()) else { throw .invalidParameters }
        return own
    }
}
