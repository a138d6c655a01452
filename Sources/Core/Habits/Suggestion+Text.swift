import CivilTime

extension Suggestion {
    /// `On weekdays you usually take Work bag when you leave Home between 07:00 and 09:00`, without an end.
    public var sentence: String {
        let times = span.map { " between \($0.from.text) and \($0.to.text)" } ?? ""
        let start = days == HabitRule.everyDay ? "You" : "On \(dayWords) you"
        return "\(start) usually take \(title) when you leave \(place)\(times)"
    }

    /// `on 17 of 19 weekday mornings`, and of how many more nothing is known.
    public var evidence: String {
        let rest = unknown == 0 ? "" : "; nothing is known of \(unknown) more"
        return "on \(along) of \(known) \(occasions)\(rest)"
    }

    /// What the reminder is called, `Take Work bag`.
    public var reminderTitle: String { "Take \(title)" }

    private var dayWords: String {
        switch days {
        case HabitRule.workdays: "weekdays"
        case HabitRule.weekend: "weekends"
        default: WordJoin.and(days.sorted().map { $0.englishName + "s" })
        }
    }

    private var occasions: String {
        let part = partOfDay
        switch days {
        case HabitRule.everyDay: return part
        case HabitRule.workdays: return part == "days" ? "weekdays" : "weekday \(part)"
        case HabitRule.weekend: return part == "days" ? "days of weekends" : "weekend \(part)"
        default:
            let names = days.sorted().map(\.englishName)
            return part == "days" ? WordJoin.and(names.map { $0 + "s" }) : "\(WordJoin.and(names)) \(part)"
        }
    }

    /// `mornings` and so on where the whole span is in one.
    private var partOfDay: String {
        guard let span else { return "days" }
        let end = span.to == .midnight ? 24 : span.to.hour + (span.to.minute > 0 ? 1 : 0)
        return switch (span.from.hour, end) {
        case (4..., ...12): "mornings"
        case (12..., ...18): "afternoons"
        case (17..., _): "evenings"
        default: "days"
        }
    }
}

enum WordJoin {
    /// `Monday`, `Monday and Tuesday`, `Monday, Tuesday and Friday`.
    static func and(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }
}

extension Weekday {
    fileprivate var englishName: String {
        switch self {
        case .monday: "Monday"
        case .tuesday: "Tuesday"
        case .wednesday: "Wednesday"
        case .thursday: "Thursday"
        case .friday: "Friday"
        case .saturday: "Saturday"
        case .sunday: "Sunday"
        }
    }
}
