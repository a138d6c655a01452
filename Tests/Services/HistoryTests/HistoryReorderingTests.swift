import History
import Messages
import StoreSupport
import TestSupport
import Testing
import Tracking

@testable import Store

/// Fixes that arrive in another order than they were made in.
@Suite(.onBothEngines) struct HistoryReorderingTests {
    /// The keys, that second's fix: it numbers them from 1 at second 0.
    private func keys(_ bench: HistoryBench, _ second: Int, north: Double) -> Message {
        let mark = FixMark(boot: 1, sequence: UInt32(second) + 1)
        return bench.location(bench.keys, at: Double(second), north: north, mark: mark)
    }

    /// The phone each second, so that the owner's place is known exactly, and the keys with the first.
    private func start(_ store: Store? = nil) throws -> HistoryBench {
        var bench = try HistoryBench(store: store)
        let phone = (0...3).map { bench.location(bench.phone, at: Double($0), north: 0) }
        _ = try bench.core.ingest(phone + [keys(bench, 0, north: 0)], at: Timestamp(seconds: 0))
        return bench
    }

    @Test func `a fix behind a gap waits for the one before it, and both go on in the order of their times`() throws {
        var bench = try start()
        let early = try bench.core.ingest([keys(bench, 2, north: 12)], at: Timestamp(seconds: 2))
        #expect(bench.alerts(early).isEmpty)
        let both = try bench.core.ingest([keys(bench, 1, north: 7)], at: Timestamp(seconds: 2.5))
        #expect(bench.alerts(both).map(\.event) == [.raised, .escalated])
        #expect(bench.alerts(both).map(\.time.seconds) == [1, 2])
        let counters = try bench.store.counters()
        #expect(counters[.held] == 1 && counters[.reordered] == 1 && counters[.overtaken] == nil)
    }

    @Test func `a fix whose number follows on goes on at once`() throws {
        var bench = try start()
        #expect(bench.alerts(try bench.core.ingest([keys(bench, 1, north: 12)], at: Timestamp(seconds: 1))).count == 1)
        #expect(try bench.store.counters()[.held] == nil)
    }

    @Test func `a gap that stays keeps a fix no longer than the window`() throws {
        var bench = try start()
        _ = try bench.core.ingest([keys(bench, 2, north: 12)], at: Timestamp(seconds: 2))
        #expect(bench.alerts(try bench.core.tick(at: Timestamp(seconds: 4.9))).isEmpty)
        #expect(bench.alerts(try bench.core.tick(at: Timestamp(seconds: 5))).map(\.time.seconds) == [2])
        // The next one has no gap before it.
        #expect(bench.alerts(try bench.core.ingest([keys(bench, 3, north: 0)], at: Timestamp(seconds: 5.1))).count == 1)
        // What comes even later is stored and changes nothing.
        #expect(bench.alerts(try bench.core.ingest([keys(bench, 1, north: 30)], at: Timestamp(seconds: 6))).isEmpty)
        #expect(try bench.store.fixCount(of: bench.keys) == 4)
        #expect(try bench.store.counters()[.overtaken] == 1)
    }

