import Bluetooth

/// An identity resolving key (IRK): who has it recognises the private addresses made with it.
///
/// Core Specification 5.4, volume 6, part B, section 1.3.2.2.
public struct IdentityKey: Hashable, Sendable {
    /// The key as a number: its bit 127 is the first bit as the specification writes it.
    public var value: UInt128

    public init(_ value: UInt128) { self.value = value }

    /// A new key.
    public init(using generator: inout some RandomNumberGenerator) { value = generator.number128() }

    /// A new resolvable private address.
    public func address(using generator: inout some RandomNumberGenerator) -> DeviceAddress {
        // The 22 random bits are neither all zeros nor all ones.
        let random = UInt32.random(in: 1..<0x3F_FFFF, using: &generator) | 0b01 << 22
        let bits = UInt64(random) << 24 | UInt64(LegacyPairing.ah(value, random))
        return DeviceAddress(BluetoothAddress(bits: bits), .random)
    }

    /// Whether an address was made with this key.
    public func resolves(_ address: DeviceAddress) -> Bool {
        guard address.isResolvable, value != 0 else { return false }
        let random = UInt32(truncatingIfNeeded: address.address.bits >> 24)
        return LegacyPairing.ah(value, random) == UInt32(truncatingIfNeeded: address.address.bits) & 0xFF_FFFF
    }
}
