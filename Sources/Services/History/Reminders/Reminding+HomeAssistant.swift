import Messages
import Reminders
import Tracking

/// What Home Assistant is told of reminders.
extension Reminding {
    /// Takes in what the broker keeps for Home Assistant; false for what is of no reminder.
    mutating func heard(_ message: Message) -> Bool { announcer?.heard(message) ?? false }

    /// All that the broker keeps has been heard: tells of every reminder, and takes off those that there are none of.
    mutating func announceAll(of isOurs: (Name) -> Bool, _ batch: inout Batch) {
        guard announcer != nil else { return }
        mayAnnounce = true
        for id in engine.ids.sorted() { announce(id, &batch) }
        let there = engine
        batch.answer(announcer?.forgetOrphans(unless: { there.reminder($0) != nil }, of: isOurs) ?? [])
    }

    /// Home Assistant has started, and may have forgotten everything.
    mutating func repeatAll(_ message: Message, _ batch: inout Batch) {
        guard message.payload.elementsEqual("online".utf8), !message.retained, mayAnnounce else { return }
        announcer?.repeatAll()
        for id in engine.ids.sorted() { announce(id, &batch) }
    }

    /// Tells of a reminder that is new, or is called otherwise now.
    mutating func announce(_ id: ReminderID, _ batch: inout Batch) {
        guard mayAnnounce, let reminder = engine.reminder(id) else { return }
        let link = configuration.consoleURL.map { "\($0)/reminders" }
        if let message = announcer?.announce(id, reminder.title, link: link) { batch.answer(message) }
    }

    /// Takes off a reminder that is deleted.
    mutating func takeOff(_ id: ReminderID, _ batch: inout Batch) {
        if let message = announcer?.forget(id) { batch.answer(message) }
    }
}
