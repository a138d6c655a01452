public import Bluetooth

/// An address with its kind, as the security functions and the link layer take it.
public struct DeviceAddress: Hashable, Sendable {
    /// Whether an address is registered or made up: Core Specification 5.4, volume 6, part B, section 1.3.
    public enum Kind: UInt8, Hashable, Sendable {
        case `public` = 0
        case random = 1
    }

    public var address: BluetoothAddress
    public var kind: Kind

    public init(_ address: BluetoothAddress, _ kind: Kind) {
        self.address = address
        self.kind = kind
    }

    /// Whether a random address is meant to stay until the next start.
    public var isStatic: Bool { kind == .random && address.bits >> 46 == 0b11 }

    /// Whether it can be resolved by whoever has the identity resolving key.
    public var isResolvable: Bool { kind == .random && address.bits >> 46 == 0b01 }

    /// Whether it can stand for a device for good: public or static.
    public var isIdentity: Bool { kind == .public || isStatic }

    /// A static random address drawn from a generator.
    public static func randomStatic(using generator: inout some RandomNumberGenerator) -> DeviceAddress {
        // The random part is neither all zeros nor all ones.
        let part = UInt64.random(in: 1..<0x3FFF_FFFF_FFFF, using: &generator)
        return DeviceAddress(BluetoothAddress(bits: part | 0b11 << 46), .random)
    }

    /// Seven bytes, the kind and the highest byte first.
    var bigEndian: [UInt8] { [kind.rawValue] + Array(address.bits.bigEndianBytes.suffix(6)) }

    /// Seven bytes as they travel: the kind, then the lowest byte.
    var wireBytes: [UInt8] { [kind.rawValue] + Array(address.bits.littleEndianBytes.prefix(6)) }
}
