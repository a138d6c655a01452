public import Messages
public import Simulation
import Store
public import Tracking

/// Is handed every message that somebody publishes in a run, with the milliseconds since the start.
public typealias RehearsalTap = @Sendable (Message, Int64) -> Void

/// A scenario played through on the virtual clock, everything in one process: the world with its trackers, a broker in
/// memory, the gateways' and the history service's own code, and a subscriber that writes down what comes of it.
///
/// A large fleet is played in shards of some copies each, which share nothing, on several threads. How it is parted depends
/// on the fleet alone: the trace and the report of a run are the same with any number of threads.
public struct Rehearsal {
    public let scenario: Scenario
    private let shards: [ShardPlayer]
    private let workers: Int
    private let trace: TraceWriter?
    private let stores: [Store]
    /// How many shards each store has but for the last, which may have fewer; one thread plays them in turn.
    private let shardsInStore: Int
    /// How many trackers each shard has but for the last, which may have fewer.
    private let trackersEach: Int
    /// How many trackers there are.
    public let trackerCount: Int
    /// Milliseconds since the start, at the step that was played last.
    public private(set) var elapsed: Int64 = 0

    /// How many trackers a shard has, about: so many that what each shard has once matters little, and so few that they
    /// keep many cores busy to the end.
    public static let trackersInShard = 64

    /// How many shards have a store together at most: an empty one takes as much memory as twenty trackers.
    private static let mostShardsInStore = 8
    /// How many stores there are for each thread at least, before any is shared, so that all are busy to the end.
    private static let storesPerWorker = 8

    /// A run that has not begun, to be played on at most so many threads.
    ///
    /// Without `hasRadio` no tracker is heard over Bluetooth. With a path the history is kept in that file, else in memory;
    /// a file is written by one thread. Without `countsBytes` the report has no bytes, and what nobody reads is not written.
    ///
    /// - Throws: ``StoreError``, or ``Name/Invalid`` when a copy's name would be too long.
    public init(
        _ scenario: Scenario,
        fleet: Int = 1,
        hasRadio: Bool = true,
        storePath: String? = nil,
        workers: Int = 1,
        countsBytes: Bool = true,
        trace: TraceWriter? = nil,
        tap: RehearsalTap? = nil
    ) throws {
        try self.init(
            scenario,
            fleet: fleet,
            hasRadio: hasRadio,
            storePath: storePath,
            workers: workers,
            countsBytes: countsBytes,
            trace: trace,
            tap: tap,
            trackersInShard: Self.trackersInShard
        )
    }

    init(
        _ scenario: Scenario,
        fleet: Int,
        hasRadio: Bool,
        storePath: String?,
        workers: Int,
        countsBytes: Bool,
        trace: TraceWriter?,
        tap: RehearsalTap?,
        trackersInShard: Int
    ) throws {
        (self.scenario, self.trace) = (scenario, trace)
        let fleet = max(1, fleet)
        let kept = try storePath.map { try Store(path: $0, mode: .readWrite(create: true), durability: .off) }
        self.workers = kept == nil ? workers : 1
        let copiesEach = max(1, trackersInShard / max(1, scenario.trackers.count))
        let parts = stride(from: 1, through: fleet, by: copiesEach).map { $0...min(fleet, $0 + copiesEach - 1) }
        var shards: [ShardPlayer] = []
        var stores = kept.map { [$0] } ?? []
        let each = max(1, min(Self.mostShardsInStore, parts.count / (max(1, workers) * Self.storesPerWorker)))
        shardsInStore = kept == nil ? each : parts.count
        for (index, copies) in parts.enumerated() {
            if kept == nil, index % each == 0 { stores.append(try Store.temporary()) }
            let store = stores[stores.count - 1]
            // The lines of a single shard need not wait for anybody's.
            let lines = trace != nil && parts.count > 1 ? TraceLines() : nil
            var shard = try RehearsalShard(
                scenario, copies: copies, of: fleet, hasRadio: hasRadio, store: store, trace: lines?.writer ?? trace
            )
            shard.tap = tap
            shard.countsBytes = countsBytes
            shards.append(ShardPlayer(shard, lines: lines))
        }
        (self.shards, self.stores) = (shards, stores)
        trackersEach = max(1, copiesEach * scenario.trackers.count)
        trackerCount = fleet * scenario.trackers.count
    }

    /// How many steps the whole run has; the first is the start itself.
    public var steps: Int { scenario.steps }

    /// Plays one step: events, owners, trackers, and then the history service with everything that reached it.
    ///
    /// - Throws: ``StoreError`` or an error of the trace file.
    public mutating func play(step: Int) throws { try play(steps: step..<step + 1) }

    /// Plays steps, which follow those played before; several at once spare threads to wait for each other.
    ///
    /// - Throws: ``StoreError`` or an error of the trace file.
    public mutating func play(steps: Range<Int>) throws {
        guard let last = steps.last else { return }
        Crew.work(stores.count, workers: workers) { [shards, shardsInStore] store in
            for shard in shards.dropFirst(store * shardsInStore).prefix(shardsInStore) { shard.play(steps) }
        }
        let traced = try shards.map { try $0.takeOutcome() }
        if shards.count > 1, let trace {
            for step in 0..<steps.count {
                for lines in traced { try trace.add(lines[step]) }
            }
        }
        elapsed = Int64(last) * scenario.step.milliseconds
    }

    /// What came of the run; the wall time is the caller's to measure.
    public func report(wallSeconds: Double) throws -> RunReport {
        var report = RunReport(
            joining: try shards.map { try $0.look { try $0.report(wallSeconds: wallSeconds) } },
            expectations: scenario.expectations.count
        )
        for store in stores {
            for (counter, value) in try store.counters() {
                if counter == .stored { report.messages.stored += value }
                if counter == .duplicates { report.messages.duplicates += value }
                if counter.name.hasPrefix("quarantined.") { report.messages.quarantined += value }
            }
        }
        return report
    }

    /// How far a tracker truly is from its owner now, in metres.
    public func trueDistance(ofTracker index: Int) -> Double {
        shards[index / trackersEach].look { $0.world.distance(ofTracker: index % trackersEach) }
    }

    /// What was seen of each tracker so far.
    public var records: [TrackerRecord] { shards.flatMap { $0.look(\.observer.records) } }

    /// What was seen of each reminder so far.
    public var reminders: [ReminderRecord] { shards.flatMap { $0.look(\.observer.reminders) } }

    /// Where the first owner truly is.
    public var firstPhone: Coordinate { shards[0].look { $0.world.phone(ofOwner: 0).position } }

    /// The gateways that stay where they are.
    public var standingGateways: [(id: Name, place: Coordinate)] {
        shards.flatMap { shard in
            shard.look { shard in
                (0..<shard.world.gatewayCount).compactMap { index in
                    shard.world.place(ofGateway: index).map { (shard.world.id(ofGateway: index), $0) }
                }
            }
        }
    }
}
