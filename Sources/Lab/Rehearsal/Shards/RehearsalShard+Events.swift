import Gateway
import History
import Messages
import Simulation
import Tracking

extension RehearsalShard {
    mutating func connectEverybody() throws {
        for client in [clients.console, clients.observer] + clients.phones { broker.connect(client) }
        try connectHistory()
        for index in gateways.indices {
            if hasRadio { try connectGateway(index) } else { world.setGateway(index, up: false) }
        }
        try deliverAll()
    }

    mutating func connectHistory() throws {
        broker.connect(clients.history)
        isHistoryConnected = true
        for message in history.connected(at: world.now) { try publish(message, from: clients.history) }
    }

    mutating func connectGateway(_ index: Int) throws {
        guard broker.isUp else { return }
        broker.connect(clients.gateways[index])
        try publish(gateways[index].status(.online), from: clients.gateways[index])
    }

    mutating func apply(_ event: Scenario.Event) throws {
        switch event.action {
        case .tracker(let name, let action):
            for index in observer.indices(of: name) {
                let copy = observer.copy(ofTracker: index)
                world.apply(action, to: index) { observer.owner($0, inCopy: copy) }
            }
        case .owner(let name, let action):
            for index in observer.owners(of: name) { world.apply(action, toOwner: index) }
        case .reminder(let id, let action):
            for index in observer.indices(of: id) { world.apply(action, toReminder: index) }
        case .world(.brokerDown): goDown()
        case .world(.brokerUp): try comeUp()
        case .world(.gatewayDown(let name)): try setGateways(name, up: false)
        case .world(.gatewayUp(let name)): try setGateways(name, up: true)
        case .world(.surroundings(let surroundings)): world.enter(surroundings)
        case .world(.messages(let faults)): broker.set(faults)
        }
    }

    mutating func goDown() {
        broker.goDown()
        isHistoryConnected = false
        world.setBroker(up: false)
    }

    mutating func comeUp() throws {
        broker.comeUp()
        for client in [clients.console, clients.observer] + clients.phones { broker.connect(client) }
        try connectHistory()
        for index in gateways.indices where world.isGatewayUp(index) { try connectGateway(index) }
        world.setBroker(up: true)
    }

    /// A gateway that comes back has forgotten everything.
    mutating func setGateways(_ name: Name?, up: Bool) throws {
        guard hasRadio else { return }
        for index in gateways.indices where name == nil || observer.isGateway(index, named: name) {
            if world.isGatewayUp(index) == up { continue }
            world.setGateway(index, up: up)
            if up {
                gateways[index] = GatewayCore(gateways[index].configuration)
                try connectGateway(index)
            } else {
                broker.crash(clients.gateways[index])
            }
        }
    }
}
