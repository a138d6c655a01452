import Messages
import StoreSupport
import Testing
import Tracking

@testable import History
@testable import Store

/// Erasing an owner: what goes, and what has come since.
@Suite(.onBothEngines) struct HistoryErasureTests {
    private let order = ErasureMark(erasure: 1, asked: Timestamp(seconds: 10))

    private func livedIn() throws -> HistoryBench {
        var bench = try HistoryBench(isLive: true)
        for second in 0...4 { _ = try bench.step(Double(second), north: 3) }
        return bench
    }

    private func second(_ number: Double) -> Timestamp { Timestamp(seconds: number) }

    @Test func `an order removes once, and what has come since goes when somebody asks anew`() throws {
        var bench = try livedIn()
        let (owner, phone) = (bench.keys.owner, bench.phone)
        #expect(try bench.core.erase(owner, for: order, tellingTrackers: true, at: second(10)) != nil)
        #expect(try bench.store.devices().isEmpty)
        let since = [bench.location(phone, at: 11, north: 0)]
        _ = try bench.core.ingest(since, at: second(11))
        var next = try HistoryBench(store: bench.store, isLive: true)
        #expect(try next.core.erase(owner, for: order, tellingTrackers: true, at: second(12)) == nil)
        #expect(try next.store.fixCount(of: phone) == 1)
        let anew = ErasureMark(erasure: order.erasure, asked: second(13))
        #expect(try next.core.erase(owner, for: anew, tellingTrackers: true, at: second(13)) != nil)
        #expect(try next.store.devices().isEmpty)
        // Whoever comes late with the former order takes nothing away.
        _ = try next.core.ingest([bench.location(phone, at: 14, north: 0)], at: second(14))
        #expect(try next.core.erase(owner, for: order, tellingTrackers: true, at: second(15)) == nil)
        #expect(try next.store.fixCount(of: phone) == 1)
    }

    @Test func `what the broker had kept of an erased phone makes no device again, also after a kill`() throws {
        var bench = try livedIn()
        _ = try bench.core.erase(bench.keys.owner, for: order, tellingTrackers: true, at: second(10))
        var next = try HistoryBench(store: bench.store, isLive: true)
        let place = next.topics.location(next.phone)
        let told = try next.connect(at: second(20))
        #expect(told.contains { $0.topic == place && $0.retained && $0.payload.isEmpty })
        var kept = next.location(next.phone, at: 4, north: 0)
        kept.retained = true
        _ = try next.core.ingest([kept], at: second(21))
        #expect(try next.store.devices().isEmpty)
        _ = try next.core.ingest([Message(topic: place, payload: [])], at: second(22))
        #expect(try next.store.deletions().map(\.device) == [next.keys])
    }

    @Test func `nothing of a weather station is heard, nor taken back with an owner who is called weather`() throws {
        var bench = try livedIn()
        let (weather, garden) = (try Name("weather"), try Name("garden"))
        let (tracker, place) = (DeviceID(owner: weather, device: garden), bench.topics.weather(ofStation: garden))
        let levels = place.split(separator: "/")
        let filters =
            bench.core.configuration.session.subscriptions
            + bench.core.configuration.subscriptions(of: weather)
        for filter in filters.map(\.filter) {
            let parts = filter.split(separator: "/")
            let isLong = parts.last == "#" ? levels.count >= parts.count - 1 : levels.count == parts.count
            let isHeard = isLong && zip(parts, levels).allSatisfy { $0 == "+" || $0 == "#" || $0 == $1 }
            #expect(!isHeard, "\(filter)")
        }
        _ = try bench.core.ingest([bench.location(tracker, at: 5, north: 0)], at: second(5))
        #expect(try bench.store.devices().contains { $0.id == tracker })
        let told = try #require(try bench.core.erase(weather, for: order, tellingTrackers: true, at: second(10)))
        #expect(try !bench.store.devices().contains { $0.id == tracker })
        #expect(!told.isEmpty && !told.contains { $0.topic == place })
    }

