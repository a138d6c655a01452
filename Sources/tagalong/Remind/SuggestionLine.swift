import CivilTime
import Habits
import JSON
import Messages
import Reminders
import Tracking

/// A suggestion as it is listed.
struct SuggestionLine: ListRow {
    /// From 1, over all owners that are listed.
    let number: Int
    let owner: Name
    let suggestion: Suggestion

    static let columns = ["NUMBER", "OWNER", "SUGGESTION", "EVIDENCE"]

    var cells: [String] { ["\(number)", owner.text, suggestion.sentence, suggestion.evidence] }

    var json: JSONValue {
        .object([
            "number": .integer(number),
            "owner": .text(owner.text),
            "tracker": .text("\(owner)/\(suggestion.thing)"),
            "item": .text(suggestion.title.text),
            "place": .text(suggestion.place.text),
            "days": .list(suggestion.days.sorted().map { .text($0.text()) }),
            "from": suggestion.span.map { .text($0.from.text) },
            "to": suggestion.span.map { .text($0.to.text) },
            "along": .integer(suggestion.along),
            "known": .integer(suggestion.known),
            "unknown": .integer(suggestion.unknown),
            "confidence": .number((suggestion.confidence * 1000).rounded() / 1000),
            "sentence": .text(suggestion.sentence),
            "evidence": .text(suggestion.evidence),
        ])
    }

    /// A name for its reminder that none of these topics has.
    func id(beside taken: Set<String>, _ topics: Topics) throws(CommandFailure) -> ReminderID {
        let title = try? ItemName(kept: suggestion.reminderTitle)
        for number in 1...Reminder.limit + 1 {
            guard let text = title?.deviceName(number, else: "reminder"), let name = try? Name(text) else { break }
            let id = ReminderID(owner: owner, id: name)
            if !taken.contains(topics.reminder(id)) { return id }
        }
        throw CommandFailure(.failure, "\(owner) has \(Reminder.limit) reminders already, and may have no more")
    }
}
