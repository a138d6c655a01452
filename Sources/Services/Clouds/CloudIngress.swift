public import Logging
public import Messages
public import ServiceLifecycle
public import Tracking

/// Publishes what clouds have passed on of their devices, as if each device had published it itself.
public actor CloudIngress: Service {
    private let entries: [String: (entry: CloudEntry, counters: CloudCounters)]
    private let topics: Topics
    private let clock: any UTCClock
    private let logger: Logger
    private let bus: any Bus
    private let refused: @Sendable () -> Int
    private var isConnected = false
    /// Devices without a tracker that the log has told of.
    private var strangers: Set<String> = []

    /// How long the broker may take to confirm a message, before the cloud is told to send it again.
    static let patience = Duration.seconds(10)
    /// Messages that may wait for the broker at once.
    static let mostWaiting = 1000
    /// Devices without a tracker that the log tells of, each once.
    static let mostStrangers = 100

    /// What became of something that a cloud has sent.
    public enum Outcome: Hashable, Sendable {
        /// The broker has it.
        case published(DeviceID)
        /// It was the cloud's own, and nothing for a tracker's owner.
        case ignored
    }

    /// A way in for some clouds, each with where it counts.
    ///
    /// The bus subscribes to nothing. `refused` tells how many messages its broker has refused so far.
    public init(
        _ entries: [(entry: CloudEntry, counters: CloudCounters)],
        topics: Topics,
        clock: any UTCClock,
        logger: Logger,
        bus: any Bus,
        refused: @escaping @Sendable () -> Int
    ) {
        self.entries = Dictionary(entries.map { ($0.entry.name.text, $0) }) { first, _ in first }
        (self.topics, self.clock, self.logger) = (topics, clock, logger)
        (self.bus, self.refused) = (bus, refused)
    }

    /// A session that only publishes.
    public static func session(named name: String) -> BusSession {
        BusSession(clientID: name, subscriptions: [], persistent: false)
    }

    /// Stays connected until it is shut down.
    public func run() async throws {
        try await bus.run { event in await self.handle(event) }
    }

    private func handle(_ event: BusEvent) {
        switch event {
        case .connected: isConnected = true
        case .disconnected(let reason):
            isConnected = false
            logger.warning("what clouds send is refused until the broker is back: \(reason)")
        case .received: break
        }
    }

    /// Whether a cloud of that name has that token; asked before anything else of a request is read.
    public nonisolated func knows(_ name: String, token: String) -> Bool {
        entries[name]?.entry.opens(with: token) ?? false
    }

    /// Publishes what the body of a cloud's request has, and returns once the broker has confirmed it.
    ///
    /// - Throws: ``CloudRefusal``; after ``CloudRefusal/unavailable(_:)`` it may have been published all the same, and
    ///   the history knows a fix that comes again by its number.
    public func receive(
        _ body: [UInt8], from name: String, token: String
    ) async throws(CloudRefusal) -> Outcome {
        guard let (entry, counters) = entries[name], entry.opens(with: token) else { throw .noCloud }
        do {
            let outcome = try await publish(try entry.cloud.delivery(in: body), entry)
            counters.count(coming: outcome == .ignored ? .ignored : .published)
            return outcome
        } catch {
            switch error {
            case .unknownDevice(let device):
                counters.count(coming: .unknown)
                tell(of: device, entry)
            case .unavailable: counters.count(coming: .unavailable)
            default: counters.count(coming: .refused)
            }
            throw error
        }
    }

    private func publish(_ delivery: CloudDelivery, _ entry: CloudEntry) async throws(CloudRefusal) -> Outcome {
        guard let device = entry.trackers[delivery.device] else { throw .unknownDevice(delivery.device) }
        let message: Message
        do { message = try TrackerReport.message(delivery.payload, from: device, topics) } catch {
            if delivery.mayBeOfCloud { return .ignored }
            logger.notice("\(entry.name): what \(device) sent is refused: \(error)")
            throw error
        }
        try await publish(message)
        return .published(device)
    }

    /// Publishes a message and waits until the broker has it.
    ///
    /// Who is refused meanwhile cannot be told apart: all that wait at that moment are sent again.
    private func publish(_ message: Message) async throws(CloudRefusal) {
        guard isConnected else { throw .unavailable("the broker is away") }
        guard bus.backlog < Self.mostWaiting else { throw .unavailable("too much waits for the broker") }
        let before = refused()
        let isConfirmed: Bool
        do {
            try await bus.publish(message)
            isConfirmed = try await drains()
        } catch { throw .unavailable("the broker is away") }
        guard isConfirmed else { throw .unavailable("the broker does not confirm it") }
        guard refused() == before else { throw .unavailable("the broker refused it") }
    }

    /// Waits until the broker has all that was published; false when it takes too long.
    private func drains() async throws -> Bool {
        let (bus, clock, deadline) = (bus, clock, clock.now.advanced(by: Self.patience))
        return try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await bus.drained()
                return true
            }
            group.addTask {
                try await clock.sleep(until: deadline, tolerance: nil)
                return false
            }
            defer { group.cancelAll() }
            return try await group.next() ?? false
        }
    }

    private func tell(of device: String, _ entry: CloudEntry) {
        guard strangers.count < Self.mostStrangers, strangers.insert("\(entry.name)/\(device)").inserted else { return }
        logger.warning("\(entry.name): \(CloudRefusal.unknownDevice(device))")
    }
}
