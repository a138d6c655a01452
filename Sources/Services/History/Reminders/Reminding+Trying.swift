import Messages
import Reminders
import Tracking

extension Reminding {
    /// What is found at this moment of what would be a reminder of an owner.
    mutating func attempt(
        _ message: ReminderMessage, of owner: Name, _ watches: Watches, at now: Timestamp
    ) throws -> ReminderStateMessage {
        let reminder = message.reminder(try Name("draft"), at: now)
        if !engine.concerns(owner) {
            engine.know(watches.places(of: owner), of: owner, at: now)
            followOwner(owner, watches, at: now)
        }
        // One that a reminder is about is followed anyway; here nothing is to come of it.
        if let thing = reminder.conditions.thing.map({ DeviceID(owner: owner, device: $0.thing) }),
            !engine.concerns(thing)
        {
            engine.know(watches.index(of: thing).map { watches.thing($0, at: now) }, thing, at: now)
        }
        let report = engine.report(trying: reminder, of: owner, at: now)
        engine.forgetStranger(owner)
        let why = findings(report.findings, of: reminder, at: now)
        return ReminderStateMessage(report.status, ReminderState(), why: why)
    }
}
