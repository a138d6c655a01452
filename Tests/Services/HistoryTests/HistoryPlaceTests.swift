import History
import Messages
import Store
import StoreSupport
import Testing
import Tracking

/// A phone that crosses the border of a place tells where its owner is.
@Suite(.onBothEngines) struct HistoryPlaceTests {
    private func crossing(_ bench: HistoryBench, north: Double, keys: String, retained: Bool = false) -> Message {
        let place = bench.origin.offset(north: north, east: 0)
        let payload = """
            {"_type":"transition","event":"leave","desc":"Home","wtst":5,"lat":\(place.latitude),"lon":\(place.longitude),\
            "tst":90\(keys)}
            """
        let topic = bench.topics.location(bench.phone) + "/event"
        return Message(topic: topic, payload: Array(payload.utf8), retained: retained)
    }

    /// The owner is at home with the item; the item is seen there once more a little later.
    private func home() throws -> HistoryBench {
        var bench = try HistoryBench(isLive: true)
        _ = try bench.step(0, north: 0)
        _ = try bench.step(60, north: 0)
        bench.sequence += 1
        let mark = FixMark(boot: 1, sequence: bench.sequence)
        let own = bench.location(bench.keys, at: 90, north: 0, accuracy: 5, mark: mark)
        _ = try bench.core.ingest([own], at: Timestamp(seconds: 90))
        return bench
    }

    @Test func `a border crossed without the item is told at once`() throws {
        var bench = try home()
        let told = try bench.core.ingest([crossing(bench, north: 150, keys: #","acc":10"#)], at: Timestamp(seconds: 91))
        #expect(bench.alerts(told).map(\.level) == [.critical])
        #expect(try bench.store.placeEvents(of: bench.phone).count == 1)
        #expect(try bench.store.fixCount(of: bench.phone) == 2)
    }

    @Test(arguments: [
        ("", false), (#","acc":-1"#, false), (#","acc":"near""#, false), (#","acc":1e9"#, false), (#","acc":10"#, true),
    ])
    func `a word that does not say how well it knows, or is an old one, moves nobody`(
        _ keys: String,
        _ retained: Bool
    ) throws {
        var bench = try home()
        let message = crossing(bench, north: 150, keys: keys, retained: retained)
        #expect(bench.alerts(try bench.core.ingest([message], at: Timestamp(seconds: 91))).isEmpty)
        #expect(try bench.store.placeEvents(of: bench.phone).count == 1)
        #expect(try bench.store.quarantine().isEmpty)
    }

    @Test func `a border that nobody can have reached so soon moves nobody`() throws {
        var bench = try home()
        let message = crossing(bench, north: 50_000, keys: #","acc":10"#)
        #expect(bench.alerts(try bench.core.ingest([message], at: Timestamp(seconds: 91))).isEmpty)
    }

    @Test func `the same word twice, or one from a device that told no position, moves nobody`() throws {
        var bench = try home()
        let other = DeviceID(owner: bench.phone.owner, device: try Name("tablet"))
        let message = crossing(bench, north: 150, keys: #","acc":10"#)
        let foreign = Message(topic: bench.topics.location(other) + "/event", payload: message.payload)
        #expect(bench.alerts(try bench.core.ingest([foreign], at: Timestamp(seconds: 91))).isEmpty)
        #expect(bench.alerts(try bench.core.ingest([message, message], at: Timestamp(seconds: 92))).count == 1)
    }
}
