public import Logging
public import Messages
public import Simulation
import Synchronization
public import Tracking

/// A scenario played in front of real services: trackers and phones speak to a real broker, and the scenario's gateways
/// run beside them on the simulator's air.
public actor LiveRehearsal {
    /// What a live run is told once.
    public struct Configuration: Sendable {
        public var scenario: Scenario
        public var fleet: Int
        /// Virtual seconds in a second, above 0.
        public var speed: Double
        /// Whether the scenario's gateways hear the trackers.
        public var hasRadio: Bool
        public var topics: Topics
        /// Whether there is a broker to connect to; without one the trackers' modems find no network.
        public var hasBroker: Bool
        /// Makes the connection of one party.
        public var connect: @Sendable (BusSession) throws -> any Bus
        /// Makes the connection of a tracker that was told of a broker by its registration; nil where all connect alike.
        public var connectRegistered: (@Sendable (BusSession, Registration) throws -> any Bus)?

        public init(
            scenario: Scenario,
            fleet: Int = 1,
            speed: Double = 1,
            hasRadio: Bool = true,
            topics: Topics = Topics(),
            hasBroker: Bool = true,
            connect: @escaping @Sendable (BusSession) throws -> any Bus = { _ in SilentBus() }
        ) {
            self.scenario = scenario
            self.fleet = fleet
            self.speed = speed
            self.hasRadio = hasRadio
            self.topics = topics
            self.hasBroker = hasBroker
            self.connect = connect
        }
    }

    /// The broker could not be reached: nothing was played.
    public struct Unreachable: Error, Sendable, CustomStringConvertible { public let description: String }

    let configuration: Configuration
    let clock: any UTCClock
    let logger: Logger
    var world: World
    var observer: Observer
    var trace: TraceWriter?
    let inbox = ArrivalQueue()
    let cut = BrokerCut()
    var phones: [Line] = []
    var trackers: [Int: Line] = [:]
    var gateways: [Int: GatewayRun] = [:]
    var console: Line?
    /// The trackers whose Bluetooth leads outside, by their index.
    var tags: [Int: OutsideTag] = [:]
    var isPassingOn = false
    var trackerOf: [DeviceID: Int] = [:]
    private var nextEvent = 0
    private let start: Timestamp

    /// A run that has not begun; its virtual time begins when it does.
    ///
    /// - Throws: ``Name/Invalid`` when the name of a fleet's copy would be too long.
    public init(_ configuration: Configuration, clock: any UTCClock, logger: Logger, trace: TraceWriter? = nil) throws {
        // A service in front of which a scenario is played asks its own sources, and knows what day it is.
        let isReminding = !configuration.scenario.reminders.isEmpty
        if isReminding { logger.warning("reminders are played on the virtual clock only: they are left out") }
        var configuration = configuration
        configuration.scenario = configuration.scenario.withoutReminders
        self.configuration = configuration
        self.clock = clock
        self.logger = logger
        self.trace = trace
        start = clock.now
        // A broker and a history service that have seen an earlier run remember its boots and versions.
        let epoch = UInt32(clamping: start.wholeSeconds - 1_577_836_800)
        world = try World(
            configuration.scenario,
            fleet: configuration.fleet,
            start: start,
            speed: configuration.speed,
            epoch: epoch,
            topics: configuration.topics
        )
        observer = Self.observer(configuration, world)
        for index in 0..<world.trackerCount { trackerOf[world.id(ofTracker: index)] = index }
        if !configuration.hasBroker { world.setBroker(up: false) }
    }

    static func observer(_ configuration: Configuration, _ world: World) -> Observer {
        let patience = Int64((Self.patience * configuration.speed * 1000).rounded(.up))
        return Observer(scenario: configuration.scenario, world: world, fleet: configuration.fleet, patience: patience)
    }

    /// Seconds on the wall that services and the broker may take, on a machine that has other work; our choice.
    static let patience = 1.0

    /// Milliseconds on the wall below which no sleep is exact: shorter steps are played several at a time; our choice.
    private static let wake: Int64 = 10

    /// How many steps the whole run has.
    public nonisolated var steps: Int { configuration.scenario.steps }

    /// Plays the scenario against the clock; told of each step that is over.
    ///
    /// - Throws: ``Unreachable``, or an error of the trace file.
    public func run(progress: @Sendable (Int) -> Void) async throws -> RunReport {
        do {
            try await connectEverybody()
            for step in 0..<steps {
                try Task.checkCancellation()
                try await play(step: step)
                progress(step)
            }
            try await awaitStore()
        } catch {
            await disconnectEverybody()
            throw error
        }
        await disconnectEverybody()
        let counts = inbox.counts
        let seen = observer
        let messages = RunReport.Messages(
            published: counts.published,
            bytes: counts.bytes,
            stored: observer.arrivedFixes,
            duplicates: observer.repeatedFixes,
            quarantined: 0
        )
        return observer.report(
            configuration.scenario,
            world,
            messages: messages,
            fixes: { seen.arrived($0) },
            wallSeconds: clock.now.seconds - start.seconds
        )
    }

    /// What was seen of each tracker so far.
    public var records: [TrackerRecord] { observer.records }

    private func play(step: Int) async throws {
        let elapsed = Int64(step) * configuration.scenario.step.milliseconds
        let length = world.scale.wall(milliseconds: configuration.scenario.step.milliseconds)
        let due = world.scale.stamp(start.advanced(by: .milliseconds(elapsed)))
        let isShort = length < Self.wake
        if due > clock.now {
            // Once a sleep has lasted too long, the steps that are due by then follow without one.
            let end = isShort ? due.advanced(by: .milliseconds(Self.wake)) : due
            try await clock.sleep(until: end, tolerance: nil)
        }
        takeIn()
        world.begin(at: elapsed)
        while nextEvent < configuration.scenario.events.count,
            configuration.scenario.events[nextEvent].at.milliseconds <= elapsed
        {
            await apply(configuration.scenario.events[nextEvent])
            nextEvent += 1
        }
        world.moveOwners()
        await passOn()
        if !isShort {
            // Time for the owners' positions to come back from the broker as the trackers' reference; where a run is late
            // too, which then catches up at three times its pace.
            let pause = min(30, length / 3)
            try await clock.sleep(until: clock.now.advanced(by: .milliseconds(pause)), tolerance: nil)
        }
        takeIn()
        if step == 0 { world.switchOn() }
        world.runTrackers()
        await passOn()
        await lookOutside()
        let seen = observer
        observer.endStep(world) { seen.arrived($0) }
        try trace?.truth(of: world)
    }

    /// After the last step, what is on its way still arrives: until every tracker knows that its fixes are stored, or
    /// for ten seconds.
    private func awaitStore() async throws {
        for _ in 0..<100 {
            takeIn()
            await passOn()
            if (0..<world.trackerCount).allSatisfy({ world.truth(ofTracker: $0).waiting == 0 }) { break }
            try await clock.sleep(until: clock.now.advanced(by: .milliseconds(100)), tolerance: nil)
        }
        // The alerts of a batch are published behind the word that it is stored.
        try await clock.sleep(until: clock.now.advanced(by: .milliseconds(100)), tolerance: nil)
        takeIn()
    }

    private func takeIn() {
        for arrival in inbox.drain() {
            switch arrival {
            case .message(let message, let tracker): world.deliver(message, to: tracker)
            case .downlink(let downlink, let device):
                if let tracker = trackerOf[device] { world.deliver(tracker, downlink) }
            case .observed(let message): observer.received(message, world: world)
            case .published(let message):
                do { try trace?.message(message, at: world.elapsed) } catch { logger.error("\(error)") }
            }
        }
    }
}
