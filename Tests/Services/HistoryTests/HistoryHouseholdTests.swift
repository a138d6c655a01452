import History
import Messages
import Store
import StoreSupport
import Testing
import Tracking

/// What the history service tells of Sam's keys while Ben, of the same household, has them.
@Suite(.onBothEngines) struct HistoryHouseholdTests {
    /// A service, and the phones of Sam and Ben.
    private struct Home {
        var bench: HistoryBench
        let ben: DeviceID
        var messages: [Message] = []

        init(_ households: String? = "sam,ben", store: Store? = nil) throws {
            bench = try HistoryBench(store: store)
            ben = DeviceID(owner: try Name("ben"), device: try Name("phone"))
            let households = try households.map { try Households([Households.names($0)]) } ?? Households()
            bench.core = try HistoryCore(
                store: bench.store,
                configuration: HistoryConfiguration(households: households)
            )
            guard let fence = bench.core.connected(at: Timestamp(seconds: 0)).first else { return }
            messages = try bench.core.ingest([fence], at: Timestamp(seconds: 0))
        }

        /// Sam's phone stays, the keys and Ben's phone are so far north of it; nil for no report of Ben's.
        mutating func step(_ second: Double, keys: Double, ben north: Double?) throws {
            messages += try bench.step(second, north: keys)
            guard let north else { return }
            let report = bench.location(ben, at: second, north: north)
            messages += try bench.core.ingest([report], at: Timestamp(seconds: second))
        }

        mutating func tick(_ second: Double) throws {
            messages += try bench.core.tick(at: Timestamp(seconds: second))
        }

        var alerts: [AlertMessage] { bench.alerts(messages) }
        var states: [StateMessage] { bench.states(messages) }
    }

    @Test func `what a member of the household has is near, and the state says who that is`() throws {
        var home = try Home()
        for second in stride(from: 0.0, through: 300, by: 10) { try home.step(second, keys: second, ben: second + 1) }
        #expect(home.alerts.isEmpty)
        #expect(home.states.first?.with == nil)
        let last = try #require(home.states.last)
        #expect(last.level == .near && last.with?.text == "ben")
        #expect((last.distance ?? 0) > 200)
        let evidence = try #require(try home.bench.store.document(.evidence, of: home.bench.keys))
        #expect(try EvidenceMessage(decoding: evidence.payload).with?.text == "ben")
    }

    @Test(arguments: [nil, "eva,ben"]) func `the same raises without their household`(households: String?) throws {
        var home = try Home(households)
        for second in stride(from: 0.0, through: 300, by: 10) { try home.step(second, keys: second, ben: second + 1) }
        #expect(home.alerts.map(\.level).last == .critical)
        #expect(home.states.allSatisfy { $0.with == nil })
    }

    @Test func `the report of a member tells whether a rise was right`() throws {
        for (north, levels) in [(70.0, []), (0, [AlertLevel.critical])] as [(Double, [AlertLevel])] {
            var home = try Home()
            for second in stride(from: 0.0, through: 120, by: 10) {
                try home.step(second, keys: 0, ben: Int(second) % 60 == 0 ? 30 : nil)
            }
            for second in stride(from: 130.0, through: 170, by: 10) {
                try home.step(second, keys: second - 100, ben: nil)
            }
            #expect(home.alerts.isEmpty)
            try home.step(180, keys: 80, ben: north == 0 ? 0 : 80)
            #expect(home.alerts.map(\.level) == levels)
        }
    }

    @Test func `the rise is told when the member's phone keeps silent`() throws {
        var home = try Home()
        for second in stride(from: 0.0, through: 120, by: 10) {
            try home.step(second, keys: 0, ben: Int(second) % 60 == 0 ? 30 : nil)
        }
        try home.step(150, keys: 50, ben: nil)
        try home.tick(209)
        #expect(home.alerts.isEmpty)
        try home.tick(211)
        #expect(home.alerts.map(\.level) == [.critical])
    }

    @Test func `a restart alarms nobody`() throws {
        var home = try Home()
        for second in stride(from: 0.0, through: 300, by: 10) { try home.step(second, keys: second, ben: second + 1) }
        var next = try Home(store: home.bench.store)
        next.bench.sequence = home.bench.sequence
        next.messages = []
        try next.step(310, keys: 310, ben: nil)
        try next.step(320, keys: 320, ben: 320)
        #expect(next.alerts.isEmpty)
        #expect(next.states.last?.level == .near && next.states.last?.with?.text == "ben")
    }

    @Test func `the gateway that a member carries tells that the item is there`() throws {
        var home = try Home()
        for second in stride(from: 0.0, through: 20, by: 10) { try home.step(second, keys: 300, ben: nil) }
        #expect(home.alerts.map(\.level) == [.critical])
        let carried = GatewayStatus(state: .online, carrier: try Name("ben"))
        let topic = home.bench.topics.gatewayStatus(try Name("pocket"))
        let status = Message(topic: topic, payload: carried.encoded(), retained: true)
        home.messages += try home.bench.core.ingest([status], at: Timestamp(seconds: 21))
        for second in stride(from: 22.0, through: 60, by: 2) {
            let heard = ProximityMessage(
                time: Timestamp(seconds: second),
                gateway: try Name("pocket"),
                rssi: -55,
                distance: nil,
                sigma: nil,
                samples: 5,
                expected: 5
            )
            let message = Message(topic: home.bench.topics.proximity(home.bench.keys), payload: heard.encoded())
            home.messages += try home.bench.core.ingest([message], at: Timestamp(seconds: second))
        }
        #expect(home.alerts.map(\.event).last == .cleared)
        #expect(home.states.last?.with?.text == "ben")
    }
}
