import Bluetooth
import Firmware
import Gateway
import History
import Messages
public import Simulation
import Store
import Tracking

/// A scenario played through on the virtual clock, everything in one process: the world with its trackers, a broker in
/// memory, the gateways' and the history service's own code, and a subscriber that writes down what comes of it.
public struct Rehearsal {
    public let scenario: Scenario
    var world: World
    var broker: MemoryBroker
    var history: HistoryCore
    let store: Store
    var gateways: [GatewayCore] = []
    var clients = Clients()
    var observer: Observer
    var trace: TraceWriter?

    private var nextEvent = 0
    private var batch: [Message] = []
    private var isHistoryConnected = false
    private var gatewayActions: [GatewayCore.Action] = []
    private var trackerOf: [DeviceID: Int] = [:]
    private var nextTick: Int64 = 0
    /// What everybody but the history service has published.
    private var published = 0
    private var bytes = 0

    /// Who is who on the broker.
    struct Clients {
        var phones: [MemoryBroker.ClientID] = []
        var trackers: [MemoryBroker.ClientID] = []
        var gateways: [MemoryBroker.ClientID] = []
        var console = 0
        var history = 0
        var observer = 0
        /// What each client is, to hand deliveries on.
        var roles: [Role] = []
    }

    enum Role {
        case tracker(Int), gateway(Int), history, observer, silent
    }

    /// A run that has not begun.
    ///
    /// - Parameters:
    ///   - scenario: What is played.
    ///   - fleet: How many copies of everybody there are.
    ///   - storePath: Where the store is written; nil for one in memory.
    ///   - trace: Takes every step's truth and every message.
    /// - Throws: ``StoreError``, or ``Name/Invalid`` when a copy's name would be too long.
    public init(
        _ scenario: Scenario,
        fleet: Int = 1,
        storePath: String? = nil,
        trace: TraceWriter? = nil
    ) throws {
        self.scenario = scenario
        self.trace = trace
        world = try World(scenario, fleet: fleet)
        broker = MemoryBroker(seed: scenario.seed)
        store =
            try storePath.map { try Store(path: $0, mode: .readWrite(create: true), durability: .off) }
            ?? Store.inMemory()
        history = try HistoryCore(store: store)
        observer = Observer(scenario: scenario, world: world, fleet: fleet)
        for index in 0..<world.trackerCount { trackerOf[world.id(ofTracker: index)] = index }
        enlist()
    }

    private mutating func enlist() {
        for index in 0..<world.ownerCount { clients.phones.append(add(world.session(ofPhone: index), .silent)) }
        for index in 0..<world.trackerCount {
            clients.trackers.append(add(world.session(ofTracker: index), .tracker(index)))
        }
        for index in 0..<world.gatewayCount {
            let core = GatewayCore(GatewayCore.Configuration(gateway: index, of: world))
            gateways.append(core)
            clients.gateways.append(add(core.session, .gateway(index)))
        }
        clients.history = add(history.configuration.session, .history)
        let watching = ["tagalong/alerts/#", "tagalong/+/+/state"].map { BusSession.Subscription($0) }
        clients.observer = add(BusSession(clientID: "observer", subscriptions: watching, persistent: true), .observer)
        clients.console = add(BusSession(clientID: "console", subscriptions: [], persistent: true), .silent)
    }

    private mutating func add(_ session: BusSession, _ role: Role) -> MemoryBroker.ClientID {
        clients.roles.append(role)
        return broker.add(session)
    }

    /// How many steps the whole run has; the first is the start itself.
    public var steps: Int {
        Int(scenario.duration.milliseconds / max(1, scenario.step.milliseconds)) + 1
    }

    /// Plays one step: events, owners, trackers, and then the history service with everything that reached it.
    ///
    /// - Throws: ``StoreError`` or an error of the trace file.
    public mutating func play(step: Int) throws {
        let elapsed = Int64(step) * scenario.step.milliseconds
        world.begin(at: elapsed)
        if step == 0 { try connectEverybody() }
        broker.advance(to: world.now)
        while nextEvent < scenario.events.count, scenario.events[nextEvent].at.milliseconds <= elapsed {
            try apply(scenario.events[nextEvent])
            nextEvent += 1
        }
        try settle()
        world.moveOwners()
        try settle()
        if step == 0 { world.switchOn() }
        world.runTrackers()
        try settle()
        try tickHistory(at: elapsed)
        observer.endStep(world) { (try? store.fixCount(of: $0)) ?? 0 }
        try trace?.truth(of: world)
    }

    /// What came of the run; the wall time is the caller's to measure.
    public func report(wallSeconds: Double) throws -> RunReport {
        let counters = try store.counters()
        let quarantined = counters.filter { $0.key.name.hasPrefix("quarantined.") }.map(\.value).reduce(0, +)
        let messages = RunReport.Messages(
            published: published,
            bytes: bytes,
            stored: counters[.stored] ?? 0,
            duplicates: counters[.duplicates] ?? 0,
            quarantined: quarantined
        )
        return observer.report(
            scenario,
            world,
            messages: messages,
            fixes: { (try? store.fixCount(of: $0)) ?? 0 },
            wallSeconds: wallSeconds
        )
    }

