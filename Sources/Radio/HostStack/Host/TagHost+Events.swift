import Bluetooth
import Tracking

/// What happens, on one link or on all.
extension TagHost {
    mutating func dispatch(_ event: HostEvent, at now: Timestamp) -> [HostEffect] {
        switch event {
        case .link(let number, .connected(let peer, let own)): return connected(number, peer, own, at: now)
        case .link(let number, .disconnected): return disconnected(number, at: now)
        case .link(let number, let event):
            return turn(number, at: now) { link, turn in link.handle(event, &turn) }
        case .answered(let request, let result):
            return everyLink(at: now) { link, turn in
                link.attributes.answered(request, result, to: &turn.output)
            }
        case .update(let update):
            return everyLink(at: now) { link, turn in
                link.attributes.update(update, at: turn.now, to: &turn.output)
            }
        case .servicesChanged(let services): return change(services, at: now)
        case .addressRenewal:
            let next = rotation?.renew(at: now, using: &generator)
            return changeAddress(next ?? identityKey?.address(using: &generator))
        case .addressGiven(let given): return changeAddress(given)
        case .tick:
            let effects = everyLink(at: now) { link, turn in link.tick(&turn) }
            return effects + changeAddress(rotation?.next(at: now, using: &generator))
        }
    }

    private mutating func connected(
        _ number: LinkNumber, _ peer: DeviceAddress, _ own: DeviceAddress, at now: Timestamp
    ) -> [HostEffect] {
        let effects = disconnected(number, at: now)
        // Remote device terminated connection due to low resources: volume 1, part F, section 2.17.
        guard hasRoom else { return [.link(number, .disconnect(reason: 0x14))] }
        links[number] = HostLink(
            attributes: ATTServer(database: database, mtu: settings.mtu),
            security: SecurityManager(
                settings: settings.security, identity: identity, identityKey: identityKey, peer: peer, own: own
            )
        )
        updateLayers()
        return effects
    }

    private mutating func disconnected(_ number: LinkNumber, at now: Timestamp) -> [HostEffect] {
        let effects = turn(number, at: now) { link, turn in link.security.disconnected(&turn) }
        // With the last link all subscriptions are gone, which needs no telling.
        guard let gone = links.removeValue(forKey: number), !links.isEmpty else { return effects }
        let left = gone.attributes.client.subscribed.filter { !isSubscribed($0) }
        return effects + left.map { .link(number, .subscribed($0, false)) }
    }

    private mutating func change(_ services: [LocalService], at now: Timestamp) -> [HostEffect] {
        let changed = AttributeDatabase(settings, services: services)
        guard changed != database else { return [] }
        database = changed
        return everyLink(at: now) { link, turn in
            link.attributes.replace(changed)
            link.attributes.announceChange(at: turn.now, to: &turn.output)
        }
    }

    private mutating func changeAddress(_ next: DeviceAddress?) -> [HostEffect] {
        guard let next else { return [] }
        address = next
        return [.addressChanged(next)]
    }
}

/// A turn of one link after the other.
extension TagHost {
    private mutating func everyLink(
        at now: Timestamp, _ body: (inout HostLink, inout PairingStep) -> Void
    ) -> [HostEffect] {
        links.keys.sorted().flatMap { turn($0, at: now, body) }
    }

    /// Lets something happen on a link, if there is one of that number, and returns what is to be done.
    private mutating func turn(
        _ number: LinkNumber, at now: Timestamp, _ body: (inout HostLink, inout PairingStep) -> Void
    ) -> [HostEffect] {
        guard var link = links.removeValue(forKey: number) else { return [] }
        let output = LinkOutput(fragmentLength: link.fragmentLength, lastRequest: lastRequest)
        var turn = PairingStep(now: now, generator: generator, shared: shared, output: output)
        body(&link, &turn)
        let effects = turn.output.effects.filter { isNews($0) }
        links[number] = link
        (generator, shared, lastRequest) = (turn.generator, turn.shared, turn.output.lastRequest)
        updateLayers()
        return effects.map { .link(number, $0) }
    }

    /// Whether a link's subscription changes anything for the application, whose other links are those that are left.
    private func isNews(_ effect: LinkEffect) -> Bool {
        guard case .subscribed(let name, _) = effect else { return true }
        return !isSubscribed(name)
    }

    private func isSubscribed(_ name: AttributeName) -> Bool {
        links.values.contains { $0.attributes.client.configuration(of: name) != 0 }
    }

    /// Lets every layer know what the others have come to.
    mutating func updateLayers() {
        for number in links.keys.sorted() { links[number]?.updateLayers(&shared) }
    }
}
