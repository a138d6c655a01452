import Messages
public import Reminders
public import Tracking

// Reminders, which their owners make on their consoles.

extension World {
    /// A reminder of one copy.
    struct ReminderHost: Sendable {
        let id: ReminderID
        let message: ReminderMessage
    }

    public var reminderCount: Int { reminders.count }

    /// Which reminder of whom; those of each copy are in the file's order.
    public func id(ofReminder index: Int) -> ReminderID { reminders[index].id }

    /// What the person calls it.
    public func title(ofReminder index: Int) -> ItemName { reminders[index].message.title }

    /// Their owners tell what reminders there are.
    mutating func publishReminders() {
        for reminder in reminders {
            let topic = topics.reminder(reminder.id)
            emit(.publish(Message(topic: topic, payload: reminder.message.encoded(), retained: true), by: .console))
        }
    }

    /// Lets an owner do something with a reminder.
    public mutating func apply(_ action: Scenario.ReminderAction, toReminder index: Int) {
        let topic = topics.reminderSet(reminders[index].id)
        emit(.publish(Message(topic: topic, payload: Array(action.text.utf8)), by: .console))
    }
}

extension Cast {
    /// A reminder of this copy: about its things, and where it lies.
    func host(_ reminder: Scenario.Reminder, made: Timestamp) throws -> World.ReminderHost {
        var message = reminder.message
        message.made = made
        let conditions = message.conditions
        message.conditions = try Conditions(
            time: conditions.time,
            weather: try conditions.weather.map { weather in
                try WeatherCondition(
                    place: weather.place.map(turned), within: weather.within, sky: weather.sky, limits: weather.limits
                )
            },
            availability: conditions.availability,
            place: conditions.place.map { PlaceCondition($0.event, turned($0.target)) },
            thing: try conditions.thing.map { thing in
                let state: ThingCondition.State =
                    if case .at(let target) = thing.state { .at(turned(target)) } else { thing.state }
                return try ThingCondition(name(thing.thing), state)
            }
        )
        return World.ReminderHost(
            id: ReminderID(owner: try name(reminder.id.owner), id: reminder.id.id), message: message
        )
    }

    private func turned(_ target: PlaceTarget) -> PlaceTarget {
        guard case .area(let area, let name) = target else { return target }
        return .area(area.turned(by: turn), name: name)
    }
}
