public import Bluetooth

extension HCI {
    /// Commands about the host's own advertisements, legacy (which are set 0) and extended.
    public enum AdvertisingCommand: Hashable, Sendable {
        case setParameters(AdvertisingParameters)
        case setData(set: UInt8, AdvertisingData)
        case setScanResponse(set: UInt8, AdvertisingData)
        case setAddress(set: UInt8, BluetoothAddress)
        /// Sets to start.
        case enable([AdvertisingEnable])
        /// Sets to stop; none means all.
        case disable([UInt8])
        case remove(set: UInt8)
        case clear
        case readMaximumLength
        case readSetCount
    }

    /// What to advertise, and how often.
    public struct AdvertisingParameters: Hashable, Sendable {
        public var set: UInt8
        /// Whether the command was the legacy one, which creates no set and returns no power.
        public var isLegacy: Bool
        public var kind: AdvertisingKind
        /// In units of 0.625 ms.
        public var interval: UInt32
        public var ownAddress: OwnAddress
        /// One bit a channel: 37, 38, 39.
        public var channels: UInt8
        /// Directed at high duty: it ends after 1.28 s.
        public var isHighDuty = false
        /// Whom a directed advertisement is for.
        public var target: LinkAddress?
        /// The form of an extended advertisement; nil for a legacy one.
        public var extended: ExtendedAdvertising?
    }

    /// A piece of advertising data: the whole, or one of several commands.
    public struct AdvertisingData: Hashable, Sendable {
        /// What the bytes are: the operation of volume 4, part E, section 7.8.54.
        public enum Operation: UInt8, Hashable, Sendable {
            case middle = 0
            case first = 1
            case last = 2
            case whole = 3
            /// The data stay, and count as new ones.
            case unchanged = 4
        }

        public var operation = Operation.whole
        public var bytes: [UInt8]

        /// Whether it is neither the whole data nor "unchanged".
        var isPiece: Bool { [.first, .middle, .last].contains(operation) }
    }

    /// A set to start.
    public struct AdvertisingEnable: Hashable, Sendable {
        public var set: UInt8
        /// In units of 10 ms; 0 is for ever.
        public var duration: UInt16
        /// Advertising events after which it ends; 0 is for ever.
        public var eventLimit: UInt8 = 0
    }
}

extension HCI.AdvertisingCommand {
    static func read(_ opcode: HCI.Opcode, _ reader: inout HCI.Reader) throws(HCI.Status) -> HCI.Command? {
        switch opcode {
        case .leSetAdvertisingParameters: return .advertise(.setParameters(try reader.legacyAdvertising()))
        case .leSetAdvertisingData: return .advertise(.setData(set: 0, try reader.legacyAdvertisingData()))
        case .leSetScanResponseData: return .advertise(.setScanResponse(set: 0, try reader.legacyAdvertisingData()))
        case .leSetAdvertisingEnable:
            let start = HCI.AdvertisingEnable(set: 0, duration: 0)
            return .advertise(try reader.flag() ? .enable([start]) : .disable([0]))
        case .leSetExtendedAdvertisingParameters: return .advertise(.setParameters(try reader.extendedAdvertising()))
        case .leSetExtendedAdvertisingData:
            return .advertise(.setData(set: try reader.advertisingSet(), try reader.extendedAdvertisingData()))
        case .leSetExtendedScanResponseData:
            let set = try reader.advertisingSet()
            return .advertise(.setScanResponse(set: set, try reader.extendedAdvertisingData(mayStay: false)))
        case .leSetExtendedAdvertisingEnable: return .advertise(try reader.extendedAdvertisingEnable())
        case .leSetAdvertisingSetAddress:
            return .advertise(.setAddress(set: try reader.advertisingSet(), try reader.address()))
        case .leRemoveAdvertisingSet: return .advertise(.remove(set: try reader.advertisingSet()))
        case .leClearAdvertisingSets: return .advertise(.clear)
        case .leReadMaximumAdvertisingLength: return .advertise(.readMaximumLength)
        case .leReadAdvertisingSetCount: return .advertise(.readSetCount)
        default: return nil
        }
    }
}
