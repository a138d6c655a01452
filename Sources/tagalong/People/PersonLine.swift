import Access
import JSON
import Tracking

/// A person as they are listed.
struct PersonLine: ListRow {
    let person: PersonView

    init(_ person: PersonView) { self.person = person }

    static let columns = ["NAME", "ACCOUNT", "TOWN", "STANDING", "YOU GRANT", "SINCE"]

    var cells: [String] {
        [
            person.name.printable, person.account.text, person.town?.printable ?? Phrases.unknown,
            person.standing.phrase, person.connection.map { SectionList.words($0.level) } ?? Phrases.unknown,
            person.connection.map { Phrases.time($0.since) } ?? Phrases.unknown,
        ]
    }

    var json: JSONValue { person.json(withEntries: false) }
}

extension PersonView {
    /// The person as JSON; the entries only where one person is shown.
    func json(withEntries: Bool) -> JSONValue {
        .object([
            "account": .text(account.text),
            "name": .text(name),
            "town": town.map { .text($0) },
            "school": school.map { .text($0) },
            "employer": employer.map { .text($0) },
            "picture": picture.map { .time($0) },
            "standing": .text(standing.rawValue),
            "level": connection.map { .list($0.level.words.map { .text($0) }) },
            "since": connection.map { .time($0.since) },
            "grants": request.map { .list($0.grants.words.map { .text($0) }) },
            "wants": request.map { .list($0.wants.words.map { .text($0) }) },
            "asked": request.map { .time($0.asked) },
            "entries": withEntries ? .list(entries.map(\.json)) : nil,
        ])
    }

    /// The person in lines for people.
    var lines: String {
        var lines = ["\(name.printable) (\(account), \(standing.phrase))"]
        for (word, text) in [("Town", town), ("School", school), ("Employer", employer)] {
            if let text { lines.append("\(word): \(text.printable)") }
        }
        lines += entries.map(\.line)
        if let connection {
            lines.append("You grant: \(SectionList.words(connection.level)), since \(Phrases.time(connection.since))")
        }
        if let request {
            lines.append("Would grant: \(SectionList.words(request.grants))")
            lines.append("Asks for: \(SectionList.words(request.wants)), since \(Phrases.time(request.asked))")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension PersonView.Standing {
    /// As it is told to people.
    var phrase: String {
        switch self {
        case .oneself: "yourself"
        case .contact: "contact"
        case .asked: "asked by you"
        case .asking: "asks you"
        case .stranger: "no contact"
        }
    }
}

extension ProfileEntry {
    /// As it is told to people.
    var line: String {
        "\(kind.rawValue) (\(section.rawValue)\(label.isEmpty ? "" : ", \(label.printable)")): \(value.printable)"
    }

    var json: JSONValue {
        .object([
            "section": .text(section.rawValue),
            "kind": .text(kind.rawValue),
            "label": label.isEmpty ? nil : .text(label),
            "value": .text(value),
        ])
    }
}
