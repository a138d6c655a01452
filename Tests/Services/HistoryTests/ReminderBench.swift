import CivilTime
import History
import Messages
import Reminders
import StoreSupport
import Testing
import Tracking

@testable import Store

/// A history service on the bench whose owner has reminders, lives around a place, and has an umbrella.
struct ReminderBench {
    var bench: HistoryBench
    let umbrella: DeviceID
    let id: ReminderID
    /// What goes out, and comes back when it is asked to.
    var sent: [Message] = []

    var topics: Topics { bench.topics }

    init(store: Store? = nil, fenced: Bool = true) throws {
        bench = try HistoryBench(store: store, fenced: fenced, isLive: true)
        umbrella = DeviceID(owner: bench.phone.owner, device: try Name("umbrella"))
        id = ReminderID(owner: bench.phone.owner, id: try Name("rain"))
    }

    /// What leaves a place without the umbrella is told.
    func leaving(_ name: String = "Umbrella", isEnabled: Bool = true) throws -> ReminderMessage {
        ReminderMessage(
            title: try ItemName(name), isEnabled: isEnabled, made: Timestamp(seconds: 1),
            conditions: try Conditions(
                place: PlaceCondition(.leaves, .named(try ItemName("Home"))),
                thing: try ThingCondition(umbrella.device, .away)
            )
        )
    }

    func definition(_ message: ReminderMessage, isKept: Bool = false) -> Message {
        Message(topic: topics.reminder(id), payload: message.encoded(), retained: isKept)
    }

    @discardableResult
    mutating func ingest(_ messages: [Message], at seconds: Double) throws -> [Message] {
        let told = try bench.core.ingest(messages, at: Timestamp(seconds: seconds))
        sent += told
        return told
    }

    @discardableResult
    mutating func tick(at seconds: Double) throws -> [Message] {
        let told = try bench.core.tick(at: Timestamp(seconds: seconds))
        sent += told
        return told
    }

    @discardableResult
    mutating func run(_ errand: HistoryErrand, at seconds: Double) throws -> HistoryErrand.Outcome {
        let done = try errand.perform(on: &bench.core, at: Timestamp(seconds: seconds))
        sent += done.messages
        return done.value
    }

    /// The phone and the umbrella say where they are, in metres to the north of home.
    @discardableResult
    mutating func step(_ seconds: Double, phone: Double, umbrella north: Double?) throws -> [Message] {
        bench.sequence += 1
        let mark = FixMark(boot: 1, sequence: bench.sequence)
        let own = bench.location(bench.phone, at: seconds, north: phone, accuracy: 5)
        let other = north.map { bench.location(umbrella, at: seconds, north: $0, accuracy: 5, mark: mark) }
        return try ingest([own] + (other.map { [$0] } ?? []), at: seconds)
    }

    /// Home is a place where the umbrella may stay.
    @discardableResult
    mutating func makeHome(at seconds: Double) throws -> [Message] {
        let home = TrustedPlace(name: try ItemName("Home"), area: .circle(bench.origin, radius: 60))
        let rules = Message(topic: topics.rules(umbrella), payload: ItemRules(places: [home]).encoded(), retained: true)
        return try ingest([rules], at: seconds)
    }

    /// Home, with the reminder, and with both there.
    mutating func begin() throws {
        try step(10, phone: 0, umbrella: 0)
        try makeHome(at: 20)
        try ingest([definition(leaving())], at: 30)
        try step(300, phone: 0, umbrella: 0)
    }

    func events(_ messages: [Message]) -> [ReminderEventMessage] {
        messages.filter { $0.topic == topics.reminders(of: id.owner) }
            .compactMap { try? ReminderEventMessage(decoding: $0.payload) }
    }

    func states(_ messages: [Message]) -> [ReminderStateMessage] {
        messages.filter { $0.topic == topics.reminderState(id) }
            .compactMap { try? ReminderStateMessage(decoding: $0.payload) }
    }

    func definitions(_ messages: [Message]) -> [[UInt8]] {
        messages.filter { $0.topic == topics.reminder(id) }.map(\.payload)
    }
}
