public import Logging
public import Messages
public import ServiceLifecycle
public import Store
import Threads
public import Tracking

/// One of several that share the work on a history: holds some of its partitions, each with a history service, and sees
/// to it that all workers have as many as each other.
///
/// It asks the others once a second, in the database, and works on a thread of its own, as that may take long.
public actor HistoryWorker: Service {
    private let thread: PollThread
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    private let board: WorkBoard
    private let plan: Plan
    private let ownClock: any UTCClock
    private let clock: SharedClock
    private let logger: Logger
    /// What is held, whether it runs or is about to begin or end.
    private var runs: [WorkUnit: PartitionRun] = [:]
    /// What ended by itself, and is left to others for so many rounds more.
    private var resting: [WorkUnit: Int] = [:]
    private var trouble: String?
    /// When the board was last read, and whether the broker is there.
    private var lastRound = ContinuousClock.now
    private let probe = BrokerProbe()
    private var workers: [String] = []
    /// The numbers of partitions that there are and are wanted, as they were said last.
    private var numbers: (count: Int, wanted: Int?)
    /// Where what was taken is opened, one after the other.
    private let openings: PollThread

    /// What a worker does with what it holds.
    public struct Plan: Sendable {
        /// The database.
        public let path: String
        public let configuration: HistoryConfiguration
        /// How owners are spread, as far as the worker was told: what counts is what all have agreed on.
        public let partitioning: Partitioning
        /// The log of the services, which say the same many times.
        public let logger: Logger
        /// How long it goes on without a word from the database, as then others may have taken what it holds.
        public let lease: Duration
        /// Where others in this program find the services of what is held; nil where nobody asks.
        public var held: HeldPartitions?
        /// Makes what tells people of alerts, by the claim to be the only one; nil where this worker does not.
        public var teller: (@Sendable (PartitionClaim) throws -> any Service)?
        /// Makes a client of a session, for one of the things that are held; nil for one that is the worker's own.
        public let connect: @Sendable (WorkUnit?, BusSession) throws -> any Bus

        /// Makes what works beside the service of a partition, on its store; nil for nothing.
        public var companion: (@Sendable (Store) -> any Service)?

        public init(
            path: String,
            configuration: HistoryConfiguration,
            partitioning: Partitioning,
            lease: Duration,
            logger: Logger,
            connect: @escaping @Sendable (WorkUnit?, BusSession) throws -> any Bus
        ) {
            (self.path, self.configuration, self.partitioning) = (path, configuration, partitioning)
            (self.lease, self.logger, self.connect) = (lease, logger, connect)
        }

        /// Names the session of a partition on the broker.
        func clientID(of partition: Int) -> String { "\(configuration.clientID)-\(partition)" }
    }

    private static let period = Duration.seconds(1)
    /// Rounds in which what ended by itself is left to others.
    private static let rest = 5

    /// A worker that has joined nobody yet.
    ///
    /// - Throws: `NoDescriptor` when the process has none left for the threads' bells.
    public init(board: WorkBoard, plan: Plan, clock: any UTCClock, logger: Logger) throws {
        thread = try PollThread(isPreferred: true)
        openings = try PollThread(isPreferred: true)
        (self.board, self.plan, self.logger) = (board, plan, logger)
        (ownClock, self.clock) = (clock, SharedClock(clock))
        numbers = (plan.partitioning.count, nil)
        for each in [thread, openings] { each.start { PollThread.Wait(descriptors: [], timeout: -1) } }
    }

    deinit { for each in [thread, openings] { each.start { nil } } }

    /// Runs until it is shut down, and then gives back what it holds, so that others take it at once.
    ///
    /// - Throws: ``StoreError`` when it does not fit in with the others.
    public func run() async throws {
        // It shows whether the broker can be reached at all, also by a worker that holds nothing.
        let bus = try plan.connect(nil, BrokerProbe.session(of: board.worker, plan.configuration))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await bus.run { self.probe.note($0) } }
            lastRound = .now
            while !Task.isShuttingDownGracefully {
                try Task.checkCancellation()
                do { begin(try round(), &group) } catch let error as StoreError {
                    if case .unsuited = error.reason { throw error }
                    complain(of: error)
                    letGoInTime()
                }
                try? await cancelWhenGracefulShutdown { try await Task.sleep(for: Self.period) }
            }
            logger.info("ending: gives back \(runs.count) partitions")
            for run in runs.values { run.end() }
            // The probe ends by the same shutdown.
            try await group.waitForAll()
            try? board.leave()
        }
    }

    /// Ends what others may have taken by now: it would take the broker's sessions from them again and again.
    private func letGoInTime() {
        guard lastRound.duration(to: .now) > plan.lease, runs.values.contains(where: { !$0.isEnding }) else { return }
        logger.warning("no word from the database for longer than the lease: lets go of \(runs.count) partitions")
        for run in runs.values { run.end() }
    }

    private func complain(of error: StoreError) {
        guard trouble != "\(error)" else { return }
        trouble = "\(error)"
        logger.error("\(error); nothing is lost, trying again until it works")
    }

    /// One look at the board.
    private func round() throws -> WorkBoard.Round {
        let asked = ownClock.now
        let round = try board.beat(
            of: Array(runs.keys),
            avoiding: Set(resting.keys),
            reachesBroker: probe.reachesBroker,
            reports: runs.values.compactMap { $0.report() }
        )
        lastRound = .now
        if let ahead = clock.follow(round.time, asked: asked, answered: ownClock.now), abs(ahead) >= 2000 {
            let way = ahead > 0 ? "behind" : "ahead of"
            logger.warning("this machine's clock is \(abs(ahead) / 1000) s \(way) the database's, which counts")
        }
        if trouble != nil { logger.info("the database answers again") }
        trouble = nil
        resting = resting.compactMapValues { $0 > 1 ? $0 - 1 : nil }
        if round.workers != workers { logger.info("workers: \(round.workers.joined(separator: ", "))") }
        workers = round.workers
        tell(of: round)
        return round
    }

    /// Says what becomes of the number of partitions.
    private func tell(of round: WorkBoard.Round) {
        let (count, told) = (round.partitioning.count, plan.partitioning.count)
        if count != numbers.count { logger.notice("the owners are spread over \(count) partitions now") }
        if count != told, numbers.count == told, round.wanted == nil {
            logger.warning("this worker was told \(told) partitions; it has to be told \(count) before another change")
        }
        if let wanted = round.wanted, wanted != numbers.wanted {
            logger.notice("gives back its partitions, as there are to be \(wanted) of them")
        }
        numbers = (count, round.wanted)
        plan.held?.follow(round.partitioning)
    }

    private func begin(_ round: WorkBoard.Round, _ group: inout ThrowingTaskGroup<Void, any Error>) {
        let held = Set(round.held.map(\.unit))
        for (unit, run) in runs where !held.contains(unit) && !run.isEnding {
            logger.warning("partition \(unit) was taken over by another worker")
            run.end()
        }
        for unit in round.give {
            guard let run = runs[unit], !run.isEnding else { continue }
            // All of them, for another number of partitions.
            if round.wanted == nil { logger.info("gives partition \(unit) to another worker") }
            run.end()
        }
        for unit in round.retired {
            guard let run = runs[unit], !run.isEnding else { continue }
            logger.info("partition \(unit) is of no more use")
            run.retire()
        }
        // What it holds by the board and does not run was let go of while the database was away.
        for claim in round.taken + round.held where runs[claim.unit] == nil {
            if resting[claim.unit] != nil {
                giveBack(claim)
                continue
            }
            // One that is about to be given back is begun no more.
            if round.wanted != nil {
                giveBack(claim)
                continue
            }
            let run = PartitionRun(claim, of: round.partitioning)
            runs[claim.unit] = run
            group.addTask(executorPreference: openings) { await self.hold(run) }
        }
        if !round.taken.isEmpty { logger.info("holds \(runs.count) partitions, \(round.taken.count) of them new") }
        for partition in Set(round.waiting.keys).union(round.departing.keys) {
            guard let run = runs[.partition(partition)], let service = run.beginAdoption() else { continue }
            let (owners, others) = (round.waiting[partition] ?? [], round.departing[partition] ?? [])
            group.addTask {
                defer { run.endAdoption() }
                do { try await service.adopt(owners, releasing: others) } catch {
                    self.logger.debug("partition \(partition): new owners have to wait: \(error)")
                }
            }
        }
    }

    /// Serves what was taken until it ends, and gives it back.
    private nonisolated func hold(_ run: PartitionRun) async {
        do { try await run.serve(plan, clock) } catch {
            let isFenced = (error as? StoreError)?.reason == .fenced
            logger.log(level: isFenced ? .warning : .error, "partition \(run.claim.unit): \(error)")
        }
        // A worker that was frozen while others gave the partition up may have begun a session that nobody wants.
        do { try await forget(run.claim, isRetiring: run.isRetiring) } catch {
            logger.debug("the session of partition \(run.claim.unit) is left to others: \(error)")
        }
        await end(run)
    }

    /// Has the broker forget the session of a partition that nobody needs any more, and nobody look for it again.
    private nonisolated func forget(_ claim: PartitionClaim, isRetiring: Bool) async throws {
        guard case .partition(let number) = claim.unit, !Task.isShuttingDownGracefully else { return }
        switch try board.standing(of: claim) {
        case .held where isRetiring, .gone: break
        case .held, .lost: return
        }
        let session = BusSession(clientID: plan.clientID(of: number), subscriptions: [], persistent: false)
        let bus = try plan.connect(nil, session)
        let isForgotten = await cancelWhenGracefulShutdown { [plan] in
            await withThrowingTaskGroup(of: Bool.self) { group in
                let (connections, continuation) = AsyncStream.makeStream(of: Bool.self)
                group.addTask {
                    defer { continuation.finish() }
                    try await bus.run { if case .connected = $0 { continuation.yield(true) } }
                    return false
                }
                // Not for longer than it is held for certain: another may need a session of that name afterwards.
                group.addTask {
                    try await Task.sleep(for: plan.lease / 2)
                    continuation.finish()
                    return false
                }
                let isConnected = await connections.first { $0 } ?? false
                group.cancelAll()
                while await group.nextResult() != nil {}
                return isConnected
            }
        }
        if isForgotten { try board.retire(claim) }
    }

    private func end(_ run: PartitionRun) {
        if !run.isEnding { resting[run.claim.unit] = Self.rest }
        if runs[run.claim.unit] === run { runs[run.claim.unit] = nil }
        giveBack(run.claim)
    }

    private func giveBack(_ claim: PartitionClaim) {
        do { try board.giveBack(claim) } catch {
            // Its lease ends without that.
            logger.debug("partition \(claim.unit) is not given back: \(error)")
        }
    }
}