    @Test func `the reminders of an owner go with what they told, on the broker too, and nobody else's do`() throws {
        var bench = try livedIn()
        let (sam, lee) = (bench.keys.owner, try Name("lee"))
        try bench.store.write { transaction in
            for owner in [sam, lee] {
                try transaction.save(ReminderRow(owner: owner, id: Name("bins"), payload: [1], updated: second(1)))
                try transaction.save(CalendarRow(owner: owner, place: [1, 2], updated: second(1)))
                try transaction.insert(
                    ReminderEventRow(
                        id: "\(owner)", owner: owner, reminder: Name("bins"), time: second(2), event: "fired",
                        payload: [1]))
            }
        }
        _ = try bench.core.takeCalendars()
        let told = try #require(try bench.core.erase(sam, for: order, tellingTrackers: true, at: second(10)))
        #expect(try bench.store.calendars().map(\.owner) == [lee])
        // Whoever reads them is told.
        let calendars = try bench.core.takeCalendars()
        #expect(calendars?.map(\.owner) == [lee])
        let emptied = Set(told.filter { $0.payload.isEmpty && $0.retained }.map(\.topic))
        #expect(emptied.isSuperset(of: ["tagalong/reminders/\(sam)/bins", "tagalong/reminders/\(sam)/bins/state"]))
        #expect(!emptied.contains("tagalong/reminders/lee/bins"))
        // Of the one that is gone the broker is still to be told.
        #expect(try bench.store.reminders().filter { !$0.payload.isEmpty }.map(\.owner) == [lee])
        #expect(try bench.store.reminderEvents(of: nil, limit: 9).map(\.owner) == [lee])
    }

    @Test func `what was refused of an owner goes, on the broker too, and nobody else's does`() throws {
        var bench = try livedIn()
        let owner = try Name(ownTracks: "ann@x.example")
        let topics = [
            "owntracks/ann@x.example/watch", "tagalong/\(owner)/clock/reported", "owntracks/ann@x.example/a/b/c",
            "owntracks/ann@x.example.org/phone", "owntracks/kim/watch",
        ]
        let refused = topics.map { Message(topic: $0, payload: Array("where".utf8), retained: true) }
        _ = try bench.core.ingest(refused, at: second(5))
        let told = try #require(try bench.core.erase(owner, for: order, tellingTrackers: true, at: second(10)))
        let emptied = Set(told.filter(\.payload.isEmpty).map(\.topic))
        #expect(emptied.isSuperset(of: topics.prefix(2)))
        #expect(emptied.isSuperset(of: ["tagalong/guard/\(owner)", "tagalong/guard/\(owner)/ignored"]))
        #expect(Set(try bench.store.quarantine().map(\.topic)) == Set(topics.suffix(2)))
        // Until the broker has let go of them, they do not come again.
        var next = try HistoryBench(store: bench.store, isLive: true)
        _ = try next.connect(at: second(20), keeping: Array(refused.prefix(2)))
        #expect(Set(try next.store.quarantine().map(\.topic)) == Set(topics.suffix(2)))
    }

    @Test func `that a tracker reported before it knew is forgotten when it does`() throws {
        var bench = try livedIn()
        _ = try bench.core.erase(bench.keys.owner, for: order, tellingTrackers: true, at: second(10))
        let mark = FixMark(boot: 1, sequence: 100)
        _ = try bench.core.ingest([bench.location(bench.keys, at: 11, north: 0, mark: mark)], at: second(11))
        #expect(try bench.store.quarantine().map(\.reason) == ["deleted"])
        _ = try bench.core.forgetRefusals(of: bench.keys.owner, at: second(12))
        #expect(try bench.store.quarantine().isEmpty)
    }

    @Test func `an order that the store refuses half way has removed nothing, and is carried out later`() throws {
        var bench = try livedIn()
        let refusal =
            bench.store.isPostgres
            ? """
            CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'it stays'; END $$;
            CREATE TRIGGER stays BEFORE DELETE ON devices FOR EACH ROW WHEN (OLD.device = 'phone') EXECUTE FUNCTION refuse();
            """
            : """
            CREATE TRIGGER stays BEFORE DELETE ON devices WHEN OLD.device = 'phone'
            BEGIN SELECT RAISE(ABORT, 'it stays'); END
            """
        try bench.store.spoil(refusal)
        #expect(throws: StoreError.self) {
            try bench.core.erase(bench.keys.owner, for: order, tellingTrackers: true, at: second(10))
        }
        #expect(try bench.store.devices().count == 2)
        #expect(try bench.store.deletions().isEmpty)
        try bench.store.spoil("DROP TRIGGER stays\(bench.store.isPostgres ? " ON devices" : "")")
        #expect(try bench.core.erase(bench.keys.owner, for: order, tellingTrackers: true, at: second(11)) != nil)
        #expect(try bench.store.devices().isEmpty)
    }
}