    @Test func `a new boot goes on at once, and waits when its first fix is missing`() throws {
        var bench = try start()
        let third = bench.location(bench.keys, at: 3, north: 12, mark: FixMark(boot: 2, sequence: 2))
        #expect(bench.alerts(try bench.core.ingest([third], at: Timestamp(seconds: 3))).isEmpty)
        let first = bench.location(bench.keys, at: 2, north: 7, mark: FixMark(boot: 2, sequence: 1))
        #expect(
            bench.alerts(try bench.core.ingest([first], at: Timestamp(seconds: 3.1))).map(\.time.seconds) == [2, 3]
        )
    }

    @Test func `a window of nothing lets every fix go on at once`() throws {
        var configuration = HistoryConfiguration()
        configuration.reorderWithin = 0
        var bench = try start()
        bench.core = try HistoryCore(store: bench.store, configuration: configuration)
        #expect(bench.alerts(try bench.core.ingest([keys(bench, 2, north: 12)], at: Timestamp(seconds: 2))).isEmpty)
        #expect(try bench.store.alerts(of: bench.keys).count == 1)
    }

    @Test func `a fix that waits when the service dies is handed on by the next one`() throws {
        var bench = try start()
        _ = try bench.core.ingest([keys(bench, 2, north: 12)], at: Timestamp(seconds: 2))
        var second = try HistoryBench(store: bench.store)
        let both = try second.core.ingest([keys(bench, 1, north: 7)], at: Timestamp(seconds: 3))
        #expect(second.alerts(both).map(\.time.seconds) == [1, 2])
        // And once only.
        var third = try HistoryBench(store: bench.store)
        #expect(third.alerts(try third.core.tick(at: Timestamp(seconds: 9))).isEmpty)
        #expect(try bench.store.alerts(of: bench.keys).count == 2)
    }

    @Test func `a fix that waits and whose gap stays is handed on after a restart too`() throws {
        var bench = try start()
        _ = try bench.core.ingest([keys(bench, 2, north: 12)], at: Timestamp(seconds: 2))
        var second = try HistoryBench(store: bench.store)
        #expect(second.alerts(try second.core.tick(at: Timestamp(seconds: 6))).map(\.time.seconds) == [2])
        #expect(try second.store.document(.held, of: bench.keys)?.payload == [])
    }

    @Test(arguments: 0..<24 as Range<UInt64>)
    func `any order and multiplicity of a batch gives the same fixes, last fix and alerts`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var ordered: [Message] = []
        let bench = try HistoryBench()
        var north = 0.0
        for second in 0..<40 {
            north = max(0, north + Double.random(in: -4...4.5, using: &generator))
            ordered.append(bench.location(bench.phone, at: Double(second), north: 0))
            ordered.append(keys(bench, second, north: second == 20 ? 90_000 : north))
        }
        var shuffled = ordered + ordered.shuffled(using: &generator).prefix(20)
        shuffled.shuffle(using: &generator)
        let (one, other) = (try outcome(of: [ordered]), try outcome(of: [shuffled]))
        #expect(one == other)
        #expect(one.fixes.count { $0.isImplausible } == 1)
    }

    @Test(arguments: 0..<24 as Range<UInt64>)
    func `fixes that come up to the window late give the alerts of those in order`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let bench = try HistoryBench()
        var north = 0.0
        var sent: [(at: Double, message: Message)] = []
        for second in 0..<60 {
            north = max(0, north + Double.random(in: -4...4.5, using: &generator))
            sent.append((Double(second), bench.location(bench.phone, at: Double(second), north: 0)))
            sent.append((Double(second), keys(bench, second, north: north)))
        }
        let inOrder = try outcome(of: sent.map { [$0.message] }, at: sent.map(\.at))
        // The owner's phone is on time; each message of the keys is up to 2.5 s late, and every fourth comes twice.
        var late = sent.enumerated().map { index, one in
            (at: one.at + (index.isMultiple(of: 2) ? 0 : .random(in: 0...2.5, using: &generator)), message: one.message)
        }
        late += late.shuffled(using: &generator).prefix(30).map { (at: $0.at + 1, message: $0.message) }
        late.sort { $0.at < $1.at }
        let outOfOrder = try outcome(of: late.map { [$0.message] }, at: late.map(\.at))
        #expect(inOrder.alerts == outOfOrder.alerts)
        #expect(inOrder.last == outOfOrder.last)
        #expect(inOrder.fixes.map(\.fix) == outOfOrder.fixes.map(\.fix))
    }

    /// What came of it.
    struct Outcome: Equatable {
        var fixes: [StoredFix]
        var last: Position?
        var alerts: [String]
    }

    private func outcome(of batches: [[Message]], at times: [Double]? = nil) throws -> Outcome {
        var bench = try HistoryBench()
        var published: [Message] = []
        for (index, batch) in batches.enumerated() {
            let now = Timestamp(seconds: times?[index] ?? 40)
            published += try bench.core.tick(at: now)
            published += try bench.core.ingest(batch, at: now)
        }
        for second in 0..<10 {
            published += try bench.core.tick(at: Timestamp(seconds: (times?.last ?? 40) + Double(second)))
        }
        return Outcome(
            fixes: try bench.store.latest(of: bench.keys, limit: 100),
            last: bench.states(published).last?.position,
            alerts: bench.alerts(published).map { "\($0.event) \($0.level) \($0.time)" }
        )
    }
}
