/// What sort of address a device uses, which tells whether it is the same tomorrow.
///
/// Core Specification 5.4, volume 6, part B, section 1.3: the two uppermost bits of a random address.
public enum AddressKind: Hashable, Sendable {
    /// Registered for this very device.
    case registered
    /// Random, and the same at least until the device is switched on again.
    ///
    /// Tags of Apple's network and others use such addresses for a quarter of an hour each, because the two bits stand
    /// over a part of a key: what network a tag belongs to has to be asked, too.
    case staticRandom
    /// Changes; who has the device's identity resolving key recognises it.
    case resolvable
    /// Changes, and nobody recognises it.
    case nonResolvable

    /// The kind of an address that is random or not; nil for one whose bits have no meaning.
    public init?(_ address: BluetoothAddress, isRandom: Bool) {
        switch (isRandom, address.bits >> 46) {
        case (false, _): self = .registered
        case (true, 0b11): self = .staticRandom
        case (true, 0b01): self = .resolvable
        case (true, 0b00): self = .nonResolvable
        case (true, _): return nil
        }
    }

    /// What the bits of an address tell where nobody has said whether it is random; nil for one that may be private, or of
    /// a maker.
    ///
    /// One that looks static may be of a maker as well: it stays in either case.
    public init?(guessedFrom address: BluetoothAddress) {
        switch address.bits >> 46 {
        // No random address has these bits.
        case 0b10: self = .registered
        case 0b11: self = .staticRandom
        default: return nil
        }
    }

    /// Whether such an address is another before long.
    public var rotates: Bool {
        switch self {
        case .registered, .staticRandom: false
        case .resolvable, .nonResolvable: true
        }
    }
}
