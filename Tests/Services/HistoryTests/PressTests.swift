import History
import Messages
import Store
import Testing
import Tracking

/// What a press of an item's button does.
@Suite struct PressTests {
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

    @Test func `what cannot be read is put aside`() throws {
        var bench = try lost([:])
        let noise = Message(topic: bench.topics.button(bench.keys), payload: Array("pressed".utf8))
        _ = try bench.core.ingest([noise], at: Timestamp(seconds: 5))
        #expect(try bench.store.quarantine().count == 1)
    }
}
