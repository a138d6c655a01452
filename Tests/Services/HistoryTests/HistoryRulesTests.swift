import History
import Messages
import Store
import StoreSupport
import Testing
import Tracking

/// How an item is told of when its owner has wishes about that.
@Suite(.onBothEngines) struct HistoryRulesTests {
    private func message(_ rules: ItemRules, _ bench: HistoryBench) -> Message {
        Message(topic: bench.topics.rules(bench.keys), payload: rules.encoded(), retained: true)
    }

    /// Lets the keys be so many metres away at each second from the first on, and answers with the alerts.
    private func walk(_ bench: inout HistoryBench, from second: Int = 0, _ way: [Double]) throws -> [AlertMessage] {
        var alerts: [AlertMessage] = []
        for (index, north) in way.enumerated() {
            alerts += bench.alerts(try bench.step(Double(second + index), north: north))
        }
        return alerts
    }

    private func home(_ bench: HistoryBench, radius: Double = 50) throws -> TrustedPlace {
        let centre = bench.origin.offset(north: 200, east: 0)
        return TrustedPlace(name: try ItemName("Home"), area: try .circle(around: centre, radius: radius))
    }

    @Test
    func `an item has thresholds of its own, and those of the service again when they are taken back`() throws {
        var bench = try HistoryBench()
        let wide = ItemRules(thresholds: try Thresholds(warning: 20, critical: 40))
        _ = try bench.core.ingest([message(wide, bench)], at: Timestamp(seconds: 0))
        #expect(try walk(&bench, from: 1, [0, 19, 21, 30, 41]).map(\.threshold) == [20, 40])
        let empty = Message(topic: bench.topics.rules(bench.keys), payload: [], retained: true)
        _ = try bench.core.ingest([empty], at: Timestamp(seconds: 6))
        #expect(try walk(&bench, from: 7, [12, 8, 4]).map(\.threshold) == [10, 5])
    }

    @Test
    func `in a trusted place an item counts as near, and no more when it leaves it without its owner`() throws {
        var bench = try HistoryBench()
        _ = try bench.core.ingest(
            [message(ItemRules(places: [try home(bench)]), bench)],
            at: Timestamp(seconds: 0)
        )
        let told = try bench.step(1, north: 200)
        #expect(bench.alerts(told).isEmpty)
        #expect(bench.states(told).map(\.level) == [.near])
        #expect(bench.states(told).map(\.place) == ["Home"])
        #expect(try walk(&bench, from: 2, [210, 180, 240]).isEmpty)
        let away = try walk(&bench, from: 5, [260])
        #expect(away.map(\.level) == [.critical])
        #expect(try walk(&bench, from: 6, [230]).map(\.event) == [.cleared])
    }

    @Test
    func `a mark as lost is told at once, outlasts a restart, and changes no level and no alert`() throws {
        var bench = try HistoryBench()
        #expect(try walk(&bench, [0, 1]).isEmpty)
        let mark = LostMark(since: Timestamp(seconds: 2), note: "Left on bus 12")
        let marked = try bench.core.ingest([message(ItemRules(lost: mark), bench)], at: Timestamp(seconds: 2))
        #expect(bench.states(marked).map(\.markedLost) == [mark])
        #expect(bench.states(marked).map(\.level) == [.near])
        #expect(bench.alerts(marked).isEmpty)
        bench.core = try HistoryCore(store: bench.store)
        _ = try bench.connect(at: Timestamp(seconds: 8))
        let walked = try bench.step(9, north: 12)
        #expect(bench.alerts(walked).map(\.level) == [.critical])
        #expect(bench.states(walked).map(\.markedLost) == [mark])
        // As it was told so, it does not have to be told again.
        let again = try bench.core.ingest([message(ItemRules(lost: mark), bench)], at: Timestamp(seconds: 10))
        #expect(bench.states(again).isEmpty)
        let found = try bench.core.ingest([message(ItemRules(), bench)], at: Timestamp(seconds: 11))
        #expect(bench.states(found).map(\.markedLost) == [nil])
        #expect(bench.states(found).map(\.level) == [.critical])
        #expect(bench.alerts(found).isEmpty)
    }

