import JSON
import Messages
import Reminders
import Store
import Tracking

/// Something that was told of a reminder, as it is listed.
struct ReminderEventLine: ListRow {
    let row: ReminderEventRow
    /// Nil where what is stored cannot be read.
    let message: ReminderEventMessage?

    init(_ row: ReminderEventRow) {
        self.row = row
        message = try? ReminderEventMessage(decoding: row.payload)
    }

    static let columns = ["TIME", "EVENT", "NAME", "REMINDER", "WHY"]

    var cells: [String] {
        [
            Phrases.time(row.time), event, message?.title.text.printable ?? Phrases.unknown,
            "\(ReminderID(owner: row.owner, id: row.reminder))",
            message?.why.map(\.text.printable).joined(separator: "; ") ?? Phrases.unknown,
        ]
    }

    private var event: String {
        let until = message?.until.map { " until \(Phrases.time($0))" } ?? ""
        return row.event.printable + until
    }

    /// A line such as `2026-05-01T09:00:00Z fired: not with its owner; rain from 15:00`.
    var sentence: String {
        let why = message?.why.map(\.text.printable).joined(separator: "; ") ?? ""
        return "\(Phrases.time(row.time)) \(event)" + (why.isEmpty ? "" : ": \(why)")
    }

    /// The keys of its message.
    var json: JSONValue {
        if let message { return .object(JSONValue.members(of: message.encoded())) }
        return .object([
            "id": .text(row.id), "event": .text(row.event), "owner": .text(row.owner.text),
            "reminder": .text(row.reminder.text), "time": .time(row.time),
        ])
    }
}
