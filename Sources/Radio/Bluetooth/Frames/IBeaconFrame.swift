/// An iBeacon: manufacturer data of Apple, `02 15`, UUID, major, minor, power.
public struct IBeaconFrame: Hashable, Sendable {
    public var uuid: BluetoothUUID
    public var major: UInt16
    public var minor: UInt16
    /// RSSI at a metre, in dBm.
    public var power: Int

    /// Apple's assigned number.
    public static let company: UInt16 = 0x004C

    /// Reads the data behind the company's number; nil for anything else.
    public init?(_ data: [UInt8]) {
        guard data.count == 23, data[0] == 0x02, data[1] == 0x15,
            let uuid = BluetoothUUID(littleEndian: data[2..<18].reversed())
        else { return nil }
        self.uuid = uuid
        major = data.bigEndian16(at: 18)
        minor = data.bigEndian16(at: 20)
        power = Int(Int8(bitPattern: data[22]))
    }
}

extension [UInt8] {
    /// Two bytes as a number; the caller has seen that they are there.
    func bigEndian16(at offset: Int) -> UInt16 { UInt16(self[offset]) << 8 | UInt16(self[offset + 1]) }

    /// Four bytes as a number; the caller has seen that they are there.
    func bigEndian32(at offset: Int) -> UInt32 {
        UInt32(bigEndian16(at: offset)) << 16 | UInt32(bigEndian16(at: offset + 2))
    }
}