    @Test
    func `a mark that cannot be read leaves what was stored, and rules that are taken back take it with them`() throws {
        var bench = try HistoryBench()
        let mark = LostMark(since: Timestamp(seconds: 1))
        _ = try bench.core.ingest([message(ItemRules(lost: mark), bench)], at: Timestamp(seconds: 1))
        _ = try bench.step(2, north: 0)
        let topic = bench.topics.rules(bench.keys)
        let bad = Message(topic: topic, payload: Array(#"{"_type":"rules","marked_lost":"yes"}"#.utf8), retained: true)
        _ = try bench.core.ingest([bad], at: Timestamp(seconds: 3))
        let stored = try #require(try bench.store.document(.rules, of: bench.keys))
        #expect(try ItemRules(decoding: stored.payload).lost == mark)
        let empty = Message(topic: topic, payload: [], retained: true)
        let told = try bench.core.ingest([empty], at: Timestamp(seconds: 4))
        #expect(bench.states(told).map(\.markedLost) == [nil])
    }

    @Test
    func `an item that is left behind is not, once its place is trusted`() throws {
        var bench = try HistoryBench()
        #expect(try walk(&bench, [0, 200]).map(\.level) == [.critical])
        let told = try bench.core.ingest(
            [message(ItemRules(places: [try home(bench)]), bench)],
            at: Timestamp(seconds: 3)
        )
        #expect(bench.alerts(told).map(\.event) == [.cleared])
        #expect(bench.alerts(told).map(\.confidence) == [1])
        let distrusted = try bench.core.ingest([message(ItemRules(), bench)], at: Timestamp(seconds: 4))
        #expect(bench.alerts(distrusted).map(\.event) == [.raised])
    }

    @Test
    func `a snoozed item is told of when the time is over and it is still away`() throws {
        var bench = try HistoryBench()
        let rules = ItemRules(snoozedUntil: Timestamp(seconds: 60))
        _ = try bench.core.ingest([message(rules, bench)], at: Timestamp(seconds: 0))
        #expect(try walk(&bench, from: 1, [0, 6, 12]).isEmpty)
        #expect(try bench.core.tick(at: Timestamp(seconds: 59)).filter { $0.topic.contains("alerts") }.isEmpty)
        let alerts = bench.alerts(try bench.core.tick(at: Timestamp(seconds: 60)))
        #expect(alerts.map(\.level) == [.critical])
        #expect(alerts.map(\.time.seconds) == [3])
        #expect(try bench.core.tick(at: Timestamp(seconds: 61)).filter { $0.topic.contains("alerts") }.isEmpty)
    }

    @Test
    func `while an item is snoozed its state is told as it is`() throws {
        var bench = try HistoryBench()
        let rules = ItemRules(snoozedUntil: Timestamp(seconds: 60))
        _ = try bench.core.ingest([message(rules, bench)], at: Timestamp(seconds: 0))
        let told = try bench.step(1, north: 12)
        #expect(bench.states(told).map(\.level) == [.critical])
        #expect(bench.states(told).map(\.episode) == [nil])
    }

    @Test
    func `an alarm that is over is told also while the item is snoozed`() throws {
        var bench = try HistoryBench()
        _ = try walk(&bench, [0, 12])
        let rules = ItemRules(snoozedUntil: Timestamp(seconds: 600))
        _ = try bench.core.ingest([message(rules, bench)], at: Timestamp(seconds: 2))
        #expect(try walk(&bench, from: 3, [12, 2, 12]).map(\.event) == [.cleared])
    }

    @Test
    func `in quiet hours a warning waits for their end, and what is critical does not`() throws {
        var bench = try HistoryBench()
        // It is midnight at the start of time.
        let rules = ItemRules(quiet: try QuietHours("22:00-00:01"))
        _ = try bench.core.ingest([message(rules, bench)], at: Timestamp(seconds: 0))
        #expect(try walk(&bench, from: 1, [0, 7]).isEmpty)
        #expect(try walk(&bench, from: 3, [12, 2, 7]).map(\.event) == [.raised, .cleared])
        let alerts = bench.alerts(try bench.core.tick(at: Timestamp(seconds: 60)))
        #expect(alerts.map(\.level) == [.warning])
    }

    @Test
    func `of an episode that is acknowledged only the end is told, and the next one is told again`() throws {
        var bench = try HistoryBench()
        let warning = try #require(try walk(&bench, [0, 7]).first)
        let rules = ItemRules(acknowledged: warning.episode)
        _ = try bench.core.ingest([message(rules, bench)], at: Timestamp(seconds: 2))
        #expect(try walk(&bench, from: 3, [12, 30]).isEmpty)
        #expect(try walk(&bench, from: 5, [2]).map(\.episode) == [warning.episode])
        #expect(try walk(&bench, from: 6, [12]).map(\.event) == [.raised])
    }

    @Test
    func `a restart forgets neither the rules nor what was held back`() throws {
        var bench = try HistoryBench()
        let rules = ItemRules(places: [try home(bench)], snoozedUntil: Timestamp(seconds: 60))
        _ = try bench.core.ingest([message(rules, bench)], at: Timestamp(seconds: 0))
        #expect(try walk(&bench, from: 1, [0, 12]).isEmpty)
        var second = try HistoryBench(store: bench.store)
        #expect(bench.alerts(try second.core.tick(at: Timestamp(seconds: 59))).isEmpty)
        #expect(bench.alerts(try second.core.tick(at: Timestamp(seconds: 60))).map(\.level) == [.critical])
        second.sequence = bench.sequence
        #expect(try walk(&second, from: 61, [200]).map(\.event) == [.cleared])
    }

    @Test
    func `rules that cannot be read change nothing and are kept with the reason`() throws {
        var bench = try HistoryBench()
        let wide = ItemRules(thresholds: try Thresholds(warning: 20, critical: 40))
        _ = try bench.core.ingest([message(wide, bench)], at: Timestamp(seconds: 0))
        let bad = Message(topic: bench.topics.rules(bench.keys), payload: Array(#"{"warning_m":-1}"#.utf8))
        _ = try bench.core.ingest([bad], at: Timestamp(seconds: 1))
        #expect(try walk(&bench, from: 2, [0, 15]).isEmpty)
        #expect(try bench.store.quarantine(limit: 10).map(\.topic) == [bad.topic])
    }
}
