import Logging
import Messages
import ServiceLifecycle
import Store
import Threads
import Tracking

/// Finds the owners whom no partition knows yet: makes them known, and leaves to their partitions what came of them.
///
/// Of all others it lets everything pass, as their partitions have it from their own sessions. One worker has it.
actor StrangerService: Service {
    private let thread: PollThread
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    private let store: Store
    private var strangers: Strangers
    private let clock: any UTCClock
    private let logger: Logger
    private let bus: any Bus
    private let state: WorkState

    /// - Throws: ``StoreError``, `NoDescriptor`, or what `connect` throws.
    init(
        store: Store,
        configuration: HistoryConfiguration,
        partitioning: Partitioning,
        clock: any UTCClock,
        logger: Logger,
        state: WorkState,
        connect: (BusSession) throws -> any Bus
    ) throws {
        thread = try PollThread(isPreferred: true)
        (self.store, strangers) = (store, Strangers(configuration, partitioning))
        (self.clock, self.logger, self.state) = (clock, logger, state)
        bus = try connect(Self.session(configuration))
        thread.start { PollThread.Wait(descriptors: [], timeout: -1) }
    }

    deinit { thread.start { nil } }

    /// The positions of everybody, and what is wanted of trackers that have none yet.
    private static func session(_ configuration: HistoryConfiguration) -> BusSession {
        let topics = configuration.topics
        let filters = [
            "\(topics.positions)/#", "\(topics.own)/+/+/desired", "\(topics.own)/+/+/reported", Strangers.fence(topics),
        ]
        return BusSession(
            clientID: "\(configuration.clientID)-strangers", subscriptions: filters.map { .init($0) }, persistent: true
        )
    }

    /// Runs until it is shut down, or nothing more can be stored: then what came is not acknowledged.
    func run() async throws { try await bus.run { event in try await self.handle(event) } }

    private func handle(_ event: BusEvent) async throws {
        switch event {
        case .connected:
            state.set(connected: true)
            try? await bus.publish(strangers.begin(try store.subscribedOwners(), at: clock.now))
        case .disconnected(let reason):
            state.set(connected: false)
            logger.warning("\(reason); trying again until it works")
        case .received(let batch):
            state.count(batch.count)
            for message in try strangers.take(batch, into: store, at: clock.now) {
                // The bus is closed only when the service ends.
                try? await bus.publish(message)
            }
        }
    }
}
