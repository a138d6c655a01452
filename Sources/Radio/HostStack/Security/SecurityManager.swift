import Tracking

/// The security manager of a tag for one link, as the responder: Core Specification 5.4, volume 3, part H.
struct SecurityManager: Sendable {
    /// After 30 s without a command a pairing has failed: section 3.4.
    static let patience = Duration.seconds(30)

    let settings: SecuritySettings
    let identity: DeviceAddress
    let identityKey: IdentityKey?
    /// Who is connected, and to which address.
    let peer: DeviceAddress, own: DeviceAddress

    var session: PairingSession?
    /// The bond of the link, once it is encrypted with its key or has been made over it.
    var bond: Bond?
    private(set) var isEncrypted = false
    /// After a timeout there is no pairing any more on this link.
    private var isBarred = false
    private var offeredKey: OfferedKey?

    private enum OfferedKey { case pairing, bond }

    init(
        settings: SecuritySettings,
        identity: DeviceAddress,
        identityKey: IdentityKey?,
        peer: DeviceAddress,
        own: DeviceAddress
    ) {
        (self.settings, self.identity, self.identityKey) = (settings, identity, identityKey)
        (self.peer, self.own) = (peer, own)
    }

    var deadline: Timestamp? { session?.deadline }

    /// The link is gone.
    func disconnected(_ turn: inout PairingStep) {
        if session != nil { turn.output.emit(.pairingFailed(.linkLost)) }
    }

    mutating func receive(_ pdu: [UInt8], _ turn: inout PairingStep) {
        guard !isBarred, let first = pdu.first else { return }
        guard let code = SMPCode(rawValue: first) else { return fail(.commandNotSupported, &turn) }
        let bytes = Array(pdu.dropFirst())
        if code == .pairingFailed { return endedByPeer(bytes, &turn) }
        // What comes late for a pairing that is over is passed over.
        guard session != nil || code == .pairingRequest else { return }
        guard bytes.count == code.length else { return fail(.invalidParameters, &turn) }
        if code == .pairingRequest { return begin(bytes, &turn) }
        session?.deadline = turn.now.advanced(by: Self.patience)
        proceed(code, bytes, &turn)
    }

    /// The key for the encryption that the central wants; nil when there is none by that name.
    mutating func encryptionKey(diversifier: UInt16, random: UInt64, _ bonds: BondTable) -> UInt128? {
        if case .encryption(let key) = session?.phase, diversifier == 0, random == 0 {
            offeredKey = .pairing
            return key
        }
        guard let bond = bonds.bond(of: peer), bond.diversifier == diversifier, bond.random == random else {
            offeredKey = nil
            return nil
        }
        offeredKey = .bond
        return bond.longTermKey
    }

    /// The link is encrypted, or no longer; returns the bond whose key was used, nil for the key of a pairing under
    /// way.
    mutating func encryptionChanged(isOn: Bool, _ turn: inout PairingStep) -> Bond? {
        isEncrypted = isOn
        guard isOn else { return nil }
        defer { offeredKey = nil }
        switch offeredKey {
        case .bond: bond = turn.shared.bonds.bond(of: peer)
        case .pairing: distribute(&turn)
        case nil: break
        }
        return offeredKey == .bond ? bond : nil
    }

    /// Asks the central to encrypt the link, by pairing if it has to.
    func request(_ turn: inout PairingStep) {
        guard session == nil, !isEncrypted, !isBarred else { return }
        turn.send(.securityRequest, [settings.requirements.rawValue])
    }

    mutating func tick(_ turn: inout PairingStep) {
        guard let session, turn.now >= session.deadline else { return }
        self.session = nil
        isBarred = true
        turn.output.emit(.pairingFailed(.timeout))
    }

    mutating func fail(_ reason: PairingFailureReason, _ turn: inout PairingStep) {
        turn.send(.pairingFailed, [reason.rawValue])
        if reason.isWrongGuess { turn.shared.attempts.failed(peer, at: turn.now) }
        guard session != nil || reason != .commandNotSupported else { return }
        session = nil
        turn.output.emit(.pairingFailed(.refused(reason)))
    }

    private mutating func endedByPeer(_ bytes: [UInt8], _ turn: inout PairingStep) {
        guard session != nil else { return }
        session = nil
        let code = bytes.first ?? PairingFailureReason.unspecified.rawValue
        // A central that learns that its guess was wrong may be the guesser.
        if PairingFailureReason(rawValue: code)?.isWrongGuess == true {
            turn.shared.attempts.failed(peer, at: turn.now)
        }
        turn.output.emit(.pairingFailed(.byPeer(code: code)))
    }
}
