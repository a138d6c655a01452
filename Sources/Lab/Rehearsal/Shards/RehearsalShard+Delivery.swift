import Gateway
import History
import Messages
import Simulation

extension RehearsalShard {
    /// Passes on what was said until everybody but the history service, which takes it in batches, has heard it.
    mutating func deliverAll() throws {
        var isQuiet = false
        while !isQuiet {
            isQuiet = true
            while let output = world.next() {
                isQuiet = false
                try pass(output)
            }
            while broker.hasDeliveries {
                isQuiet = false
                try deliverTaken()
            }
        }
    }

    /// Delivers what is on its way by now; what is said about it comes behind that.
    private mutating func deliverTaken() throws {
        var taken: [MemoryBroker.Delivery] = []
        swap(&taken, &delivered)
        broker.take(&taken)
        try deliver(taken.span)
        // The messages go, and their memory stays for the next.
        taken.removeAll(keepingCapacity: true)
        swap(&taken, &delivered)
    }

    private mutating func deliver(_ deliveries: Span<MemoryBroker.Delivery>) throws {
        // Where they are: a message has several references, which are counted for each copy.
        for index in deliveries.indices { try deliver(deliveries[index]) }
    }

    /// Lets the history service take in what has reached it, and passes on until everybody is silent.
    mutating func conclude() throws {
        repeat {
            try deliverAll()
            try ingest()
        } while broker.hasDeliveries
    }

    mutating func pass(_ output: WorldOutput) throws {
        switch output {
        case .publish(let message, .console): try publish(message, from: clients.console)
        case .publish(let message, .phone(let index)): try publish(message, from: clients.phones[index])
        case .publish(let message, .tracker(let index)): try publish(message, from: clients.trackers[index])
        case .connect(.tracker(let index)): broker.connect(clients.trackers[index])
        case .disconnect(.tracker(let index), let clean): broker.disconnect(clients.trackers[index], clean: clean)
        case .connect, .disconnect: break
        case .heard(let tracker, let gateway, let rssi):
            try notice(.heard(world.id(ofTracker: tracker), rssi: rssi), gateway)
        case .link(let tracker, let gateway, let up):
            let id = world.id(ofTracker: tracker)
            try notice(up ? .linked(id) : .unlinked(id), gateway)
        case .uplink(let uplink, let tracker, let gateway):
            try notice(.received(uplink, from: world.id(ofTracker: tracker)), gateway)
        // Nothing leads out of a rehearsal that runs by itself.
        case .said, .pressed: break
        }
    }

    mutating func publish(_ message: Message, from client: MemoryBroker.ClientID) throws {
        if client != clients.history || !isRepeated(message) {
            try trace?.message(message, at: world.elapsed)
            tap?(message, world.elapsed)
        }
        if client != clients.history {
            published += 1
            if countsBytes { bytes += message.topic.utf8.count + message.payload.count }
        }
        broker.publish(message, from: client, at: world.now)
    }

    mutating func notice(_ event: TrackerRadioEvent, _ gateway: Int) throws {
        guard world.isGatewayUp(gateway) else { return }
        gatewayActions.removeAll(keepingCapacity: true)
        gateways[gateway].noticed(event, at: world.now, &gatewayActions)
        try carryOut(gateway)
    }

    /// Lets gateways tell whom they do not hear; without noise they hear everybody in reach at each step.
    mutating func tickGateways() throws {
        for index in gateways.indices where world.isGatewayUp(index) {
            gatewayActions.removeAll(keepingCapacity: true)
            gateways[index].tick(at: world.now, &gatewayActions)
            try carryOut(index)
        }
    }

    mutating func carryOut(_ gateway: Int) throws {
        for action in gatewayActions {
            switch action {
            case .publish(let message): try publish(message, from: clients.gateways[gateway])
            case .send(let downlink, let device):
                if let tracker = trackerOf[device] { world.deliver(tracker, downlink) }
            // A gateway whose trackers are given, as a scenario's are, does none of these.
            case .tend, .leave, .call, .release, .request, .note: break
            }
        }
    }

    mutating func deliver(_ delivery: MemoryBroker.Delivery) throws {
        switch clients.roles[delivery.client] {
        case .tracker(let index): world.deliver(delivery.message, to: index)
        case .gateway(let index):
            gatewayActions.removeAll(keepingCapacity: true)
            gateways[index].received(delivery.message, at: world.now, &gatewayActions)
            try carryOut(index)
        case .history: batch.append(delivery.message)
        case .observer: observer.received(delivery.message, world: world)
        case .silent: break
        }
    }

    mutating func ingest() throws {
        guard !batch.isEmpty else { return }
        let answers = try history.ingest(batch, at: world.now)
        batch.removeAll(keepingCapacity: true)
        for message in answers { try publish(message, from: clients.history) }
    }

    mutating func tickHistory(at elapsed: Int64) throws {
        guard isHistoryConnected, elapsed >= nextTick else { return }
        nextTick = elapsed + 1000
        for message in try history.tick(at: world.now) { try publish(message, from: clients.history) }
        try conclude()
    }
}
