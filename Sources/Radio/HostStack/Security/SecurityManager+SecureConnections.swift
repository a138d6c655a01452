/// The steps that only LE Secure Connections have: Core Specification 5.4, volume 3, part H, section 2.3.5.6.
extension SecurityManager {
    mutating func exchangeKeys(_ bytes: [UInt8], _ turn: inout PairingStep) {
        guard var session, let peerKey = CurvePoint(littleEndian: bytes) else { return }
        guard settings.acceptsDebugKey || peerKey.x != CurvePoint.debugX else {
            return fail(.invalidParameters, &turn)
        }
        guard let pair = KeyPair(using: &turn.generator) else { return fail(.unspecified, &turn) }
        // A key thrown back would let the central answer with the tag's own values.
        guard peerKey.x != pair.publicKey.x, let secret = pair.sharedSecret(with: peerKey) else {
            return fail(.invalidParameters, &turn)
        }
        session.keyPair = pair
        session.peerKey = peerKey
        session.secret = secret
        turn.send(.publicKey, pair.publicKey.littleEndian)
        switch session.method {
        case .justWorks, .numericComparison:
            session.ownRandom = turn.generator.number128()
            session.phase = .nonce
            let confirm = SecureConnections.f4(pair.publicKey.x, peerKey.x, session.ownRandom, 0)
            turn.send(.pairingConfirm, confirm)
        case .showPasskey, .enterPasskey: session.phase = .confirm
        }
        self.session = session
        preparePasskey(&turn)
    }

    mutating func exchangeNonces(_ nonce: UInt128, _ turn: inout PairingStep) {
        guard var session, let own = session.keyPair?.publicKey.x, let peer = session.peerKey?.x else { return }
        session.peerRandom = nonce
        session.phase = .check
        self.session = session
        turn.send(.pairingRandom, session.ownRandom)
        guard session.method == .numericComparison else { return }
        turn.output.emit(.compare(SecureConnections.g2(peer, own, nonce, session.ownRandom) % 1_000_000))
    }

    mutating func check(_ value: UInt128, _ turn: inout PairingStep) {
        guard let session else { return }
        guard session.isConfirmed else {
            self.session?.held = value
            return
        }
        let a = session.initiator, b = session.responder
        let keys = SecureConnections.f5(session.secret, session.peerRandom, session.ownRandom, a, b)
        func checkValue(_ first: UInt128, _ second: UInt128, _ side: PairingFeatures, isOwn: Bool) -> UInt128 {
            SecureConnections.f6(
                keys.mac, first, second, UInt128(session.passkey ?? 0), side.capabilities, isOwn ? b : a, isOwn ? a : b
            )
        }
        guard value == checkValue(session.peerRandom, session.ownRandom, session.request, isOwn: false) else {
            return fail(.checkValueFailed, &turn)
        }
        turn.send(.checkValue, checkValue(session.ownRandom, session.peerRandom, session.response, isOwn: true))
        let key = session.shortened(keys.longTerm)
        self.session?.longTermKey = key
        self.session?.phase = .encryption(key)
    }
}
