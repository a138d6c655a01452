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
    /// That an answer to a reminder has come to nothing.
    private struct NotAnswered: Error, CustomStringConvertible {
        let description: String
    }

    /// - Throws: What to say to whoever has answered a reminder that is as it was. One that is told no more needs no answer,
    ///   but is not told again in a while either.
    func checkAnswer(to button: ReminderButton) throws {
        switch self {
        case .notStored(let sentence): throw NotAnswered(description: sentence)
        case .notTold where button == .snooze, .none where button == .snooze:
            throw NotAnswered(description: "it is over: there is nothing to put off")
        default: return
        }
    }
}
