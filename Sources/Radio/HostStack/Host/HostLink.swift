import Tracking

/// One link of a tag's host with everything that ends with it.
struct HostLink: Sendable {
    /// 27 is what every link layer packet has room for.
    var fragmentLength = 27
    var assembler = FrameAssembler()
    var signalling = Signalling()
    var attributes: ATTServer
    var security: SecurityManager

    init(attributes: ATTServer, security: SecurityManager) {
        (self.attributes, self.security) = (attributes, security)
    }

    /// When time is up for something that the link waits for.
    var deadline: Timestamp? {
        [attributes.bearer.confirmationDeadline, security.deadline, signalling.deadline].compactMap(\.self).min()
    }

    mutating func handle(_ event: LinkEvent, _ turn: inout PairingStep) {
        switch event {
        // The host makes and drops links.
        case .connected, .disconnected: break
        case .received(let fragment): receive(fragment, &turn)
        case .dataLengthChanged(let length): fragmentLength = min(max(length, 27), 251)
        case .encryptionChanged(let isOn): encryptionChanged(isOn, &turn)
        case .answer(let update): attributes.update(update, at: turn.now, to: &turn.output)
        case .comparisonConfirmed(let isSame): security.compared(isSame, &turn)
        case .passkeyEntered(let passkey): security.enter(passkey, &turn)
        case .securityWanted: security.request(&turn)
        case .parametersWanted(let parameters): signalling.request(parameters, at: turn.now, to: &turn.output)
        }
    }

    mutating func tick(_ turn: inout PairingStep) {
        attributes.tick(at: turn.now, to: &turn.output)
        security.tick(&turn)
        signalling.tick(at: turn.now, to: &turn.output)
    }

    private mutating func receive(_ fragment: ACLFragment, _ turn: inout PairingStep) {
        guard let frame = assembler.receive(fragment) else { return }
        switch L2CAPChannel(rawValue: frame.channel) {
        case .attributes: attributes.receive(frame.payload, at: turn.now, to: &turn.output)
        case .signalling: signalling.receive(frame.payload, to: &turn.output)
        case .security: security.receive(frame.payload, &turn)
        case nil: break
        }
    }

    private mutating func encryptionChanged(_ isOn: Bool, _ turn: inout PairingStep) {
        guard let bond = security.encryptionChanged(isOn: isOn, &turn) else { return }
        attributes.security = LinkSecurity(isEncrypted: true, isBonded: true, hasKey: true)
        attributes.restore(bond.client, to: &turn.output)
        guard attributes.awareness != .aware else { return }
        attributes.announceChange(at: turn.now, to: &turn.output)
    }

    /// Lets the attributes know how safe the link is, and the bond what the central has set.
    mutating func updateLayers(_ shared: inout SharedSecurity) {
        attributes.security = LinkSecurity(
            isEncrypted: security.isEncrypted,
            isBonded: security.isEncrypted && security.bond.map { shared.bonds.bond(of: $0.peer) != nil } ?? false,
            hasKey: shared.bonds.bond(of: security.peer) != nil
        )
        guard let bond = security.bond else { return }
        shared.bonds.setClient(attributes.client, of: bond.peer)
    }
}
