import History
import Messages
import Store
import StoreSupport
import Testing
import Tracking

/// What a press of an item's button does.
@Suite(.onBothEngines) struct PressTests {
    /// A bench whose keys are too far off, with such rules.
    private func lost(_ presses: [ButtonPress: PressAction]) throws -> HistoryBench {
        var bench = try HistoryBench()
        let rules = ItemRules(presses: presses).encoded()
        let message = Message(topic: bench.topics.rules(bench.keys), payload: rules, retained: true)
        _ = try bench.core.ingest([message], at: Timestamp(seconds: 0))
        for second in 0..<4 { _ = try bench.step(Double(second), north: second < 2 ? 1 : 100) }
        return bench
    }

    private func press(
        _ bench: inout HistoryBench, _ press: ButtonPress, at seconds: Double = 5, retained: Bool = false
    ) throws -> [Message] {
        let told = ButtonMessage(time: Timestamp(seconds: seconds), gateway: try Name("hall"), press: press)
        let message = Message(topic: bench.topics.button(bench.keys), payload: told.encoded(), retained: retained)
        return try bench.core.ingest([message], at: Timestamp(seconds: 5))
    }

    @Test func `its owner acknowledges the running episode by the press that is for it`() throws {
        var bench = try lost([.double: .acknowledge])
        let episode = try #require(try bench.store.alerts(of: bench.keys).last?.episode)
        #expect(try press(&bench, .single).filter { $0.topic == bench.topics.rules(bench.keys) }.isEmpty)
        let told = try press(&bench, .double)
        let rules = try #require(told.first { $0.topic == bench.topics.rules(bench.keys) })
        #expect(rules.retained)
        let read = try ItemRules(decoding: rules.payload)
        #expect(read.acknowledged == episode)
        #expect(read.presses == [.double: .acknowledge])
        _ = try bench.core.ingest([rules], at: Timestamp(seconds: 6))
        #expect(try press(&bench, .double).filter { $0.topic == bench.topics.rules(bench.keys) }.isEmpty)
    }

    @Test func `the owner's phone is asked where it is`() throws {
        var bench = try lost([.long: .locatePhone])
        let told = try press(&bench, .long).filter { $0.topic.hasSuffix("/cmd") }
        #expect(told.map(\.topic) == [bench.topics.ownTracksCommand(bench.phone)])
        let payloads = told.map { String(decoding: $0.payload, as: UTF8.self) }
        #expect(payloads == [#"{"_type":"cmd","action":"reportLocation"}"#])
        #expect(told.allSatisfy { !$0.retained })
    }

    @Test func `a press of long ago does nothing`() throws {
        var bench = try lost([.single: .locatePhone])
        #expect(try press(&bench, .single, at: -55).filter { $0.topic.hasSuffix("/cmd") }.isEmpty)
        #expect(try press(&bench, .single, retained: true).filter { $0.topic.hasSuffix("/cmd") }.isEmpty)
    }

    /// A gateway that stands in a room is there.
    private var hall: Message {
        get throws {
            let adapter = GatewayStatus.Adapter(name: "hci0", health: "scanning")
            let status = GatewayStatus(state: .online, adapters: [adapter], room: try ItemName("Hall"))
            return Message(topic: "tagalong/gateway/hall/status", payload: status.encoded(), retained: true)
        }
    }

    /// What a gateway whose clock differs by so many seconds reports of the keys each ten seconds.
    private func hear(_ bench: inout HistoryBench, off seconds: Double, during span: Range<Int>) throws -> [Message] {
        var told: [Message] = []
        for second in span where second % 10 == 0 {
            let report = ProximityMessage(
                time: Timestamp(seconds: Double(second) + seconds), gateway: try Name("hall"), rssi: -60, distance: nil,
                sigma: nil, samples: 1
            )
            let message = Message(topic: bench.topics.proximity(bench.keys), payload: report.encoded())
            told += try bench.core.ingest([message], at: Timestamp(seconds: Double(second)))
        }
        return told
    }

    @Test(arguments: [-7200.0, 7200])
    func `a press counts, and a room is told, also where the gateway's clock is wrong, which is said once`(
        seconds: Double
    ) throws {
        var bench = try HistoryBench()
        let rules = ItemRules(presses: [.single: .locatePhone]).encoded()
        _ = try bench.core.ingest(
            [Message(topic: bench.topics.rules(bench.keys), payload: rules, retained: true)], at: Timestamp(seconds: 0))
        for second in 0..<4 { _ = try bench.step(Double(second), north: 1) }
        _ = try bench.core.ingest([hall], at: Timestamp(seconds: 9))
        func press(_ bench: inout HistoryBench, at moment: Double, arriving arrival: Double) throws -> Bool {
            let told = ButtonMessage(time: Timestamp(seconds: moment + seconds), gateway: try Name("hall"))
            let message = Message(topic: bench.topics.button(bench.keys), payload: told.encoded())
            return try bench.core.ingest([message], at: Timestamp(seconds: arrival)).contains {
                $0.topic.hasSuffix("/cmd")
            }
        }
        let early = try hear(&bench, off: seconds, during: 10..<31)
        #expect(bench.states(early).allSatisfy { $0.room == nil })
        #expect(try !press(&bench, at: 31, arriving: 31), "nothing is known of that clock yet")
        #expect(bench.core.takeNotices().isEmpty)

        #expect(bench.states(try hear(&bench, off: seconds, during: 40..<61)).last?.room == "Hall")
        #expect(try press(&bench, at: 61, arriving: 61))
        #expect(try !press(&bench, at: 0, arriving: 61), "it was made more than a minute ago")
        let notices = bench.core.takeNotices()
        #expect(notices.count == 1)
        #expect(notices.first?.contains("'hall' is 7200 s \(seconds < 0 ? "behind" : "ahead")") == true)

        _ = try hear(&bench, off: seconds, during: 70..<200)
        #expect(bench.core.takeNotices().isEmpty)
        // It is set.
        _ = try hear(&bench, off: 0, during: 200..<201)
        #expect(try !press(&bench, at: 201, arriving: 201), "a press of the past or the future")
    }

    @Test func `a backlog that is worked off is no wrong clock`() throws {
        var bench = try HistoryBench()
        _ = try bench.core.ingest([hall], at: Timestamp(seconds: 0))
        for second in 0..<300 {
            let report = ProximityMessage(
                time: Timestamp(seconds: Double(second)), gateway: try Name("hall"), rssi: -60, distance: nil,
                sigma: nil, samples: 1
            )
            let message = Message(topic: bench.topics.proximity(bench.keys), payload: report.encoded())
            _ = try bench.core.ingest([message], at: Timestamp(seconds: 300 + Double(second) / 20))
        }
        #expect(bench.core.takeNotices().isEmpty)
    }

    @Test func `what cannot be read is put aside`() throws {
        var bench = try lost([:])
        let noise = Message(topic: bench.topics.button(bench.keys), payload: Array("pressed".utf8))
        _ = try bench.core.ingest([noise], at: Timestamp(seconds: 5))
        #expect(try bench.store.quarantine().count == 1)
    }
}
