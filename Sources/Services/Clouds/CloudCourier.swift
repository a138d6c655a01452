public import Logging
public import MQTT
public import Messages
public import ServiceLifecycle
public import Tracking

/// Takes what is published for the trackers behind one cloud to that cloud.
///
/// Its session on the broker is kept while it is away, and a message is acknowledged to the broker only when the cloud has
/// it, or has refused it: what is not delivered lies on the broker. While the cloud cannot be had, the courier leaves the
/// broker and comes back for another try, later each time.
public actor CloudCourier: Service {
    private let entry: CloudEntry
    private let topics: Topics
    private let clock: any UTCClock
    private let logger: Logger
    private let counters: CloudCounters
    private let connect: @Sendable () throws -> any Bus
    private var backoff: Backoff
    private var generator: any RandomNumberGenerator & Sendable
    private let devices: [DeviceID: String]

    /// What the cloud has of a batch whose other messages the broker will send again, with these.
    private var passed: Set<CloudErrand.Identity> = []
    /// How often each message has failed.
    private var failures: [CloudErrand.Identity: Int] = [:]
    /// The last desired state that each tracker was told: the broker tells it anew with each connection.
    private var told: [DeviceID: CloudErrand.Identity] = [:]
    /// Whether the trouble with the cloud has been told.
    private var isInTrouble = false
    /// When it may be told again that something was left out: of many, each hardly matters.
    private var nextComplaint = Timestamp(milliseconds: 0)

    /// Messages taken from the broker at once: each may take a request's time, and all of them less than the keep-alive.
    public static let batch = 16
    /// Seconds of silence that the broker has to bear, see ``batch``.
    public static let keepAlive = Duration.seconds(300)
    /// How often a message is tried that fails by itself.
    static let mostTries = 5
    /// How long after a complaint of something left out the next one follows, at least.
    static let complaints = Duration.seconds(600)
    /// How long to wait between tries, at most.
    public static let pauses = Backoff.Bounds(first: .seconds(2), most: .seconds(600))

    /// A courier for one cloud, which gets a new bus with the session of ``session(of:named:_:)`` for each stay at the
    /// broker.
    public init(
        _ entry: CloudEntry,
        topics: Topics,
        counters: CloudCounters,
        pauses: Backoff.Bounds = CloudCourier.pauses,
        clock: any UTCClock,
        generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        logger: Logger,
        bus: @escaping @Sendable () throws -> any Bus
    ) {
        (self.entry, self.topics, self.counters) = (entry, topics, counters)
        (self.clock, self.logger, connect) = (clock, logger, bus)
        (backoff, self.generator) = (Backoff(pauses), generator)
        devices = Dictionary(entry.trackers.map { ($0.value, $0.key) }) { first, _ in first }
    }

    /// The session in which the broker keeps what is published for a cloud's trackers.
    public static func session(of entry: CloudEntry, named name: String, _ topics: Topics) -> BusSession {
        let trackers = entry.trackers.values.sorted()
        return BusSession(
            clientID: name,
            subscriptions: trackers.flatMap { CloudErrand.subscriptions(of: $0, topics) },
            persistent: true
        )
    }

    /// Everything for the cloud waits.
    private struct Stalled: Error {
        let failure: CloudFailure

        var retryAfter: Duration? {
            guard case .unreachable(_, let duration) = failure else { return nil }
            return duration
        }
    }

    /// Delivers until it is shut down.
    public func run() async throws {
        while true {
            let bus = try connect()
            do {
                try await bus.run { event in try await self.handle(event, bus) }
                return
            } catch let stalled as Stalled {
                if Task.isShuttingDownGracefully || Task.isCancelled { return }
                let pause = max(backoff.next(using: &generator), stalled.retryAfter ?? .zero)
                tell(stalled.failure)
                do {
                    try await cancelWhenGracefulShutdown { [clock] in
                        try await clock.sleep(until: clock.now.advanced(by: pause), tolerance: nil)
                    }
                } catch is CancellationError { return }
            }
        }
    }

    private func handle(_ event: BusEvent, _ bus: any Bus) async throws {
        switch event {
        case .connected: break
        case .disconnected(let reason): logger.debug("\(entry.name): the broker is away: \(reason)")
        case .received(let messages):
            // Not a request's time longer than it must be when the service ends: the broker keeps what is not delivered.
            try await cancelWhenGracefulShutdown { try await self.pass(on: messages, bus) }
        }
    }

    /// Takes a batch to the cloud: each tracker's messages in their order, those of several trackers at once.
    private func pass(on messages: [Message], _ bus: any Bus) async throws {
        let now = clock.now
        var lines: [DeviceID: [CloudErrand]] = [:]
        for message in messages {
            guard let errand = CloudErrand(message, topics, at: now) else { continue }
            guard devices[errand.tracker] != nil else {
                // It has been taken out of the file since the session was made.
                bus.unsubscribe(message.topic)
                continue
            }
            lines[errand.tracker, default: []].append(errand)
        }
        let outcomes = await withTaskGroup(of: Outcome.self) { group in
            for (tracker, line) in lines {
                guard let device = devices[tracker] else { continue }
                group.addTask { await self.deliver(line, to: device) }
            }
            var outcomes: [Outcome] = []
            for await outcome in group { outcomes.append(outcome) }
            return outcomes
        }
        let settled = outcomes.flatMap(\.settled)
        if let failure = outcomes.lazy.compactMap(\.failure).first {
            passed.formUnion(settled)
            throw Stalled(failure: failure)
        }
        // What is acknowledged now does not come again.
        passed.subtract(settled)
        guard !settled.isEmpty || outcomes.contains(where: \.isAccepted) else { return }
        backoff.reset()
        recover()
    }

    /// What became of the messages for one tracker.
    private struct Outcome {
        /// What need not be sent again, of what the broker has kept.
        var settled: [CloudErrand.Identity] = []
        /// Why the others have to wait; nil where there are none.
        var failure: CloudFailure?
        /// Whether the cloud has taken something.
        var isAccepted = false
    }

    /// Delivers the messages for one tracker, up to the first that has to wait.
    private func deliver(_ line: [CloudErrand], to device: String) async -> Outcome {
        var outcome = Outcome()
        for errand in line {
            let identity = errand.identity
            // The next one like it is another one.
            if passed.remove(identity) == nil, told[errand.tracker] != identity {
                do throws(CloudFailure) {
                    try await entry.cloud.send(errand.message.payload, to: device)
                    counters.count(going: .accepted)
                    outcome.isAccepted = true
                } catch {
                    guard errand.message.quality == .atLeastOnce else {
                        leaveOut(error)
                        continue
                    }
                    outcome.failure = judge(error, of: errand)
                }
                if outcome.failure != nil { return outcome }
                failures[identity] = nil
                if errand.message.topic == topics.desired(errand.tracker) { told[errand.tracker] = identity }
            }
            if errand.message.quality == .atLeastOnce { outcome.settled.append(identity) }
        }
        return outcome
    }

    /// What to do after a failure; nil when the message is given up.
    private func judge(_ failure: CloudFailure, of errand: CloudErrand) -> CloudFailure? {
        switch failure {
        case .unreachable: break
        case .refused:
            counters.count(going: .refused)
            logger.error("\(entry.name): a message on \(errand.message.topic) is refused: \(failure)")
            return nil
        case .failed:
            failures[errand.identity, default: 0] += 1
            guard failures[errand.identity, default: 0] >= Self.mostTries else { break }
            counters.count(going: .abandoned)
            logger.error("\(entry.name): a message on \(errand.message.topic) is given up: \(failure)")
            return nil
        }
        counters.count(going: .retried)
        return failure
    }

    /// What the broker does not keep, its tracker asks for again: nothing waits for it.
    private func leaveOut(_ failure: CloudFailure) {
        counters.count(going: .abandoned)
        guard clock.now >= nextComplaint else { return logger.debug("\(entry.name): \(failure)") }
        nextComplaint = clock.now.advanced(by: Self.complaints)
        logger.warning("\(entry.name): what is stored cannot be told to a tracker: \(failure)")
    }

    private func tell(_ failure: CloudFailure) {
        counters.setStalled(true)
        guard !isInTrouble else { return logger.debug("\(entry.name): \(failure)") }
        isInTrouble = true
        logger.warning("\(entry.name): commands wait on the broker: \(failure)")
    }

    private func recover() {
        counters.setStalled(false)
        guard isInTrouble else { return }
        isInTrouble = false
        logger.notice("\(entry.name): commands are delivered again")
    }
}
