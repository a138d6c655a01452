public import Bluetooth

extension HCI {
    /// Commands of BR/EDR, which a dual-mode controller answers: Core Specification, volume 4, part E, 7.1 to 7.4.
    public enum ClassicCommand: Hashable, Sendable {
        /// Look for devices, for so many times 1.28 s.
        case inquire(length: UInt8)
        case cancelInquiry
        /// Connect to a device.
        case page(BluetoothAddress)
        case cancelPage(BluetoothAddress)
        case askName(BluetoothAddress)
        case cancelName(BluetoothAddress)
        case read(ClassicSetting)
        case write(ClassicSetting, [UInt8])
        case readFeatures(page: UInt8)
        case readStoredKeys
        case deleteStoredKeys
        case readInquiryPower
        case readAccessCodeCount
        case setEventFilter
    }
}

extension HCI.ClassicCommand {
    static func read(_ opcode: HCI.Opcode, _ reader: inout HCI.Reader) throws(HCI.Status) -> HCI.Command? {
        if let setting = HCI.ClassicSetting.reads[opcode] { return .classic(.read(setting)) }
        if let setting = HCI.ClassicSetting.writes[opcode] {
            return .classic(.write(setting, try reader.value(of: setting)))
        }
        switch opcode {
        case .inquiry: return .classic(.inquire(length: try reader.inquiryLength()))
        case .cancelInquiry: return .classic(.cancelInquiry)
        case .createConnection: return .classic(.page(try reader.address(andMore: 7)))
        case .cancelConnection: return .classic(.cancelPage(try reader.address()))
        case .remoteName: return .classic(.askName(try reader.address(andMore: 4)))
        case .cancelRemoteName: return .classic(.cancelName(try reader.address()))
        case .readExtendedFeatures: return .classic(.readFeatures(page: try reader.number()))
        case .readStoredLinkKey: return .classic(try reader.storedKeys(.readStoredKeys))
        case .deleteStoredLinkKey: return .classic(try reader.storedKeys(.deleteStoredKeys))
        case .readInquiryPower: return .classic(.readInquiryPower)
        case .readAccessCodeCount: return .classic(.readAccessCodeCount)
        case .setEventFilter: return .classic(try reader.eventFilter())
        default: return nil
        }
    }
}

extension HCI.Reader {
    /// An address, and what else a command to a device says: packet types, page scan mode, clock offset.
    fileprivate mutating func address(andMore count: Int) throws(HCI.Status) -> BluetoothAddress {
        let address = try address()
        _ = try bytes(count)
        return address
    }

    fileprivate mutating func inquiryLength() throws(HCI.Status) -> UInt8 {
        let code = try number(UInt32.self, octets: 3)
        guard (0x9E_8B00...0x9E_8B3F).contains(code) else { throw .invalidParameters }
        let length = try number(in: UInt8(1)...0x30)
        // How many answers are enough.
        _ = try number(UInt8.self)
        return length
    }

    fileprivate mutating func storedKeys(_ command: HCI.ClassicCommand) throws(HCI.Status) -> HCI.ClassicCommand {
        _ = try address()
        // Of all devices, not of this one alone.
        _ = try flag()
        return command
    }

    /// A filter for what nobody says here: none, of inquiries, or of connections, by all, class or address.
    fileprivate mutating func eventFilter() throws(HCI.Status) -> HCI.ClassicCommand {
        let kind = try number(in: UInt8(0)...2)
        guard kind > 0 else { return .setEventFilter }
        let condition = try number(in: UInt8(0)...2)
        // A filter of connections also tells whether to accept them.
        _ = try bytes((condition > 0 ? 6 : 0) + (kind == 2 ? 1 : 0))
        return .setEventFilter
    }

    fileprivate mutating func value(of setting: HCI.ClassicSetting) throws(HCI.Status) -> [UInt8] {
        guard setting == .accessCodes else { return try bytes(setting.initial.count) }
        let count = try number(in: UInt8(1)...64)
        return [count] + (try bytes(3 * Int(count)))
    }
}
