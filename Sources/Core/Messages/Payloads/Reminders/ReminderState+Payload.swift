public import Reminders
internal import Tracking

/// How it stands with a reminder, as it is kept and published.
public struct ReminderStateMessage: Hashable, Sendable {
    public var status: ReminderStatus
    public var state: ReminderState
    /// What was found of each of its conditions when the status or the state last changed.
    public var why: [FindingMessage]

    public init(_ status: ReminderStatus, _ state: ReminderState, why: [FindingMessage] = []) {
        (self.status, self.state, self.why) = (status, state, why)
    }
}

extension ReminderStateMessage: JSONPayload {
    enum Key: String, PayloadKey {
        case type = "_type", status, fired = "last_fired", told, subjects, dismissed, putOff = "put_off"
        case snoozedUntil = "snoozed_until"
        case side, crossed, thingSide = "thing_side", thingCrossed = "thing_crossed", why

        static let table = KeyTable<Key>()
    }

    static var type: (key: Key, name: String) { (.type, "reminder-state") }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        let texts = try object.texts(.subjects) ?? []
        var state = ReminderState(
            told: try object.anyTime(.told),
            subjects: texts.compactMap { Int($0, radix: 16) },
            fired: try object.anyTime(.fired),
            snoozedUntil: try object.anyTime(.snoozedUntil),
            owner: Standing(side: try object.word(.side), crossed: try object.anyTime(.crossed)),
            thing: Standing(side: try object.word(.thingSide), crossed: try object.anyTime(.thingCrossed))
        )
        (state.dismissed, state.putOff) = (try object.anyTime(.dismissed), try object.anyTime(.putOff))
        self.init(try object.word(.status) ?? .waiting, state, why: try object.parts(.why) ?? [])
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.status, status.rawValue)
        writer.put(.fired, state.fired)
        writer.put(.told, state.told)
        // In hexadecimal: whole numbers of 64 bits are none in JSON for everybody.
        if !state.subjects.isEmpty { writer.put(.subjects, state.subjects.map { String($0, radix: 16) }) }
        writer.put(.dismissed, state.dismissed)
        writer.put(.putOff, state.putOff)
        writer.put(.snoozedUntil, state.snoozedUntil)
        writer.put(.side, state.owner.side?.rawValue)
        writer.put(.crossed, state.owner.crossed)
        writer.put(.thingSide, state.thing.side?.rawValue)
        writer.put(.thingCrossed, state.thing.crossed)
        if !why.isEmpty { writer.put(.why, why) }
    }
}
