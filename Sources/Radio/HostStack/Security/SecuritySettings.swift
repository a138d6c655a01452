/// How a tag pairs: Core Specification 5.4, volume 3, part H, section 2.3.
public struct SecuritySettings: Hashable, Sendable {
    public var inputOutput: InputOutput
    /// Whether keys stay for the next connection.
    public var bonds: Bool
    /// Whether it asks for protection from somebody in the middle.
    public var wantsProtection: Bool
    /// Whether it refuses to pair without that protection.
    public var requiresProtection: Bool
    /// Whether it can LE Secure Connections.
    public var supportsSecureConnections: Bool
    /// Whether it refuses legacy pairing.
    public var requiresSecureConnections: Bool
    /// The key sizes that it takes, in bytes, within 7 to 16.
    public var keySizes: ClosedRange<Int>
    /// Whether it hands out a key for signing, to a central that asks for one.
    public var signs: Bool
    /// Whether it pairs with a central that uses the debug key, so that a sniffer can read along.
    public var acceptsDebugKey: Bool

    public init(
        inputOutput: InputOutput = .none,
        bonds: Bool = true,
        wantsProtection: Bool = false,
        requiresProtection: Bool = false,
        supportsSecureConnections: Bool = true,
        requiresSecureConnections: Bool = false,
        keySizes: ClosedRange<Int> = 16...16,
        signs: Bool = false,
        acceptsDebugKey: Bool = false
    ) {
        self.inputOutput = inputOutput
        self.bonds = bonds
        self.wantsProtection = wantsProtection || requiresProtection
        self.requiresProtection = requiresProtection
        self.supportsSecureConnections = supportsSecureConnections || requiresSecureConnections
        self.requiresSecureConnections = requiresSecureConnections
        self.keySizes = keySizes.clamped(to: 7...16)
        self.signs = signs
        self.acceptsDebugKey = acceptsDebugKey
    }

    var requirements: PairingFeatures.Requirements {
        var requirements: PairingFeatures.Requirements = []
        if bonds { requirements.insert(.bonding) }
        if wantsProtection { requirements.insert(.protection) }
        if supportsSecureConnections { requirements.insert(.secureConnections) }
        return requirements
    }
}