    /// What was seen of each tracker so far.
    public var records: [TrackerRecord] { observer.records }

    private mutating func connectEverybody() throws {
        for client in [clients.console, clients.observer] + clients.phones { broker.connect(client) }
        try connectHistory()
        for index in gateways.indices { try connectGateway(index) }
        try settle()
    }

    private mutating func connectHistory() throws {
        broker.connect(clients.history)
        isHistoryConnected = true
        for message in history.connected(at: world.now) { try publish(message, from: clients.history) }
    }

    private mutating func connectGateway(_ index: Int) throws {
        guard broker.isUp else { return }
        broker.connect(clients.gateways[index])
        try publish(gateways[index].status(.online), from: clients.gateways[index])
    }

    private mutating func apply(_ event: Scenario.Event) throws {
        switch event.action {
        case .tracker(let name, let action):
            for index in observer.indices(of: name) {
                let copy = observer.copy(ofTracker: index)
                world.apply(action, to: index) { observer.owner($0, inCopy: copy) }
            }
        case .world(.brokerDown): goDown()
        case .world(.brokerUp): try comeUp()
        case .world(.gatewayDown(let name)): try setGateways(name, up: false)
        case .world(.gatewayUp(let name)): try setGateways(name, up: true)
        case .world(.messages(let faults)):
            broker.set(
                drop: faults.drop,
                duplicate: faults.duplicate,
                reorderMilliseconds: faults.reorder.milliseconds
            )
        }
    }

    private mutating func goDown() {
        broker.goDown()
        isHistoryConnected = false
        world.setBroker(up: false)
    }

    private mutating func comeUp() throws {
        broker.comeUp()
        for client in [clients.console, clients.observer] + clients.phones { broker.connect(client) }
        try connectHistory()
        for index in gateways.indices where world.isGatewayUp(index) { try connectGateway(index) }
        world.setBroker(up: true)
    }

    /// A gateway that comes back has forgotten everything.
    private mutating func setGateways(_ name: Name?, up: Bool) throws {
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

    // MARK: - Passing on

    /// Passes on what was said until everybody is silent.
    private mutating func settle() throws {
        repeat {
            var isQuiet = false
            while !isQuiet {
                isQuiet = true
                while let output = world.next() {
                    isQuiet = false
                    try pass(output)
                }
                while let delivery = broker.next() {
                    isQuiet = false
                    try deliver(delivery)
                }
            }
            try ingest()
        } while broker.hasDeliveries
    }

    private mutating func pass(_ output: WorldOutput) throws {
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
        }
    }

    private mutating func publish(_ message: Message, from client: MemoryBroker.ClientID) throws {
        try trace?.message(message, at: world.elapsed)
        if client != clients.history {
            published += 1
            bytes += message.topic.utf8.count + message.payload.count
        }
        broker.publish(message, from: client, at: world.now)
    }

    private mutating func notice(_ event: RadioEvent, _ gateway: Int) throws {
        guard world.isGatewayUp(gateway) else { return }
        gatewayActions.removeAll(keepingCapacity: true)
        gateways[gateway].noticed(event, at: world.now, &gatewayActions)
        try carryOut(gateway)
    }

    private mutating func carryOut(_ gateway: Int) throws {
        for action in gatewayActions {
            switch action {
            case .publish(let message): try publish(message, from: clients.gateways[gateway])
            case .send(let downlink, let device):
                if let tracker = trackerOf[device] { world.tell(tracker, downlink) }
            }
        }
    }

    private mutating func deliver(_ delivery: MemoryBroker.Delivery) throws {
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

    // MARK: - History

    private mutating func ingest() throws {
        guard !batch.isEmpty else { return }
        let answers = try history.ingest(batch, at: world.now)
        batch.removeAll(keepingCapacity: true)
        for message in answers { try publish(message, from: clients.history) }
    }

    private mutating func tickHistory(at elapsed: Int64) throws {
        guard isHistoryConnected, elapsed >= nextTick else { return }
        nextTick = elapsed + 1000
        for message in try history.tick(at: world.now) { try publish(message, from: clients.history) }
        try settle()
    }
}

extension GatewayCore.Configuration {
    /// A gateway of the simulated world, which tells references as often as owners move.
    init(gateway index: Int, of world: World) {
        let radio = world.radioModel(ofGateway: index)
        self.init(
            id: world.id(ofGateway: index),
            trackers: world.trackers(ofGateway: index),
            topics: world.topics,
            pathLoss: PathLoss(powerAtOneMetre: radio.powerAtOneMetre, exponent: radio.exponent),
            referenceEvery: 0
        )
    }
}
