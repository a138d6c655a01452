import Bluetooth
import Tracking

/// Phase 3: the keys that both sides hand over on the encrypted link.
///
/// Core Specification 5.4, volume 3, part H, sections 2.4.3 and 3.6.
extension SecurityManager {
    /// Hands over the tag's keys, which come first.
    mutating func distribute(_ turn: inout PairingStep) {
        guard var session, case .encryption = session.phase else { return }
        session.phase = .distribution
        session.deadline = turn.now.advanced(by: Self.patience)
        let keys = session.response.responderKeys
        if keys.contains(.encryption) { sendEncryptionKey(&session, &turn) }
        if keys.contains(.identity), let identityKey {
            turn.send(.identityInformation, identityKey.value)
            turn.send(.identityAddress, identity.wireBytes)
        }
        if keys.contains(.signing) {
            let key = turn.generator.number128()
            session.signingKey = key
            turn.send(.signingInformation, key)
        }
        self.session = session
        if session.isComplete { complete(session, &turn) }
    }

    private func sendEncryptionKey(_ session: inout PairingSession, _ turn: inout PairingStep) {
        let key = session.shortened(turn.generator.number128())
        session.longTermKey = key
        // 0 and 0 name the key of a pairing under way.
        session.diversifier = UInt16.random(in: 1...UInt16.max, using: &turn.generator)
        session.random = turn.generator.next()
        turn.send(.encryptionInformation, key)
        turn.send(
            .centralIdentification,
            session.diversifier.littleEndianBytes + session.random.littleEndianBytes
        )
    }

    mutating func takeIdentity(_ code: SMPCode, _ bytes: [UInt8], _ turn: inout PairingStep) {
        guard var session, session.expectsIdentity else { return fail(.unspecified, &turn) }
        switch (code, session.peerIdentityKey) {
        case (.identityInformation, nil):
            session.peerIdentityKey = UInt128(littleEndianBytes: bytes)
            self.session = session
        case (.identityAddress, .some):
            guard let identity = DeviceAddress(identity: bytes) else { return fail(.invalidParameters, &turn) }
            session.peerIdentity = identity
            self.session = session
            complete(session, &turn)
        default: fail(.unspecified, &turn)
        }
    }

    private mutating func complete(_ session: PairingSession, _ turn: inout PairingStep) {
        let bond = newBond(session)
        if let bond {
            // Nobody takes another's place by its name with less than that one had to show.
            let known = turn.shared.bonds.bond(of: bond.peer)
            guard !(known?.isAuthenticated ?? false) || bond.isAuthenticated,
                turn.shared.bonds.insert(bond, from: session.initiator)
            else { return fail(.keyRejected, &turn) }
            self.bond = bond
        }
        self.session = nil
        turn.shared.attempts.succeeded(session.initiator)
        let isAuthenticated = session.method.isAuthenticated
        let pairing = PairingOutcome(
            bond: bond,
            isAuthenticated: isAuthenticated,
            isSecureConnections: session.isSecure,
            keySize: session.keySize
        )
        turn.output.emit(.paired(pairing))
    }

    /// What is kept of a pairing; nil when nothing is to be, or the central did not want the key of a legacy pairing.
    private func newBond(_ session: PairingSession) -> Bond? {
        guard session.wantsBond, let key = session.longTermKey else { return nil }
        let identityKey = session.peerIdentityKey.flatMap { $0 == 0 ? nil : IdentityKey($0) }
        return Bond(
            peer: session.peerIdentity ?? session.initiator,
            identityKey: identityKey,
            longTermKey: key,
            diversifier: session.diversifier,
            random: session.random,
            keySize: session.keySize,
            isAuthenticated: session.method.isAuthenticated,
            isSecureConnections: session.isSecure,
            signingKey: session.signingKey
        )
    }
}

extension DeviceAddress {
    /// An identity address as it travels; nil for one that is none.
    fileprivate init?(identity bytes: [UInt8]) {
        guard bytes.count == 7, let kind = Kind(rawValue: bytes[0]) else { return nil }
        self.init(BluetoothAddress(bits: UInt64(littleEndianBytes: bytes.dropFirst())), kind)
        guard isIdentity, address.bits != 0 else { return nil }
    }
}
