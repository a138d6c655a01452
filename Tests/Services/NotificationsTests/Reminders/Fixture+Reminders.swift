import Messages
import Reminders
import Store
import Tracking

@testable import Notifications

/// Sam is to take the umbrella along.
extension Fixture {
    /// What was told of the reminder, or done with it, that long after the start.
    static func reminder(
        _ event: ReminderEventMessage.Event = .fired,
        after seconds: Int64 = 0,
        owner: String = "sam",
        reminder: String = "umbrella",
        until: Int64? = nil
    ) throws -> ReminderEventMessage {
        let time = start.advanced(by: .seconds(seconds))
        var weather = FindingMessage(kind: .weather, verdict: .holds, text: "rain, 12.5 °C from 15:00")
        weather.source = "Weather data by Open-Meteo.com (CC BY 4.0)"
        let why = [weather, FindingMessage(kind: .thing, verdict: .holds, text: "not with its owner")]
        let number = "000000000000000\(time.milliseconds)".suffix(15)
        return ReminderEventMessage(
            id: "\(number)-\(owner)-\(reminder)-\(event.rawValue)",
            event: event,
            owner: try Name(owner),
            reminder: try Name(reminder),
            title: try ItemName("Take the umbrella"),
            colour: .violet,
            time: time,
            until: until.map { start.advanced(by: .seconds($0)) },
            why: event.isAnswer ? [] : why
        )
    }

    /// What is kept of the reminder, and how it stands.
    static func reminderRow(
        _ state: ReminderState = ReminderState(told: Fixture.start, fired: Fixture.start), isEnabled: Bool = true
    ) throws -> ReminderRow {
        let message = ReminderMessage(
            title: try ItemName("Take the umbrella"),
            isEnabled: isEnabled,
            conditions: try Conditions(thing: ThingCondition(Name("umbrella"), .away))
        )
        return ReminderRow(
            owner: try Name("sam"),
            id: try Name("umbrella"),
            payload: message.encoded(),
            state: ReminderStateMessage(.holds, state).encoded(),
            updated: start,
            isPublished: true
        )
    }
}

extension ReminderEventRow {
    /// As the history stores it.
    init(_ event: ReminderEventMessage) {
        self.init(
            id: event.id,
            owner: event.owner,
            reminder: event.reminder,
            time: event.time,
            event: event.event.rawValue,
            payload: event.encoded()
        )
    }
}
