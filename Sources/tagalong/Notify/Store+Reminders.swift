import History
import Notifications
import Store
import Tracking

extension Store {
    /// Where notifications learn of reminders.
    var reminderSource: ReminderSource {
        ReminderSource(
            events: { try self.reminderEvents(since: $0) },
            attention: { notice, now in try Attention(toReminder: notice, in: self, at: now) },
            areKept: { try !self.reminderEvents(of: [$0], limit: 1).isEmpty }
        )
    }

    /// So many are read at once.
    private static let page = 500

    /// What was told of the reminders of all since a time, newest first.
    private func reminderEvents(since time: Timestamp) throws -> [ReminderEventRow] {
        var events: [ReminderEventRow] = []
        while true {
            let page = try reminderEvents(of: nil, before: events.last?.id, limit: Self.page)
            let new = page.prefix { $0.time >= time }
            events += new
            if new.count < Self.page { return events }
        }
    }
}

extension HistoryErrand.Outcome {
    /// That an answer to a reminder was not stored; one that is not told any more needs none.
    private struct NotStored: Error, CustomStringConvertible {
        let description: String
    }

    /// - Throws: What to say to whoever has answered a reminder that is as it was.
    func checkAnswer() throws {
        if case .notStored(let sentence) = self { throw NotStored(description: sentence) }
    }
}
