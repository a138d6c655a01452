public import Bluetooth

extension HCI {
    /// Commands about the controller as a whole.
    public enum DeviceCommand: Hashable, Sendable {
        case reset
        case setEventMask(UInt64)
        case setEventMaskPage2(UInt64)
        case setLEEventMask(UInt64)
        case writeLEHostSupport(Bool)
        case readVersion
        case readCommands
        case readFeatures
        case readBufferSize
        case readAddress
        case readLEBufferSize
        case readLEFeatures
        case readStates
        case setRandomAddress(BluetoothAddress)
        case readAdvertisingPower
        case readTransmitPower
        case setHostChannels
        /// Key and plaintext, last byte first as the specification's cipher counts them.
        case encrypt(key: [UInt8], plaintext: [UInt8])
        case random
        case readDefaultDataLength
        case writeDefaultDataLength(DataLength)
        case readMaximumDataLength
        case setDefaultPHY(PHYWish)
    }
}

extension HCI.DeviceCommand {
    private static let plain: [HCI.Opcode: Self] = [
        .reset: .reset, .readLocalVersion: .readVersion, .readLocalCommands: .readCommands,
        .readLocalFeatures: .readFeatures, .readBufferSize: .readBufferSize, .readAddress: .readAddress,
        .leReadBufferSize: .readLEBufferSize, .leReadLocalFeatures: .readLEFeatures,
        .leReadSupportedStates: .readStates, .leReadAdvertisingPower: .readAdvertisingPower,
        .leReadTransmitPower: .readTransmitPower, .leRandom: .random,
        .leReadDefaultDataLength: .readDefaultDataLength, .leReadMaximumDataLength: .readMaximumDataLength,
    ]

    static func read(_ opcode: HCI.Opcode, _ reader: inout HCI.Reader) throws(HCI.Status) -> HCI.Command? {
        if let command = plain[opcode] { return .device(command) }
        switch opcode {
        case .setEventMask: return .device(.setEventMask(try reader.number()))
        case .setEventMaskPage2: return .device(.setEventMaskPage2(try reader.number()))
        case .leSetEventMask: return .device(.setLEEventMask(try reader.number()))
        case .leSetRandomAddress: return .device(.setRandomAddress(try reader.address()))
        case .writeLEHostSupport:
            let isOn = try reader.flag()
            // That both may work at the same time, which is said by nothing any more.
            _ = try reader.bytes(1)
            return .device(.writeLEHostSupport(isOn))
        case .leSetHostChannels:
            _ = try reader.bytes(5)
            return .device(.setHostChannels)
        case .leSetDefaultPHY:
            // For changes that a peer begins, which no tag does.
            return .device(.setDefaultPHY(try reader.phyWish()))
        case .leEncrypt: return .device(.encrypt(key: try reader.bytes(16), plaintext: try reader.bytes(16)))
        case .leWriteDefaultDataLength: return .device(.writeDefaultDataLength(try reader.dataLength()))
        default: return nil
        }
    }
}

extension HCI.Reader {
    /// Octets and microseconds, within what the specification allows.
    mutating func dataLength() throws(HCI.Status) -> DataLength {
        DataLength(octets: try number(in: 27...251), microseconds: try number(in: 328...17_040))
    }
}
