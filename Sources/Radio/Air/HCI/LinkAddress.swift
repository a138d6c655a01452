public import Bluetooth

/// An address with its type, as the link layer tells devices apart.
public struct LinkAddress: Hashable, Sendable {
    /// The 48 bits.
    public let address: BluetoothAddress
    /// Whether the device chose the address itself: static, or private for a while.
    public let isRandom: Bool

    public init(_ address: BluetoothAddress, isRandom: Bool) { (self.address, self.isRandom) = (address, isRandom) }

    /// Whether a holder of the identity resolving key can tell whose address it is.
    public var isResolvable: Bool { isRandom && address.bits >> 46 == 0b01 }
}

extension LinkAddress: CustomStringConvertible {
    public var description: String { "\(address) (\(isRandom ? "random" : "public"))" }
}
