public import Reminders
public import Tracking

/// That a reminder is told, or what its owner has done with it.
public struct ReminderEventMessage: Hashable, Sendable {
    /// Names the message; identifiers of one owner sort in their order.
    public var id: String
    public var event: Event
    public var owner: Name
    public var reminder: Name
    /// What a person calls it.
    public var title: ItemName
    public var colour: Reminder.Colour
    public var time: Timestamp
    /// Of an event that was put off: when it is told again, where that is certain.
    public var until: Timestamp?
    /// What was found of each of its conditions.
    public var why: [FindingMessage]
    /// The console's page of it.
    public var link: String?

    public enum Event: String, Hashable, Sendable, CaseIterable {
        /// Its conditions have come true.
        case fired
        /// It was put off, and is told once more.
        case repeated
        case dismissed
        case snoozed
    }

    public init(
        id: String, event: Event, owner: Name, reminder: Name, title: ItemName, colour: Reminder.Colour,
        time: Timestamp,
        until: Timestamp? = nil, why: [FindingMessage] = [], link: String? = nil
    ) {
        (self.id, self.event, self.owner, self.reminder) = (id, event, owner, reminder)
        (self.title, self.colour, self.time, self.until) = (title, colour, time, until)
        (self.why, self.link) = (why, link)
    }
}

extension ReminderEventMessage: JSONPayload {
    enum Key: String, PayloadKey {
        case type = "_type", id, event, owner, reminder, title = "name", colour, time, until, why, link

        static let table = KeyTable<Key>()
    }

    static var type: (key: Key, name: String) { (.type, "reminder-event") }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        self.init(
            id: try object.required(.id, object.text(.id, characters: 1...200)),
            event: try object.required(.event, object.word(.event)),
            owner: try object.required(.owner, object.name(.owner)),
            reminder: try object.required(.reminder, object.name(.reminder)),
            title: try object.required(.title, object.itemName(.title)),
            colour: try object.word(.colour) ?? .blue,
            time: try object.required(.time, object.time(.time)),
            until: try object.anyTime(.until),
            why: try object.parts(.why) ?? [],
            link: try object.text(.link)
        )
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.id, id)
        writer.put(.event, event.rawValue)
        writer.put(.owner, owner.text)
        writer.put(.reminder, reminder.text)
        writer.put(.title, title.text)
        writer.put(.colour, colour.rawValue)
        writer.put(.time, time)
        writer.put(.until, until)
        if !why.isEmpty { writer.put(.why, why) }
        writer.put(.link, link)
    }
}
