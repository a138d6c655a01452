import Messages
import Reminders
import TestSupport
import Testing
import Tracking

/// What is written of reminders reads back as it was, whatever it is.
struct ReminderRoundTripTests {
    private func check<Value: Payload & Equatable>(
        _ make: (inout Arbitrary<SeededGenerator>) throws -> Value
    ) throws {
        var chance = Arbitrary(generator: SeededGenerator(seed: 22))
        for _ in 0..<600 {
            let value = try make(&chance)
            let payload = value.encoded()
            let read = try Value(decoding: payload)
            #expect(read == value, "\(text(payload))")
            #expect(read.encoded() == payload)
        }
    }

    @Test func `reminders with foreign keys`() throws { try check { try $0.reminder() } }
    @Test func `what is told, with foreign keys`() throws { try check { try $0.reminderEvent() } }
    @Test func `how it stands, with foreign keys`() throws { try check { try $0.reminderState() } }

    @Test func `random reminders have every kind, alone and with others`() throws {
        var chance = Arbitrary(generator: SeededGenerator(seed: 22))
        var seen: Set<[Conditions.Kind]> = []
        for _ in 0..<600 { seen.insert(try chance.reminder().value.conditions.kinds) }
        #expect(seen.count == 31)
    }

    @Test func `a message is the reminder that it was made of`() throws {
        var chance = Arbitrary(generator: SeededGenerator(seed: 23))
        for _ in 0..<100 {
            let message = try chance.reminder().value
            let reminder = message.reminder(try chance.name(), at: Sample.time)
            var again = ReminderMessage(reminder)
            if message.made == nil { again.made = nil }
            #expect(again == message)
        }
    }
}
