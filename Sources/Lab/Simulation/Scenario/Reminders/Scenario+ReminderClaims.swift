public import Reminders
import Settings
import Tracking

extension Scenario {
    /// What must come of a reminder.
    public enum ReminderClaim: Hashable, Sendable {
        /// It is told, for the first time on an occasion or once more.
        case fires
        /// It is not told.
        case isSilent
        /// How often it is told.
        case count(atLeast: Int?, atMost: Int?)
        /// How it stands, as the history service tells it.
        case status(ReminderStatus)
    }
}

extension Scenario.ReminderClaim: CustomStringConvertible {
    public var description: String {
        switch self {
        case .fires: "fires"
        case .isSilent: "does not fire"
        case .count(let least, let most):
            "fires \(Scenario.Claim.bounds(least.map { "at least \($0)" }, most.map { "at most \($0)" })) times"
        case .status(let status): status.rawValue
        }
    }
}

// What is expected of reminders.

extension ScenarioReader {
    private enum CountKey: String, SettingsKey {
        case atLeast = "at-least"
        case atMost = "at-most"
    }

    /// What an entry expects of a reminder.
    mutating func reminderExpectation(
        _ section: SettingsSection<ExpectationKey>
    ) throws(SettingsError) -> Scenario.Expectation {
        let id = try reminder(section.required(.reminder), of: section[.owner])
        let claim: Scenario.ReminderClaim
        let key: ExpectationKey
        switch (section[.fires], section[.status]) {
        case (let fires?, nil): (claim, key) = (try Self.firing(fires), .fires)
        case (nil, let status?): (claim, key) = (.status(try status.word(ReminderStatus.self)), .status)
        default: throw SettingsError(section.place, "one claim for each entry is expected: fires or status")
        }
        var isThroughout = false
        if let value = section[.throughout] {
            guard key == .status else { throw SettingsError(value.place, "'throughout' does not go with 'fires'") }
            guard try value.flag() else { throw value.unexpected("true") }
            isThroughout = true
        }
        let window: Window
        if let within = section[.within] ?? section[.of] {
            let allowed: Set<ExpectationKey> = [.reminder, .owner, key, .throughout, .within, .of]
            try section.allow(allowed, with: "'within' and 'of'")
            window = try delay(section[.within], of: section[.of], within.place)
        } else {
            let end: ExpectationKey = claim == .isSilent ? .until : .by
            let words = claim == .isSilent ? "'fires: false'" : "'\(key.rawValue)'"
            try section.allow([.reminder, .owner, key, .throughout, .after, end], with: words)
            window = try span(section[.after], to: section[end], called: end.rawValue, section.place)
        }
        return Scenario.Expectation(
            about: .reminder(id, claim), isThroughout: isThroughout, delay: window.delay, after: window.after,
            until: window.until, place: section.place
        )
    }

    /// `fires` alone, or true, false, or how often.
    private static func firing(_ value: SettingsValue) throws(SettingsError) -> Scenario.ReminderClaim {
        if value.text == "" { return .fires }
        guard value.isSection else { return try value.flag() ? .fires : .isSilent }
        let section = try value.section(CountKey.self)
        let least = try section[.atLeast]?.integer(in: 0...Int.max)
        let most = try section[.atMost]?.integer(in: 0...Int.max)
        guard least != nil || most != nil, least ?? 0 <= most ?? .max else {
            throw SettingsError(value.place, "'fires' needs at-least, at-most or both, the first not above the second")
        }
        return .count(atLeast: least, atMost: most)
    }
}
