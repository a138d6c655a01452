import Tracking

/// Phase 2: the commands of a pairing under way, and what the user says to it.
extension SecurityManager {
    mutating func proceed(_ code: SMPCode, _ bytes: [UInt8], _ turn: inout PairingStep) {
        guard let session else { return }
        switch (session.phase, code) {
        case (.publicKey, .publicKey): exchangeKeys(bytes, &turn)
        case (.confirm, .pairingConfirm) where session.held == nil:
            commit(UInt128(littleEndianBytes: bytes), &turn)
        case (.random(let confirm), .pairingRandom): reveal(UInt128(littleEndianBytes: bytes), confirm, &turn)
        case (.nonce, .pairingRandom): exchangeNonces(UInt128(littleEndianBytes: bytes), &turn)
        case (.check, .checkValue) where session.held == nil: check(UInt128(littleEndianBytes: bytes), &turn)
        case (.distribution, .identityInformation), (.distribution, .identityAddress):
            takeIdentity(code, bytes, &turn)
        // The central's user types; there is nothing to do but to show it.
        case (_, .keypress) where session.method != .justWorks: break
        default: fail(.unspecified, &turn)
        }
    }

    /// The user has typed the passkey; nil: gives up.
    mutating func enter(_ passkey: UInt32?, _ turn: inout PairingStep) {
        guard let session, session.method == .enterPasskey, session.passkey == nil else { return }
        guard let passkey, passkey <= 999_999 else { return fail(.passkeyEntryFailed, &turn) }
        self.session?.passkey = passkey
        self.session?.held = nil
        self.session?.deadline = turn.now.advanced(by: Self.patience)
        guard session.phase == .confirm, let held = session.held else { return }
        commit(held, &turn)
    }

    /// The user has compared the numbers.
    mutating func compared(_ isSame: Bool, _ turn: inout PairingStep) {
        guard let session, session.phase == .check, !session.isConfirmed else { return }
        guard isSame else { return fail(.numericComparisonFailed, &turn) }
        self.session?.isConfirmed = true
        self.session?.held = nil
        self.session?.deadline = turn.now.advanced(by: Self.patience)
        if let held = session.held { check(held, &turn) }
    }

    /// The central has committed to a random value; the tag does so too.
    private mutating func commit(_ confirm: UInt128, _ turn: inout PairingStep) {
        guard var session else { return }
        guard let passkey = session.passkey else {
            self.session?.held = confirm
            return
        }
        session.ownRandom = turn.generator.number128()
        session.phase = .random(confirm: confirm)
        self.session = session
        turn.send(.pairingConfirm, ownConfirm(session, passkey))
    }

    private func ownConfirm(_ session: PairingSession, _ passkey: UInt32) -> UInt128 {
        guard session.isSecure else { return session.confirm(of: session.ownRandom, passkey: passkey) }
        let own = session.keyPair?.publicKey.x ?? [], peer = session.peerKey?.x ?? []
        return SecureConnections.f4(own, peer, session.ownRandom, session.bit(of: passkey))
    }

    /// The central shows what it has committed to; the tag does so only when that holds.
    private mutating func reveal(_ random: UInt128, _ confirm: UInt128, _ turn: inout PairingStep) {
        guard var session, let passkey = session.passkey else { return }
        let expected =
            session.isSecure
            ? SecureConnections.f4(
                session.peerKey?.x ?? [], session.keyPair?.publicKey.x ?? [], random, session.bit(of: passkey)
            )
            : session.confirm(of: random, passkey: passkey)
        guard expected == confirm else { return fail(.confirmValueFailed, &turn) }
        turn.send(.pairingRandom, session.ownRandom)
        session.peerRandom = random
        session.round += 1
        if !session.isSecure {
            let key = LegacyPairing.s1(UInt128(passkey), session.ownRandom, random)
            session.phase = .encryption(session.shortened(key))
        } else {
            session.phase = session.round < 20 ? .confirm : .check
        }
        self.session = session
    }
}
