import Bluetooth
import Gateway
import History
public import Messages
public import Simulation
import Store
public import Tracking

/// A scenario played through on the virtual clock, everything in one process: the world with its trackers, a broker in
/// memory, the gateways' and the history service's own code, and a subscriber that writes down what comes of it.
public struct Rehearsal {
    public let scenario: Scenario
    let hasRadio: Bool
    var world: World
    var broker: MemoryBroker
    var history: HistoryCore
    let store: Store
    var gateways: [GatewayCore] = []
    var clients = Clients()
    var observer: Observer
    var trace: TraceWriter?
    /// Is handed every message that somebody publishes, with the milliseconds since the start.
    public var tap: ((Message, Int64) -> Void)?

    var nextEvent = 0
    var batch: [Message] = []
    var isHistoryConnected = false
    var gatewayActions: [GatewayCore.Action] = []
    var trackerOf: [DeviceID: Int] = [:]
    var nextTick: Int64 = 0
    /// What everybody but the history service has published.
    var published = 0
    var bytes = 0

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

    enum Role { case tracker(Int), gateway(Int), history, observer, silent }

    /// A run that has not begun.
    ///
    /// Without `hasRadio` no tracker is heard over Bluetooth; the store is in memory unless it has a path.
    ///
    /// - Throws: ``StoreError``, or ``Name/Invalid`` when a copy's name would be too long.
    public init(
        _ scenario: Scenario, fleet: Int = 1, hasRadio: Bool = true, storePath: String? = nil, trace: TraceWriter? = nil
    ) throws {
        (self.scenario, self.hasRadio) = (scenario, hasRadio)
        self.trace = trace
        world = try World(scenario, fleet: fleet)
        broker = MemoryBroker(seed: scenario.seed)
        store =
            try storePath.map { try Store(path: $0, mode: .readWrite(create: true), durability: .off) }
            ?? Store.inMemory()
        let households = try scenario.households(inFleetOf: fleet)
        history = try HistoryCore(store: store, configuration: HistoryConfiguration(households: households))
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
    public var steps: Int { scenario.steps }

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
        try deliverAll()
        world.moveOwners()
        try deliverAll()
        if step == 0 { world.switchOn() }
        world.runTrackers()
        if world.isNoisy || elapsed % Self.quietTick == 0 { try tickGateways() }
        try conclude()
        try tickHistory(at: elapsed)
        observer.endStep(world) { (try? store.fixCount(of: $0)) ?? 0 }
        try trace?.truth(of: world)
        try trace?.beliefs(of: history, in: world)
    }

    /// Milliseconds between two moments at which gateways of a world without noise tell what they do not hear.
    private static let quietTick: Int64 = 10_000

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
            scenario, world, messages: messages, fixes: { (try? store.fixCount(of: $0)) ?? 0 }, wallSeconds: wallSeconds
        )
    }

    /// How far a tracker truly is from its owner now, in metres.
    public func trueDistance(ofTracker index: Int) -> Double { world.mode(ofTracker: index).distance }

    /// What was seen of each tracker so far.
    public var records: [TrackerRecord] { observer.records }

    /// The gateways that stay where they are.
    public var standingGateways: [(id: Name, place: Coordinate)] {
        (0..<world.gatewayCount).compactMap { index in
            world.place(ofGateway: index).map { (world.id(ofGateway: index), $0) }
        }
    }
}

extension GatewayCore.Configuration {
    /// A gateway of the simulated world: with noise, it tells as much and as often as a real one does; without, it tells
    /// references as often as owners move.
    init(gateway index: Int, of world: World) {
        let radio = world.radioModel(ofGateway: index)
        self.init(
            id: world.id(ofGateway: index),
            trackers: world.trackers(ofGateway: index),
            topics: world.topics,
            pathLoss: PathLoss(powerAtOneMetre: radio.powerAtOneMetre, exponent: radio.exponent)
        )
        ownerless = Set(world.tags(ofGateway: index))
        carrier = world.carrier(ofGateway: index)
        place = world.place(ofGateway: index)
        if world.isNoisy {
            pathLoss.sigma = world.calibratedSigma.map { max(1, $0) } ?? pathLoss.sigma
        } else {
            proximityEvery = 10_000
            referenceEvery = 0
        }
    }
}
