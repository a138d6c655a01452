/// What all links of a tag share of its security.
struct SharedSecurity: Sendable {
    /// Whether anybody may pair now.
    var acceptsPairing = true
    var bonds: BondTable
    var attempts = PairingAttempts()

    init(bonds: BondTable) { self.bonds = bonds }
}
