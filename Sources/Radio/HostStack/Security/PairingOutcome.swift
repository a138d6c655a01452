/// What a pairing has come to.
public struct PairingOutcome: Hashable, Sendable {
    /// The bond, when both sides wanted one.
    public var bond: Bond?
    /// Whether nobody in the middle can have taken part.
    public var isAuthenticated: Bool
    public var isSecureConnections: Bool
    /// In bytes, 7 to 16.
    public var keySize: Int
}
