public import Bluetooth
public import Tracking

/// An iBeacon: always the same three numbers, and nothing to connect to.
public struct IBeacon: TagPart {
    public var uuid: BluetoothUUID
    public var major: UInt16
    public var minor: UInt16
    /// RSSI at a metre, in dBm.
    public var power: Int8

    public init(uuid: BluetoothUUID, major: UInt16, minor: UInt16, power: Int8 = -59) {
        (self.uuid, self.major, self.minor, self.power) = (uuid, major, minor, power)
    }

    public func advertisement(at now: Timestamp) -> Advertisement? {
        var frame: [UInt8] = [0x02, 0x15]
        frame += whole.reversed()
        frame += [UInt8(major >> 8), UInt8(major & 0xFF), UInt8(minor >> 8), UInt8(minor & 0xFF)]
        frame.append(UInt8(bitPattern: power))
        return Advertisement(manufacturerData: [IBeaconFrame.company: frame])
    }

    /// All sixteen bytes, the lowest first, of an assigned number too.
    private var whole: [UInt8] {
        guard let short = uuid.short else { return uuid.littleEndian }
        // The Bluetooth base UUID: Core Specification 5.4, volume 3, part B, section 2.5.1.
        return [0xFB, 0x34, 0x9B, 0x5F, 0x80, 0, 0, 0x80, 0, 0x10, 0, 0, UInt8(short & 0xFF), UInt8(short >> 8), 0, 0]
    }
}
