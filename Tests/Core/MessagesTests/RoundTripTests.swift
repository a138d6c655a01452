import Messages
import TestSupport
import Testing
import Tracking

/// What is written reads back as it was, whatever it is.
struct RoundTripTests {
    private typealias Chance = Arbitrary<SeededGenerator>

    private func check<Value: Payload & Equatable>(_ make: (inout Chance) throws -> Value) throws {
        var chance = Arbitrary(generator: SeededGenerator(seed: 7))
        for _ in 0..<400 {
            let value = try make(&chance)
            let payload = value.encoded()
            let read = try Value(decoding: payload)
            #expect(read == value, "\(text(payload))")
            #expect(read.encoded() == payload)
        }
    }

    @Test func `locations`() throws { try check { try $0.location() } }
    @Test func `desired states with foreign keys`() throws { try check { try $0.desired() } }
    @Test func `reported states with foreign keys`() throws { try check { try $0.reported() } }
    @Test func `proximities with foreign keys`() throws { try check { try $0.proximity() } }
    @Test func `states with foreign keys`() throws { try check { try $0.state() } }
    @Test func `alerts with foreign keys`() throws { try check { try $0.alert() } }
    @Test func `gateway status with foreign keys`() throws { try check { try $0.status() } }
    @Test func `marks of what is stored`() throws { try check { StoredMessage(mark: $0.mark()) } }

    @Test func `a state as it is written is the one that is read from its bytes`() throws {
        var chance = Arbitrary(generator: SeededGenerator(seed: 8))
        for _ in 0..<400 {
            var state = try chance.state().value
            // As it is reckoned, with all its digits.
            state.distance = chance.maybe { $0.number(0...20_000_000, decimals: 1e9) }
            state.low = chance.maybe { $0.number(0...100, decimals: 1e9) }
            state.high = chance.maybe { $0.number(0...3000, decimals: 1e9) }
            state.roomConfidence = chance.maybe { $0.number(0...1, decimals: 1e9) }
            #expect(try StateMessage(decoding: state.encoded()) == state.asWritten)
            #expect(state.asWritten.encoded() == state.encoded())
        }
        var odd = StateMessage(level: .unknown, since: Timestamp(milliseconds: 1_780_000_000_000), item: "Bag")
        (odd.distance, odd.high) = (.nan, .infinity)
        #expect(try StateMessage(decoding: odd.encoded()) == odd.asWritten)
    }

    @Test func `commands`() throws {
        try check { Command(id: $0.text(1...64), verb: $0.one(of: Command.Verb.self)) }
    }

    @Test func `results`() throws {
        try check { chance in CommandResult(id: chance.text(1...64), error: chance.maybe { $0.text(0...80) }) }
    }
}
