import Alerts
import History
import Messages
import Store
import StoreSupport
import Testing
import Tracking

/// What becomes of a level when the gateway that heard the tracker hears nothing any more.
@Suite(.onBothEngines) struct HistoryGatewayTests {
    private func status(_ gateway: String, _ health: String?, _ state: Availability = .online) -> Message {
        let adapters = health.map { [GatewayStatus.Adapter(name: "hci0", health: $0)] } ?? []
        return Message(
            topic: "tagalong/gateway/\(gateway)/status",
            payload: GatewayStatus(state: state, adapters: adapters).encoded(),
            retained: true
        )
    }

    /// The phone and the keys, so many metres apart, as heard by a gateway in the hall.
    private func step(_ bench: inout HistoryBench, _ seconds: Double, north: Double) throws -> [Message] {
        let phone = bench.location(bench.phone, at: seconds, north: 0)
        bench.sequence += 1
        let mark = FixMark(boot: 1, sequence: bench.sequence)
        var keys = try LocationMessage(
            decoding: bench.location(bench.keys, at: seconds, north: north, mark: mark).payload
        )
        (keys.mode, keys.gateway) = (.bluetooth, try Name("hall"))
        let message = Message(topic: bench.topics.location(bench.keys), payload: keys.encoded())
        return try bench.core.ingest([phone, message], at: Timestamp(seconds: seconds))
    }

    @Test(arguments: [
        ("stalled" as String?, Availability.online), ("off", .online), (nil, .offline), ("recovering", .online),
    ])
    func `its level is unknown until the next fix, and no alert says otherwise`(
        health: String?,
        state: Availability
    ) throws {
        var bench = try HistoryBench()
        #expect(bench.states(try step(&bench, 0, north: 1)).map(\.level) == [.near])
        let now = Timestamp(seconds: 1)
        let told = try bench.core.ingest([status("hall", health, state)], at: now)
        #expect(bench.states(told).map(\.level) == [.unknown])
        #expect(told.allSatisfy { !$0.topic.contains("alerts") })
        #expect(bench.states(try step(&bench, 2, north: 1)).map(\.level) == [.near])
    }

    @Test(arguments: [("attic", "stalled" as String?), ("hall", "scanning"), ("hall", nil)])
    func `a gateway that hears, or another one, changes nothing`(gateway: String, health: String?) throws {
        var bench = try HistoryBench()
        _ = try step(&bench, 0, north: 1)
        #expect(try bench.core.ingest([status(gateway, health)], at: Timestamp(seconds: 1)).isEmpty)
    }

    @Test func `a node of another make falls silent with the gateway that speaks for it`() throws {
        var bench = try HistoryBench()
        let node = Message(
            topic: "tagalong/gateway/hall/status",
            payload: GatewayStatus(state: .online, via: try Name("attic")).encoded(),
            retained: true
        )
        _ = try bench.core.ingest([node], at: Timestamp(seconds: 0))
        #expect(bench.states(try step(&bench, 0, north: 1)).map(\.level) == [.near])
        #expect(try bench.core.ingest([status("attic", "off")], at: Timestamp(seconds: 1)).isEmpty)
        let told = try bench.core.ingest([status("attic", nil, .offline)], at: Timestamp(seconds: 1))
        #expect(bench.states(told).map(\.level) == [.unknown])
    }

    @Test func `after a restart it is still unknown`() throws {
        var bench = try HistoryBench()
        _ = try step(&bench, 0, north: 1)
        _ = try bench.core.ingest([status("hall", "off")], at: Timestamp(seconds: 1))
        var second = try HistoryBench(store: bench.store)
        second.sequence = bench.sequence
        #expect(try second.core.tick(at: Timestamp(seconds: 2)).isEmpty)
        #expect(bench.states(try step(&second, 3, north: 1)).map(\.level) == [.near])
    }

    @Test func `a status that cannot be read is put aside`() throws {
        var bench = try HistoryBench()
        let noise = Message(topic: "tagalong/gateway/hall/status", payload: Array("{}".utf8))
        _ = try bench.core.ingest([noise], at: Timestamp(seconds: 1))
        #expect(try bench.store.quarantine().count == 1)
    }
}
