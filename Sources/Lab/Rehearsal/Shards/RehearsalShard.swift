import Bluetooth
import CivilTime
import Gateway
import History
import Messages
import Simulation
import Store
import Tracking

/// Some copies of a scenario played through on the virtual clock: their world with its trackers, a broker in memory, the
/// gateways' and the history service's own code, and a subscriber that writes down what comes of it.
///
/// Nobody of it meets anybody of another shard, so each can be played on a thread of its own.
struct RehearsalShard: Sendable {
    let scenario: Scenario
    private let copies: ClosedRange<Int>
    let hasRadio: Bool
    var world: World
    var broker: MemoryBroker
    var history: HistoryCore
    let store: Store
    /// The topics on which a history service speaks of itself.
    private let isToldOnce: Set<String>
    var gateways: [GatewayCore] = []
    var clients = Clients()
    var observer: Observer
    var trace: TraceWriter?
    /// Is handed every message that somebody publishes, with the milliseconds since the start.
    var tap: RehearsalTap?
    /// Whether the bytes of what is published are counted, which are written for that.
    var countsBytes = true

    /// What reminders may ask for.
    let facts: FactBook
    /// Of the moments at which a source fails or answers again.
    var nextEdge = 0

    var nextEvent = 0
    var batch: [Message] = []
    /// Empty, with the memory of what was delivered last.
    var delivered: [MemoryBroker.Delivery] = []
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

    /// A run of some copies of a fleet that has not begun.
    ///
    /// - Throws: ``StoreError``, or ``Name/Invalid`` when a copy's name would be too long.
    init(
        _ scenario: Scenario,
        copies: ClosedRange<Int>,
        of fleet: Int,
        hasRadio: Bool,
        store: Store,
        trace: TraceWriter?
    ) throws {
        (self.scenario, self.copies, self.hasRadio, self.store) = (scenario, copies, hasRadio, store)
        self.trace = trace
        world = try World(scenario, fleet: fleet, copies: copies)
        facts = FactBook(scenario, world: world)
        broker = MemoryBroker(
            seed: scenario.seed,
            firstCopy: copies.lowerBound,
            topics: world.topics,
            clients: world.ownerCount + world.trackerCount + world.gatewayCount + 3
        )
        let households = try scenario.households(inFleetOf: fleet, copies: copies)
        var configuration = HistoryConfiguration(households: households)
        configuration.zones = { try? ZoneDatabase().zone(named: $0) }
        history = try HistoryCore(store: store, configuration: configuration)
        observer = Observer(scenario: scenario, world: world, fleet: copies.count)
        isToldOnce = [world.topics.fence, world.topics.historyStatus]
        for index in 0..<world.trackerCount { trackerOf[world.id(ofTracker: index)] = index }
        enlist()
    }

    /// Whether a message of the history service is one that each shard has, and the whole run once: the first tells it.
    func isRepeated(_ message: Message) -> Bool { copies.lowerBound > 1 && isToldOnce.contains(message.topic) }

    private mutating func enlist() {
        gateways.reserveCapacity(world.gatewayCount)
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
        let reminding = scenario.reminders.isEmpty ? [] : ["tagalong/reminders/#"]
        let watching = (["tagalong/alerts/#", "tagalong/+/+/state"] + reminding).map { BusSession.Subscription($0) }
        clients.observer = add(BusSession(clientID: "observer", subscriptions: watching, persistent: true), .observer)
        clients.console = add(BusSession(clientID: "console", subscriptions: [], persistent: true), .silent)
    }

    private mutating func add(_ session: BusSession, _ role: Role) -> MemoryBroker.ClientID {
        clients.roles.append(role)
        return broker.add(session)
    }

    /// Plays one step: events, owners, trackers, and then the history service with everything that reached it.
    ///
    /// - Throws: ``StoreError`` or an error of the trace file.
    mutating func play(step: Int) throws {
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
        try tellFacts()
        try observer.endStep(world) { try store.fixCount(of: $0) }
        try trace?.truth(of: world)
        try trace?.beliefs(of: history, in: world)
    }

    /// Lets go of the memory in which messages are on their way, until there are some again.
    mutating func rest() {
        world.rest()
        broker.rest()
        history.rest()
        if batch.isEmpty { batch = [] }
        gatewayActions = []
    }

    /// Milliseconds between two moments at which gateways of a world without noise tell what they do not hear.
    private static let quietTick: Int64 = 10_000

    /// What came of the run, but for what the store has counted.
    ///
    /// - Throws: ``StoreError``.
    func report(wallSeconds: Double) throws -> RunReport {
        try observer.report(
            scenario,
            world,
            messages: RunReport.Messages(published: published, bytes: bytes, stored: 0, duplicates: 0, quarantined: 0),
            fixes: { try store.fixCount(of: $0) },
            wallSeconds: wallSeconds
        )
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
