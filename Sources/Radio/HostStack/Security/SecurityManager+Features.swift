import Tracking

/// Phase 1: what both sides can, and how they will pair. Core Specification 5.4, volume 3, part H, section 2.3.
extension SecurityManager {
    mutating func begin(_ bytes: [UInt8], _ turn: inout PairingStep) {
        guard session == nil else { return fail(.unspecified, &turn) }
        do throws(PairingFailureReason) {
            let session = try agree(bytes, turn.shared, at: turn.now)
            turn.send(.pairingResponse, session.response.bytes)
            self.session = session
            if !session.isSecure { preparePasskey(&turn) }
        } catch { fail(error, &turn) }
    }

    private func agree(
        _ bytes: [UInt8], _ shared: SharedSecurity, at now: Timestamp
    ) throws(PairingFailureReason) -> PairingSession {
        guard let request = PairingFeatures(bytes) else { throw .invalidParameters }
        guard !shared.attempts.mustWait(peer, at: now) else { throw .repeatedAttempts }
        guard shared.acceptsPairing else { throw .pairingNotSupported }
        let isSecure = settings.supportsSecureConnections && request.requirements.contains(.secureConnections)
        guard isSecure || !settings.requiresSecureConnections else { throw .authenticationRequirements }
        // With Secure Connections one side's data is enough to choose that way, and there is none here.
        guard !isSecure || !request.hasOutOfBand else { throw .outOfBandNotAvailable }
        let response = answer(to: request, isSecure)
        guard settings.keySizes.contains(Int(min(request.keySize, response.keySize))) else { throw .encryptionKeySize }
        let method = PairingMethod(
            initiator: request.inputOutput,
            responder: response.inputOutput,
            isSecure: isSecure,
            needsProtection: !request.requirements.union(response.requirements).isDisjoint(with: .protection)
        )
        try checkBonds(method, request, shared.bonds)
        return PairingSession(
            request: request,
            response: response,
            initiator: peer,
            responder: own,
            method: method,
            isSecure: isSecure,
            deadline: now.advanced(by: Self.patience)
        )
    }

    private func checkBonds(
        _ method: PairingMethod, _ request: PairingFeatures, _ bonds: BondTable
    ) throws(PairingFailureReason) {
        guard method.isAuthenticated || !settings.requiresProtection else { throw .authenticationRequirements }
        // Nobody takes a known central's place with less than it had to show.
        if let known = bonds.bond(of: peer), known.isAuthenticated, !method.isAuthenticated {
            throw .authenticationRequirements
        }
        guard !request.wantsBond || !settings.bonds || bonds.hasRoom(for: peer) else { throw .pairingNotSupported }
    }

    private func answer(to request: PairingFeatures, _ isSecure: Bool) -> PairingFeatures {
        var response = PairingFeatures(settings)
        guard request.wantsBond, settings.bonds else { return response }
        var offered: PairingFeatures.Keys = []
        if !isSecure { offered.insert(.encryption) }
        if identityKey != nil { offered.insert(.identity) }
        if settings.signs { offered.insert(.signing) }
        response.responderKeys = request.responderKeys.intersection(offered)
        response.initiatorKeys = request.initiatorKeys.intersection(.identity)
        return response
    }

    /// Shows a passkey, or asks for one, where the method needs it.
    mutating func preparePasskey(_ turn: inout PairingStep) {
        guard session?.passkey == nil else { return }
        guard session?.method == .showPasskey else { return turn.output.emit(.askPasskey) }
        let passkey = UInt32.random(in: 0...999_999, using: &turn.generator)
        session?.passkey = passkey
        turn.output.emit(.showPasskey(passkey))
    }
}
