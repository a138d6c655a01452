import Messages
import TestSupport
import Testing
import Tracking

/// Bytes that nobody should send: nothing traps, and what is accepted is stable.
struct FuzzTests {
    private static let pieces: [[UInt8]] = [
        "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\ud800", "-", ".", "e", "E+", "0", "9", "1e999", "null",
        "true",
        "NaN", "\"lat\":", "\"tst\":", "\"tst_ms\":", "\"_type\":\"location\",", "\"boot\":1,", "\"x\":[[[[",
        "99999999999999999999", "\u{FEFF}", "é", "\u{0}",
    ].map(bytes)

    private static func mutate(_ payload: inout [UInt8], using generator: inout SeededGenerator) {
        let place = Int.random(in: 0...payload.count, using: &generator)
        let end = min(payload.count, place + Int.random(in: 0...8, using: &generator))
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: payload.removeSubrange(place..<end)
        case 1: payload.insert(UInt8.random(in: 0...255, using: &generator), at: place)
        case 2: payload.insert(contentsOf: pieces.randomElement(using: &generator) ?? [], at: place)
        case 3: payload.replaceSubrange(place..<end, with: pieces.randomElement(using: &generator) ?? [])
        default:
            payload.insert(contentsOf: payload[place..<end], at: Int.random(in: 0...payload.count, using: &generator))
        }
    }

    /// Decodes as everything there is; what is accepted must be written and read back as itself.
    private static func feed(_ payload: [UInt8]) throws -> Int {
        try stable(LocationMessage.self, payload) + stable(Kept<DesiredState>.self, payload)
            + stable(Kept<ReportedState>.self, payload) + stable(Kept<Command>.self, payload)
            + stable(Kept<CommandResult>.self, payload) + stable(Kept<StoredMessage>.self, payload)
            + stable(Kept<GatewayStatus>.self, payload) + stable(OwnTracksCommand.self, payload)
            + stable(PlaceEvent.self, payload) + stable(Availability.self, payload)
            + accepted(Kept<ProximityMessage>.self, payload) + accepted(Kept<StateMessage>.self, payload)
            + accepted(Kept<AlertMessage>.self, payload) + stable(Kept<GatewayRequest>.self, payload)
            + stable(Kept<GatewayResponse>.self, payload) + accepted(Kept<SeenMessage>.self, payload)
            + stable(Kept<TagRecord>.self, payload) + stable(Kept<ButtonMessage>.self, payload)
            + accepted(Kept<GuardMessage>.self, payload) + accepted(Kept<GuardIgnored>.self, payload)
            + stable(Kept<ReminderMessage>.self, payload) + accepted(Kept<ReminderEventMessage>.self, payload)
            + accepted(Kept<ReminderStateMessage>.self, payload)
    }

    private static func stable<Value: Payload & Equatable>(_ type: Value.Type, _ payload: [UInt8]) throws -> Int {
        guard let value = try? Value(decoding: payload) else { return 0 }
        #expect(try Value(decoding: value.encoded()) == value, "\(text(payload))")
        return 1
    }

    /// Where distances are rounded on writing, the second writing must be the same as the first.
    private static func accepted<Value: Payload>(_ type: Value.Type, _ payload: [UInt8]) throws -> Int {
        guard let value = try? Value(decoding: payload) else { return 0 }
        let written = value.encoded()
        #expect(try Value(decoding: written).encoded() == written, "\(text(payload))")
        return 1
    }

    @Test
    func `mutated payloads never trap and accepted ones are stable`() throws {
        var chance = Arbitrary(generator: SeededGenerator(seed: 11))
        var accepted = 0
        for round in 0..<4000 {
            var payload = try Self.valid(round, &chance)
            for _ in 0..<chance.integer(1...4) { Self.mutate(&payload, using: &chance.generator) }
            accepted += try Self.feed(payload)
        }
        #expect(accepted > 100)
    }

    private static func valid(_ round: Int, _ chance: inout Arbitrary<SeededGenerator>) throws -> [UInt8] {
        switch round % 12 {
        case 0: try chance.desired().encoded()
        case 1: try chance.reported().encoded()
        case 2: try chance.proximity().encoded()
        case 3: try chance.state().encoded()
        case 4: try chance.alert().encoded()
        case 5: try chance.status().encoded()
        case 6, 7: try chance.reminder().encoded()
        case 8: try chance.reminderEvent().encoded()
        case 9: try chance.reminderState().encoded()
        default: try chance.location().encoded()
        }
    }

    @Test
    func `random bytes and random pieces of JSON never trap`() throws {
        var generator = SeededGenerator(seed: 13)
        for _ in 0..<2000 {
            let count = Int.random(in: 0...60, using: &generator)
            let noise = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let json = (0..<count).flatMap { _ in Self.pieces.randomElement(using: &generator) ?? [] }
            for payload in [noise, json, bytes("{\"x\":") + json] {
                #expect(throws: MessageError.self) { try LocationMessage(decoding: payload) }
                _ = try Self.feed(payload)
            }
        }
    }

    @Test
    func `random topics never trap`() {
        var generator = SeededGenerator(seed: 17)
        let levels = ["owntracks", "tagalong", "sam", "", "alerts", "gateway", "request", "é", "history", "fence", "+"]
        for _ in 0..<4000 {
            let depth = Int.random(in: 0...6, using: &generator)
            let topic = (0..<depth).map { _ in levels.randomElement(using: &generator) ?? "" }.joined(separator: "/")
            let parsed = Topics().parse(topic)
            #expect(parsed == nil || topic.hasPrefix("owntracks/") || topic.hasPrefix("tagalong/"))
        }
    }
}
