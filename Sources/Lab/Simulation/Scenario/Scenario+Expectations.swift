public import Reminders
public import Settings
public import Tracking

extension Scenario {
    /// Something that must come of a scenario, about one tracker or one reminder.
    public struct Expectation: Hashable, Sendable {
        public let about: Subject
        /// Whether it must hold at all times from ``after`` to ``until``, and not only at one.
        public let isThroughout: Bool
        /// The event that it must follow, which ``after`` and ``until`` reckon from; nil for none.
        public let delay: Delay?
        /// Not before this time since the start.
        public let after: Duration?
        /// At this time since the start at the latest; for ``Claim/noAlert`` and ``Claim/fixes(atLeast:atMost:)`` the
        /// end of what is looked at.
        public let until: Duration?
        public let place: Place
    }

    /// What something is claimed of.
    public enum Subject: Hashable, Sendable {
        case tracker(Name, Claim)
        case reminder(ReminderID, ReminderClaim)
    }

    /// How soon after an event something must come.
    public struct Delay: Hashable, Sendable {
        /// The event's label.
        public let event: Name
        public let within: Duration
    }

    public enum Claim: Hashable, Sendable {
        /// The alert reaches this level; none: it is cleared.
        case alert(AlertLevel)
        /// No alert is raised.
        case noAlert
        case mode(Mode)
        /// The tracker's level, as the history service tells it.
        case level(Level)
        /// How many fixes are stored.
        case fixes(atLeast: Int?, atMost: Int?)
        /// How many alerts are raised, or escalated, to a level; nil for any.
        case alerts(AlertLevel?, atLeast: Int?, atMost: Int?)
        /// The distance in metres that the history service tells.
        case distance(atLeast: Double?, atMost: Double?)
        /// How many metres at most the position that the history service tells is from the true one.
        case position(within: Double)
        /// The charge in per cent that the tracker reports.
        case battery(above: Double?, below: Double?)
    }
}

extension Scenario.Expectation {
    /// The expectation in words: `keys: warning by 5m10s`.
    public var text: String {
        switch about {
        case .tracker(let tracker, _): text(of: tracker.text)
        case .reminder(let id, _): text(of: id.description)
        }
    }

    /// The same of somebody who is called so in a copy.
    public func text(of subject: String) -> String {
        let (words, isPeriod) =
            switch about {
            case .tracker(_, let claim): ("\(claim)", claim == .noAlert)
            case .reminder(_, let claim): ("\(claim)", claim == .isSilent)
            }
        let claim = isThroughout ? "\(words) throughout" : words
        if let delay { return "\(subject): \(claim) within \(delay.within.compact) of \(delay.event)" }
        let start = after.map { "after \($0.compact)" }
        let end = until.map { "\(isPeriod ? "until" : "by") \($0.compact)" }
        let times = [start, end].compactMap(\.self).joined(separator: " and ")
        return times.isEmpty ? "\(subject): \(claim)" : "\(subject): \(claim) \(times)"
    }

    /// The tracker that it is about; nil where it is about none.
    public var tracker: Name? { if case .tracker(let name, _) = about { name } else { nil } }

    /// The reminder that it is about; nil where it is about none.
    public var reminder: ReminderID? { if case .reminder(let id, _) = about { id } else { nil } }
}

extension Scenario.Claim: CustomStringConvertible {
    public var description: String {
        switch self {
        case .alert(.none): "alert cleared"
        case .alert(let level): level.rawValue
        case .noAlert: "no alert"
        case .mode(let mode): mode.rawValue
        case .level(let level): "level \(level.rawValue)"
        case .fixes(let least, let most):
            Self.bounds(least.map { "at least \($0)" }, most.map { "at most \($0)" }) + " fixes"
        case .alerts(let level, let least, let most):
            Self.bounds(least.map { "at least \($0)" }, most.map { "at most \($0)" })
                + (level.map { " \($0.rawValue)" } ?? "") + " alerts"
        case .distance(let least, let most):
            "distance "
                + Self.bounds(least.map { "at least \($0.short) m" }, most.map { "at most \($0.short) m" })
        case .position(let metres): "position within \(metres.short) m of the true one"
        case .battery(let above, let below):
            "battery " + Self.bounds(above.map { "above \($0.short) %" }, below.map { "below \($0.short) %" })
        }
    }

    static func bounds(_ low: String?, _ high: String?) -> String {
        [low, high].compactMap(\.self).joined(separator: " and ")
    }
}

extension ScenarioReader {
    enum ExpectationKey: String, SettingsKey {
        case tracker, alert
        case noAlert = "no-alert"
        case alerts, mode, level, fixes, battery, distance, position, by, after, until, within, of, throughout
        case reminder, owner, fires, status
    }

    private enum RangeKey: String, SettingsKey {
        case atLeast = "at-least"
        case atMost = "at-most"
    }

    private enum BatteryKey: String, SettingsKey { case above, below }

    private enum AlertsKey: String, SettingsKey {
        case level
        case atLeast = "at-least"
        case atMost = "at-most"
    }

    private enum PositionKey: String, SettingsKey {
        case within = "within-m"
        case of
    }

