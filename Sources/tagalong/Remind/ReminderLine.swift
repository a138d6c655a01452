import JSON
import Messages
import Reminders
import Tracking

/// A reminder as it is listed and shown.
struct ReminderLine: ListRow {
    let entry: ReminderBook.Entry

    init(_ entry: ReminderBook.Entry) { self.entry = entry }

    static let columns = ["NAME", "REMINDER", "STATUS", "CONDITIONS", "LAST TOLD"]

    private var message: ReminderMessage? { (try? entry.definition.get())?.value }

    var cells: [String] {
        [
            message?.title.text.printable ?? "cannot be read",
            "\(entry.id)",
            status,
            message?.conditions.sentences.map(\.sentence).joined(separator: "; ") ?? Phrases.unknown,
            entry.state?.state.fired.map(Phrases.time) ?? "never",
        ]
    }

    private var status: String {
        if message?.isEnabled == false { return ReminderStatus.disabled.rawValue }
        return entry.state?.status.rawValue ?? Phrases.unknown
    }

    /// What it is and how it stands, for people.
    var text: String {
        guard let message else { return "\(entry.title)\n  \(problem)\n" }
        var lines = ["\(entry.title), \(message.colour.rawValue)\(message.isEnabled ? "" : ", disabled")"]
        lines += message.conditions.sentences.map { "  \($0.kind.rawValue): \($0.sentence)" }
        if let made = message.made { lines.append("  made \(Phrases.time(made))") }
        if let state = entry.state {
            if message.isEnabled { lines.append("  \(state.status.sentence)") }
            if let fired = state.state.fired { lines.append("  last told \(Phrases.time(fired))") }
            lines += state.state.answers.map { "  \($0)" }
        } else {
            lines.append("  the history service has not looked at it yet")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private var problem: String {
        if case .failure(let error) = entry.definition { "it cannot be read: \(error)" } else { "" }
    }

    /// The keys of its message, whose it is and what it is called, and how it stands.
    var json: JSONValue {
        var members = JSONMembers([("owner", .text(entry.id.owner.text)), ("id", .text(entry.id.id.text))])
        if let message {
            members = members + JSONValue.members(of: message.encoded())
        } else {
            members["problem"] = .text(problem)
        }
        members["state"] = entry.state.map { .object(JSONValue.members(of: $0.encoded())) }
        return .object(members)
    }
}

extension ReminderStatus {
    /// How it stands, as a sentence without its subject.
    var sentence: String {
        switch self {
        case .disabled: "is disabled, and never told"
        case .waiting: "waits: at least one condition does not hold"
        case .unknown: "is not told: of a condition it is not known whether it holds"
        case .holds: "all of its conditions hold"
        }
    }
}

extension ReminderState {
    /// What was done about it on this occasion.
    var answers: [String] {
        [
            dismissed.map { "dismissed \(Phrases.time($0))" },
            putOff.map { "put off until the next time, since \(Phrases.time($0))" },
            snoozedUntil.map { "snoozed until \(Phrases.time($0))" },
        ].compactMap { $0 }
    }
}

extension JSONValue {
    /// The members of one of our own messages, without its type.
    static func members(of message: [UInt8]) -> JSONMembers {
        guard case .object(var members)? = try? JSONValue(message) else { return JSONMembers() }
        members["_type"] = nil
        return members
    }
}
