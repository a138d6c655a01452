/// What controllers want.
extension Medium {
    /// Carries out what a controller wants, and returns what that brings at once.
    public mutating func carryOut(_ order: AirOrder, of receiver: ReceiverID) -> [Delivery] {
        switch order {
        case .reset: forget(receiver)
        case .listen(let listening):
            listeners[receiver] = listening.map { Listener(listening: $0, since: now) }
        case .advertise(let set, let advertising): advertise(.receiver(receiver, set: set), advertising)
        case .requestScan(let transmitter): requestScan(of: transmitter, by: receiver)
        case .connect(let transmitter, let own, let parameters):
            addresses[receiver] = own
            connect(transmitter, parameters, by: receiver)
        case .send(let id, let fragment):
            // After its own last word a side says no more.
            guard links[id]?.receiver == receiver, links[id]?.end?.by != .controller else { break }
            links[id]?.toTag.append(fragment)
            hurry(id)
        case .start(let id, let procedure):
            guard links[id]?.receiver == receiver else { break }
            links[id]?.procedures.append(AirConnection.Running(procedure: procedure, events: procedure.events))
            hurry(id)
        case .disconnect(let id, let reason):
            guard links[id]?.receiver == receiver else { break }
            end(id, reason: reason, by: .controller)
        }
        return takeDeliveries()
    }

    /// A controller has been reset: its peers hear nothing any more.
    private mutating func forget(_ receiver: ReceiverID) {
        listeners[receiver] = nil
        for transmitter in advertisers.keys {
            guard case .receiver(receiver, _) = transmitter else { continue }
            advertisers[transmitter] = nil
        }
        let lost = links.values.filter { $0.receiver == receiver }.sorted { $0.id.number < $1.id.number }
        for link in lost {
            links[link.id] = nil
            guard link.isEstablished else { continue }
            ask(link.tag) { peer, now in peer.disconnected(link.id, reason: .connectionTimeout, at: now) }
        }
    }
}