    private enum Reference: String, CaseIterable { case truth }

    private enum Risen: String, CaseIterable { case warning, critical }

    mutating func readExpectations(_ value: SettingsValue?) throws(SettingsError) -> [Scenario.Expectation] {
        try (value?.list() ?? []).map { entry throws(SettingsError) in try expectation(entry) }
    }

    private mutating func expectation(_ entry: SettingsValue) throws(SettingsError) -> Scenario.Expectation {
        let section = try entry.section(ExpectationKey.self)
        if section[.reminder] != nil { return try reminderExpectation(section) }
        let tracker = try tracker(section.required(.tracker))
        let key = try Self.claimKey(section)
        if let kind = tracker.kind {
            let reason = "this \(kind.rawValue) is only a tag, which tells no positions"
            let message = "'\(key.rawValue)' cannot be expected of '\(tracker.id)': \(reason)"
            throw SettingsError(section.place, message)
        }
        let isThroughout = try isThroughout(section, key)
        let window = try window(section, key)
        let claim = try Self.claim(key, section.required(key))
        return Scenario.Expectation(
            about: .tracker(tracker.id, claim),
            isThroughout: isThroughout,
            delay: window.delay,
            after: window.after,
            until: window.until,
            place: section.place
        )
    }

    private static func claimKey(_ section: SettingsSection<ExpectationKey>) throws(SettingsError) -> ExpectationKey {
        let claims: [ExpectationKey] = [
            .alert, .noAlert, .alerts, .mode, .level, .fixes, .battery, .distance, .position,
        ]
        let told = claims.filter { section[$0] != nil }
        guard let key = told.first, told.count == 1 else {
            let words = WordList.alternatives(claims.map(\.rawValue))
            throw SettingsError(section.place, "one claim for each entry is expected: \(words)")
        }
        return key
    }

    private static func claim(_ key: ExpectationKey, _ value: SettingsValue) throws(SettingsError) -> Scenario.Claim {
        switch key {
        case .alert: return .alert(try value.word(AlertLevel.self))
        case .noAlert:
            guard try value.flag() else { throw value.unexpected("true") }
            return .noAlert
        case .mode: return .mode(try value.word(Mode.self))
        case .level: return .level(try value.word(Level.self))
        case .fixes: return try fixes(value)
        case .battery: return try battery(value)
        case .alerts: return try alerts(value)
        case .distance: return try distance(value)
        case .position: return try position(value)
        case .tracker, .by, .after, .until, .within, .of, .throughout, .reminder, .owner, .fires, .status:
            throw value.unexpected("a claim")
        }
    }

    private static func fixes(_ value: SettingsValue) throws(SettingsError) -> Scenario.Claim {
        let section = try value.section(RangeKey.self)
        let least = try section[.atLeast]?.integer(in: 0...Int.max)
        let most = try section[.atMost]?.integer(in: 0...Int.max)
        guard least != nil || most != nil, least ?? 0 <= most ?? .max else {
            throw SettingsError(value.place, "'fixes' needs at-least, at-most or both, the first not above the second")
        }
        return .fixes(atLeast: least, atMost: most)
    }

    private static func battery(_ value: SettingsValue) throws(SettingsError) -> Scenario.Claim {
        let section = try value.section(BatteryKey.self)
        let above = try section[.above]?.number(in: 0...100, unit: "%")
        let below = try section[.below]?.number(in: 0...100, unit: "%")
        guard above != nil || below != nil, above ?? 0 <= below ?? 100 else {
            throw SettingsError(value.place, "'battery' needs above, below or both, the first not above the second")
        }
        return .battery(above: above, below: below)
    }
    private static func alerts(_ value: SettingsValue) throws(SettingsError) -> Scenario.Claim {
        let section = try value.section(AlertsKey.self)
        let level = try section[.level]?.word(Risen.self)
        let least = try section[.atLeast]?.integer(in: 0...Int.max)
        let most = try section[.atMost]?.integer(in: 0...Int.max)
        guard least != nil || most != nil, least ?? 0 <= most ?? .max else {
            throw SettingsError(value.place, "'alerts' needs at-least, at-most or both, the first not above the second")
        }
        return .alerts(level.flatMap { AlertLevel(rawValue: $0.rawValue) }, atLeast: least, atMost: most)
    }

    private static func distance(_ value: SettingsValue) throws(SettingsError) -> Scenario.Claim {
        let section = try value.section(RangeKey.self)
        let metres = 0.0...20_100_000.0
        let least = try section[.atLeast]?.number(in: metres, unit: "m")
        let most = try section[.atMost]?.number(in: metres, unit: "m")
        guard least != nil || most != nil, least ?? 0 <= most ?? .infinity else {
            let message = "'distance' needs at-least, at-most or both, the first not above the second"
            throw SettingsError(value.place, message)
        }
        return .distance(atLeast: least, atMost: most)
    }

    private static func position(_ value: SettingsValue) throws(SettingsError) -> Scenario.Claim {
        let section = try value.section(PositionKey.self)
        _ = try section[.of]?.word(Reference.self)
        return .position(within: try section.required(.within).number(in: 0...20_100_000, unit: "m"))
    }
}
