import Bluetooth

/// Which layer an event is for.
extension TagHost {
    mutating func dispatch(_ event: HostEvent, _ turn: inout PairingStep) {
        switch event {
        case .connected(let peer, let own): connected(peer, own, &turn)
        case .received(let fragment): received(fragment, &turn)
        case .dataLengthChanged(let length): fragmentLength = min(max(length, 27), 251)
        case .encryptionChanged(let isOn): encryptionChanged(isOn, &turn)
        case .disconnected: disconnected(&turn)
        case .answered(let request, let result): attributes.answered(request, result, to: &turn.output)
        case .update(let update):
            if isConnected { attributes.update(update, at: turn.now, to: &turn.output) }
        case .servicesChanged(let services): change(services, &turn)
        case .comparisonConfirmed(let isSame): security.compared(isSame, &turn)
        case .passkeyEntered(let passkey): security.enter(passkey, &turn)
        case .securityWanted: security.request(&turn)
        case .parametersWanted(let parameters):
            if isConnected { signalling.request(parameters, at: turn.now, to: &turn.output) }
        case .addressRenewal:
            let next = rotation?.renew(at: turn.now, using: &turn.generator)
            changeAddress(next ?? security.identityKey?.address(using: &turn.generator), &turn)
        case .addressGiven(let given): changeAddress(given, &turn)
        case .tick: tick(&turn)
        }
    }

    private mutating func connected(_ peer: DeviceAddress, _ own: DeviceAddress, _ turn: inout PairingStep) {
        disconnected(&turn)
        isConnected = true
        security.connected(peer, own: own)
    }

    private mutating func disconnected(_ turn: inout PairingStep) {
        isConnected = false
        fragmentLength = 27
        assembler = FrameAssembler()
        signalling = Signalling()
        security.disconnected(&turn)
        attributes.reset()
    }

    private mutating func received(_ fragment: ACLFragment, _ turn: inout PairingStep) {
        guard isConnected, let frame = assembler.receive(fragment) else { return }
        switch L2CAPChannel(rawValue: frame.channel) {
        case .attributes: attributes.receive(frame.payload, at: turn.now, to: &turn.output)
        case .signalling: signalling.receive(frame.payload, to: &turn.output)
        case .security: security.receive(frame.payload, &turn)
        case nil: break
        }
    }

    private mutating func encryptionChanged(_ isOn: Bool, _ turn: inout PairingStep) {
        guard isConnected, let bond = security.encryptionChanged(isOn: isOn, &turn) else { return }
        attributes.security = LinkSecurity(isEncrypted: true, isBonded: true, hasKey: true)
        attributes.restore(bond.client, to: &turn.output)
        guard attributes.awareness != .aware else { return }
        attributes.announceChange(at: turn.now, to: &turn.output)
    }

    private mutating func change(_ services: [LocalService], _ turn: inout PairingStep) {
        let database = AttributeDatabase(settings, services: services)
        guard database != attributes.database else { return }
        attributes.replace(database)
        if isConnected { attributes.announceChange(at: turn.now, to: &turn.output) }
    }

    private mutating func tick(_ turn: inout PairingStep) {
        attributes.tick(at: turn.now, to: &turn.output)
        security.tick(&turn)
        signalling.tick(at: turn.now, to: &turn.output)
        changeAddress(rotation?.next(at: turn.now, using: &turn.generator), &turn)
    }

    private mutating func changeAddress(_ next: DeviceAddress?, _ turn: inout PairingStep) {
        guard let next else { return }
        address = next
        turn.output.emit(.addressChanged(next))
    }
}
