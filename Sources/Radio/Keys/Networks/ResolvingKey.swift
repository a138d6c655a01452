public import Bluetooth
import Cryptography

/// An identity resolving key (IRK).
///
/// Core Specification 5.4, volume 6, part B, section 1.3.2.3, and volume 3, part H, section 2.2.2.
public struct ResolvingKey: Hashable, Sendable {
    /// 16 bytes, in either order: programs write the first byte of the specification first, or last as on the air.
    public let bytes: [UInt8]

    /// A key; nil where it has not 16 bytes or is 0.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == 16, bytes.contains(where: { $0 != 0 }) else { return nil }
        self.bytes = bytes
    }

    /// Whether a private address was made with the key; a strange one is in one of eight million cases.
    public func resolves(_ address: BluetoothAddress) -> Bool {
        guard address.bits >> 46 == 0b01 else { return false }
        return hash(of: address, bytes) || hash(of: address, bytes.reversed())
    }

    private func hash(of address: BluetoothAddress, _ key: [UInt8]) -> Bool {
        let random = (3..<6).reversed().map { UInt8(truncatingIfNeeded: address.bits >> (8 * $0)) }
        let hash = BlockCipher.encrypt([UInt8](repeating: 0, count: 13) + random, key: key).suffix(3)
        return hash.reduce(0) { $0 << 8 | UInt64($1) } == address.bits & 0xFF_FFFF
    }
}
