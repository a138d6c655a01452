public import Reminders
public import Tracking

/// A reminder as it travels; whose it is and what it is called in topics stands in the topic.
public struct ReminderMessage: Hashable, Sendable {
    public var title: ItemName
    public var colour: Reminder.Colour
    public var isEnabled: Bool
    /// When it was made; nil where nobody has said so.
    public var made: Timestamp?
    public var conditions: Conditions

    public init(
        title: ItemName, colour: Reminder.Colour = .blue, isEnabled: Bool = true, made: Timestamp? = nil,
        conditions: Conditions
    ) {
        (self.title, self.colour, self.isEnabled) = (title, colour, isEnabled)
        (self.made, self.conditions) = (made, conditions)
    }

    public init(_ reminder: Reminder) {
        self.init(
            title: reminder.title, colour: reminder.colour, isEnabled: reminder.isEnabled, made: reminder.made,
            conditions: reminder.conditions
        )
    }

    /// The reminder by this name, made now where nobody has said when.
    public func reminder(_ id: Name, at now: Timestamp) -> Reminder {
        Reminder(
            id: id, title: title, colour: colour, isEnabled: isEnabled, made: made ?? now, conditions: conditions
        )
    }
}

extension ReminderMessage: JSONPayload {
    enum Key: String, PayloadKey {
        case type = "_type", title = "name", colour, enabled, made, time, weather, availability, place, thing

        static let table = KeyTable<Key>()
    }

    static var type: (key: Key, name: String) { (.type, "reminder") }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        self.init(
            title: try object.required(.title, object.itemName(.title)),
            colour: try object.word(.colour) ?? .blue,
            isEnabled: try object.flag(.enabled) ?? true,
            made: try object.time(.made),
            conditions: try object.conditions()
        )
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.title, title.text)
        writer.put(.colour, colour.rawValue)
        writer.put(.enabled, isEnabled)
        writer.put(.made, made)
        writer.put(.time, conditions.time)
        writer.put(.weather, conditions.weather)
        writer.put(.availability, conditions.availability)
        writer.put(.place, conditions.place)
        writer.put(.thing, conditions.thing)
    }
}

extension JSONObject<ReminderMessage.Key> {
    fileprivate func conditions() throws(MessageError) -> Conditions {
        do {
            return try Conditions(
                time: part(.time), weather: part(.weather), availability: part(.availability), place: part(.place),
                thing: part(.thing)
            )
        } catch let error as MessageError {
            throw error
        } catch {
            throw MessageError(
                .missing, field: "payload", expected: "a condition: time, weather, availability, place or thing"
            )
        }
    }
}
