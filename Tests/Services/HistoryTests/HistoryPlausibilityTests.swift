import History
import Messages
import StoreSupport
import Testing
import Tracking

@testable import Store

/// Fixes at places where nothing could have come so fast.
@Suite(.onBothEngines) struct HistoryPlausibilityTests {
    private static let far = 200_000.0

    /// The keys are so many metres north, one place a second; answers with what was published.
    private func walk(_ bench: inout HistoryBench, from second: Int = 0, _ way: [Double]) throws -> [Message] {
        var published: [Message] = []
        for (index, north) in way.enumerated() { published += try bench.step(Double(second + index), north: north) }
        return published
    }

    private func marks(_ bench: HistoryBench) throws -> [Bool] {
        try bench.store.latest(of: bench.keys, limit: 100).reversed().map(\.isImplausible)
    }

    @Test func `a fix that nothing could have reached is stored and marked, and says nothing`() throws {
        var bench = try HistoryBench()
        let published = try walk(&bench, [0, 1, Self.far, 2])
        #expect(bench.alerts(published).isEmpty)
        #expect(try marks(bench) == [false, false, true, false])
        #expect(try bench.store.counters()[.implausible] == 1)
        let last = try #require(bench.states(published).last?.position)
        #expect(last.time < Timestamp(seconds: 2))
    }

    @Test func `what is shown of an item goes by the last plausible fix`() throws {
        var bench = try HistoryBench()
        _ = try walk(&bench, [0, 1, Self.far])
        #expect(try bench.store.items().first?.lastFix?.fix.time == Timestamp(seconds: 1))
        let plausible = try bench.store.latest(of: bench.keys, limit: 1, isPlausible: true)
        #expect(plausible.map(\.fix.time.seconds) == [1])
        #expect(try bench.store.latest(of: bench.keys, limit: 1).map(\.fix.time.seconds) == [2])
    }

    @Test func `three fixes that agree are believed, and the marks of the others taken back`() throws {
        var bench = try HistoryBench()
        #expect(bench.alerts(try walk(&bench, [0, Self.far, Self.far + 10])).isEmpty)
        #expect(bench.alerts(try walk(&bench, from: 3, [Self.far + 20])).map(\.level) == [.critical])
        #expect(try marks(bench) == [false, false, false, false])
        let counters = try bench.store.counters()
        #expect(counters[.implausible] == 2 && counters[.believed] == 2)
    }

    @Test func `fixes that do not agree are doubted for a quarter of an hour`() throws {
        var bench = try HistoryBench()
        _ = try bench.step(0, north: 0)
        for minute in 1...16 {
            _ = try bench.step(Double(minute * 60), north: 10 * Self.far * Double(minute.isMultiple(of: 2) ? 1 : -1))
        }
        #expect(try marks(bench) == [false] + Array(repeating: true, count: 15) + [false])
    }

    @Test(arguments: [(290.0, 0.0, false), (310, 0, true), (1500, 0, true), (1500, 300, false)])
    func `the limit is a speed, less the doubt of both`(
        metresASecond: Double,
        accuracy: Double,
        isImplausible: Bool
    ) throws {
        var bench = try HistoryBench()
        for (index, second) in [0.0, 100].enumerated() {
            let mark = FixMark(boot: 1, sequence: UInt32(index + 1))
            let north = second * metresASecond
            var location = try LocationMessage(
                decoding: bench.location(bench.keys, at: second, north: north, mark: mark).payload
            )
            location.fix.accuracy = accuracy * 100
            let message = Message(topic: bench.topics.location(bench.keys), payload: location.encoded())
            _ = try bench.core.ingest([message], at: Timestamp(seconds: second))
        }
        #expect(try marks(bench) == [false, isImplausible])
    }

    @Test func `a history without a limit believes everything`() throws {
        var bench = try HistoryBench()
        bench.core = try HistoryCore(store: bench.store, configuration: HistoryConfiguration(topSpeed: nil))
        _ = try walk(&bench, [0, Self.far])
        #expect(try marks(bench) == [false, false])
    }

    @Test func `an owner's phone that leaps raises no alert`() throws {
        var bench = try HistoryBench()
        _ = try bench.step(0, north: 0)
        let leap = bench.location(bench.phone, at: 1, north: Self.far)
        let keys = bench.location(bench.keys, at: 1, north: 0, mark: FixMark(boot: 1, sequence: 2))
        #expect(bench.alerts(try bench.core.ingest([leap, keys], at: Timestamp(seconds: 1))).isEmpty)
        #expect(try bench.store.latest(of: bench.phone, limit: 1).map(\.isImplausible) == [true])
    }

    @Test func `a restart goes on with the doubt`() throws {
        var bench = try HistoryBench()
        _ = try walk(&bench, [0, Self.far, Self.far])
        var second = try HistoryBench(store: bench.store)
        second.sequence = bench.sequence
        #expect(bench.alerts(try walk(&second, from: 3, [Self.far])).map(\.level) == [.critical])
        #expect(try marks(bench) == [false, false, false, false])
    }
}
