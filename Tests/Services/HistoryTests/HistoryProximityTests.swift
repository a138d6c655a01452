import Alerts
import History
import Messages
import Store
import StoreSupport
import Testing
import Tracking

/// What gateways hear of an item, from the bus to its level.
@Suite(.onBothEngines) struct HistoryProximityTests {
    private func status(carrier: String?, _ state: Availability = .online) throws -> Message {
        let status = GatewayStatus(
            state: state,
            adapters: [GatewayStatus.Adapter(name: "hci0", health: "scanning")],
            carrier: try carrier.map { try Name($0) }
        )
        return Message(topic: "tagalong/gateway/pocket/status", payload: status.encoded(), retained: true)
    }

    /// Each second for so long the gateway tells how strongly it heard the keys; nil for not at all.
    private func hear(_ bench: inout HistoryBench, _ seconds: Range<Int>, _ rssi: Int?) throws -> [Message] {
        var told: [Message] = []
        for second in seconds {
            let time = Timestamp(seconds: Double(second))
            let proximity = ProximityMessage(
                time: time,
                gateway: try Name("pocket"),
                rssi: rssi,
                distance: nil,
                sigma: nil,
                samples: rssi == nil ? 0 : 5,
                expected: 5,
                signal: .init(powerAtOneMetre: -59, exponent: 2, biasSigma: 2)
            )
            let message = Message(topic: bench.topics.proximity(bench.keys), payload: proximity.encoded())
            told += try bench.core.ingest([message], at: time)
        }
        return told
    }

    @Test func `an item that no fix came of is near, is left behind, and the store can tell why`() throws {
        var bench = try HistoryBench()
        _ = try bench.core.ingest([status(carrier: "sam")], at: Timestamp(seconds: 0))
        let near = bench.states(try hear(&bench, 0..<30, -62))
        #expect(near.last?.level == .near)
        let state = try #require(near.last)
        #expect(try #require(state.low) < #require(state.distance))
        #expect(try #require(state.distance) < #require(state.high))
        let told = try hear(&bench, 30..<120, -97)
        let critical = try #require(bench.alerts(told).first { $0.level == .critical })
        #expect(critical.confidence >= 0.95)
        let row = try #require(try bench.store.alerts(of: bench.keys).first { $0.id == critical.id })
        let evidence = try EvidenceMessage(decoding: try #require(row.evidence))
        #expect(evidence.critical.probability >= 0.95)
        #expect(try #require(evidence.critical.odds) >= evidence.critical.needed)
        #expect(evidence.gateways.map(\.standing) == [.carried])
        #expect(evidence.positions == nil)
        #expect(try bench.store.fixCount(of: bench.keys) == 0)
    }

    @Test func `a gateway that hears nothing of a tracker makes no item, nor one again that was deleted`() throws {
        var bench = try HistoryBench()
        _ = try hear(&bench, 0..<5, nil)
        #expect(try bench.store.item(bench.keys) == nil)
        _ = try hear(&bench, 5..<6, -62)
        #expect(try bench.store.item(bench.keys) != nil)
    }

    @Test(arguments: ["kim", nil]) func `a gateway that the owner does not carry raises nothing`(
        carrier: String?
    ) throws {
        var bench = try HistoryBench()
        _ = try bench.core.ingest([status(carrier: carrier)], at: Timestamp(seconds: 0))
        let told = try hear(&bench, 0..<30, -62) + hear(&bench, 30..<120, nil)
        #expect(bench.alerts(told).isEmpty)
        #expect(bench.states(told).allSatisfy { $0.level == .unknown })
    }

    @Test func `the last word of a gateway makes the level unknown, and what follows raises nothing`() throws {
        var bench = try HistoryBench()
        _ = try bench.core.ingest([status(carrier: "sam")], at: Timestamp(seconds: 0))
        _ = try hear(&bench, 0..<30, -62)
        let gone = try bench.core.ingest([status(carrier: nil, .offline)], at: Timestamp(seconds: 30))
        #expect(bench.states(gone).map(\.level) == [.unknown])
        #expect(try bench.core.tick(at: Timestamp(seconds: 3600)).isEmpty)
        _ = try bench.core.ingest([status(carrier: "sam")], at: Timestamp(seconds: 3600))
        let back = try hear(&bench, 3600..<3630, -62)
        #expect(bench.states(back).last?.level == .near)
        #expect(try bench.store.alerts(of: bench.keys).isEmpty)
    }

    @Test func `after a restart an item that is near raises no alert`() throws {
        var bench = try HistoryBench()
        _ = try bench.core.ingest([status(carrier: "sam")], at: Timestamp(seconds: 0))
        _ = try hear(&bench, 0..<30, -72)
        var second = try HistoryBench(store: bench.store)
        _ = try second.core.ingest([status(carrier: "sam")], at: Timestamp(seconds: 31))
        let told = try hear(&second, 31..<90, -72)
        #expect(bench.alerts(told).isEmpty)
    }

    @Test func `after a restart an item that was lost far from a place is not taken to be there by an old fix`() throws
    {
        var bench = try HistoryBench()
        let home = TrustedPlace(
            name: try ItemName("Home"),
            area: try .circle(around: bench.origin.offset(north: 500, east: 0), radius: 50)
        )
        let rules = Message(topic: bench.topics.rules(bench.keys), payload: ItemRules(places: [home]).encoded())
        _ = try bench.core.ingest([rules, status(carrier: "sam")], at: Timestamp(seconds: 0))
        let fix = bench.location(bench.keys, at: 1, north: 500, accuracy: 5, mark: FixMark(boot: 1, sequence: 1))
        var told = try bench.core.ingest([fix], at: Timestamp(seconds: 1))
        // That fix is too old by then to say how far it is from its owner.
        for (seconds, rssi) in [(4000..<4030, -62), (4030..<4120, -97)] {
            let phone = bench.location(bench.phone, at: Double(seconds.lowerBound), north: 0)
            told += try bench.core.ingest([phone], at: Timestamp(seconds: Double(seconds.lowerBound)))
            told += try hear(&bench, seconds, rssi)
        }
        #expect(bench.alerts(told).last?.level == .critical)
        var second = try HistoryBench(store: bench.store)
        _ = try second.core.ingest([status(carrier: "sam")], at: Timestamp(seconds: 4120))
        let silence = try hear(&second, 4121..<4200, nil)
        #expect(bench.alerts(silence).isEmpty)
        #expect(bench.states(silence).allSatisfy { $0.place == nil })
    }

    @Test func `a proximity that cannot be read is put aside`() throws {
        var bench = try HistoryBench()
        let noise = Message(topic: bench.topics.proximity(bench.keys), payload: Array("{}".utf8))
        _ = try bench.core.ingest([noise], at: Timestamp(seconds: 1))
        #expect(try bench.store.quarantine().count == 1)
    }
}
