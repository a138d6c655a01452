/// What two devices keep after pairing, so that they know each other again.
public struct Bond: Hashable, Sendable {
    /// The address by which the central is known for good, or the one that it had if it has told none.
    public var peer: DeviceAddress
    /// The key that resolves the central's private addresses, if it has any.
    public var identityKey: IdentityKey?
    public var longTermKey: UInt128
    /// Names the key of a legacy pairing; 0 for LE Secure Connections.
    public var diversifier: UInt16
    /// Names the key of a legacy pairing; 0 for LE Secure Connections.
    public var random: UInt64
    /// In bytes, 7 to 16.
    public var keySize: Int
    /// Whether nobody in the middle can have taken part in the pairing.
    public var isAuthenticated: Bool
    public var isSecureConnections: Bool
    /// The key with which the tag would sign; nil when the central has not asked for it.
    public var signingKey: UInt128?
    /// The central's subscriptions and what it knows of the services.
    public var client: ClientState

    public init(
        peer: DeviceAddress,
        identityKey: IdentityKey? = nil,
        longTermKey: UInt128,
        diversifier: UInt16 = 0,
        random: UInt64 = 0,
        keySize: Int = 16,
        isAuthenticated: Bool,
        isSecureConnections: Bool,
        signingKey: UInt128? = nil,
        client: ClientState = ClientState()
    ) {
        (self.peer, self.identityKey, self.longTermKey) = (peer, identityKey, longTermKey)
        (self.diversifier, self.random, self.keySize) = (diversifier, random, keySize)
        (self.isAuthenticated, self.isSecureConnections) = (isAuthenticated, isSecureConnections)
        (self.signingKey, self.client) = (signingKey, client)
    }

    /// Whether an address is this central's.
    public func belongs(to address: DeviceAddress) -> Bool {
        peer == address || identityKey?.resolves(address) == true
    }
}
