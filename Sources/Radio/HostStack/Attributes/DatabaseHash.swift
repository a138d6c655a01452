import Bluetooth

/// The hash by which a client sees that a tag's attributes are those it knows.
///
/// Core Specification 5.4, volume 3, part G, section 7.3.1: declarations count with their values, descriptors without,
/// and characteristic values not at all.
enum DatabaseHash {
    static func value(of attributes: [Attribute]) -> UInt128 {
        AES128.cmac(message(of: attributes.map { ($0.handle, $0.type, $0.fixedValue ?? []) }), key: 0)
    }

    static func message(of entries: [(handle: UInt16, type: BluetoothUUID, value: [UInt8])]) -> [UInt8] {
        entries.flatMap { handle, type, value in
            switch type.short {
            case 0x2800, 0x2801, 0x2802, 0x2803, 0x2900: handle.littleEndianBytes + type.littleEndian + value
            case 0x2901, 0x2902, 0x2903, 0x2904, 0x2905: handle.littleEndianBytes + type.littleEndian
            default: [UInt8]()
            }
        }
    }
}
