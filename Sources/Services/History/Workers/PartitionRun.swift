import Logging
import Messages
import ServiceLifecycle
import Store
import Synchronization
import Threads
import Tracking

/// What a worker holds, from the taking to the end of its service.
final class PartitionRun: Sendable {
    let claim: PartitionClaim
    /// How owners are spread for as long as it is held.
    private let partitioning: Partitioning
    private let state = Mutex(State())

    private struct State {
        var isEnding = false
        var isRetiring = false
        var isAdopting = false
        var group: ServiceGroup?
        var history: HistoryService?
        var strangers: WorkState?
    }

    init(_ claim: PartitionClaim, of partitioning: Partitioning) {
        (self.claim, self.partitioning) = (claim, partitioning)
    }

    /// Whether it was told to end.
    var isEnding: Bool { state.withLock(\.isEnding) }

    /// Has the service end in good order.
    func end() {
        let group = state.withLock { state in
            state.isEnding = true
            return state.group
        }
        if let group { Task { await group.triggerGracefulShutdown() } }
    }

    /// Has it end for good, as nobody needs the partition any more.
    func retire() {
        state.withLock { $0.isRetiring = true }
        end()
    }

    var isRetiring: Bool { state.withLock(\.isRetiring) }

    /// The service that goes on with new owners, for one call at a time; nil while there is none, or one goes on.
    func beginAdoption() -> HistoryService? {
        state.withLock { state in
            guard !state.isAdopting, let history = state.history else { return nil }
            state.isAdopting = true
            return history
        }
    }

    func endAdoption() { state.withLock { $0.isAdopting = false } }

    /// Opens the partition, and runs its service until that is told to end, or cannot go on.
    func serve(_ plan: HistoryWorker.Plan, _ clock: any UTCClock) async throws {
        var logger = plan.logger
        logger[metadataKey: "partition"] = "\(claim.unit)"
        let services = try open(plan, clock, logger)
        logger.logLevel = max(logger.logLevel, .warning)
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: services.enumerated().map { number, service in
                    // What works beside the first ends for itself where it cannot go on.
                    .init(
                        service: service,
                        successTerminationBehavior: number == 0 ? .gracefullyShutdownGroup : .ignore)
                },
                logger: logger
            )
        )
        let mayRun = state.withLock { state in
            state.group = group
            return !state.isEnding
        }
        defer { state.withLock { ($0.group, $0.history, $0.strangers) = (nil, nil, nil) } }
        guard mayRun else { return }
        guard case .partition(let number) = claim.unit, let history = state.withLock(\.history) else {
            return try await group.run()
        }
        await plan.held?.begin(history, of: number)
        defer { plan.held?.end(history, of: number) }
        try await group.run()
    }

    private func open(_ plan: HistoryWorker.Plan, _ clock: any UTCClock, _ logger: Logger) throws -> [any Service] {
        let unit = claim.unit
        if unit == .notifications, let teller = plan.teller { return [try teller(claim)] }
        let store = try Store(path: plan.path, claim: claim)
        let connect = plan.connect
        guard case .partition(let number) = unit else {
            let counts = WorkState()
            state.withLock { $0.strangers = counts }
            let service = try StrangerService(
                store: store,
                configuration: plan.configuration,
                partitioning: partitioning,
                clock: clock,
                logger: logger,
                state: counts
            ) { try connect(unit, $0) }
            return [service]
        }
        var configuration = plan.configuration
        configuration.share = HistoryShare(number, of: partitioning)
        configuration.clientID = plan.clientID(of: number)
        let core = try HistoryCore(store: store, configuration: configuration)
        let service = try HistoryService(
            core: core, clock: clock, logger: logger, sessions: { try connect(unit, $0) }
        )
        state.withLock { $0.history = service }
        return [service] + (plan.companion.map { [$0(store)] } ?? [])
    }

    /// How it does now; nil before it has begun.
    func report() -> WorkBoard.Report? {
        state.withLock { state in
            if let pulse = state.history?.lastPulse {
                return WorkBoard.Report(
                    unit: claim.unit, isConnected: pulse.isConnected, received: pulse.received, lag: pulse.lag
                )
            }
            if claim.unit == .notifications, state.group != nil {
                return WorkBoard.Report(unit: claim.unit, isConnected: true, received: 0, lag: nil)
            }
            guard let strangers = state.strangers?.now else { return nil }
            return WorkBoard.Report(
                unit: claim.unit, isConnected: strangers.isConnected, received: strangers.received, lag: nil
            )
        }
    }
}
