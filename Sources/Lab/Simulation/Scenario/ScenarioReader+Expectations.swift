import Settings
import Tracking

extension ScenarioReader {
    enum ExpectationKey: String, SettingsKey {
        case tracker, alert
        case noAlert = "no-alert"
        case alerts, mode, level, fixes, battery, distance, position, by, after, until, within, of, throughout
    }

    private enum FixesKey: String, SettingsKey {
        case atLeast = "at-least"
        case atMost = "at-most"
    }

    private enum BatteryKey: String, SettingsKey { case above, below }

    mutating func readExpectations(_ value: SettingsValue?) throws(SettingsError) -> [Scenario.Expectation] {
        guard let value else { return [] }
        var expectations: [Scenario.Expectation] = []
        for entry in try value.list() { expectations.append(try expectation(entry)) }
        return expectations
    }

    private mutating func expectation(_ entry: SettingsValue) throws(SettingsError) -> Scenario.Expectation {
        let section = try entry.section(ExpectationKey.self)
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
            tracker: tracker.id,
            claim: claim,
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
        case .tracker, .by, .after, .until, .within, .of, .throughout: throw value.unexpected("a claim")
        }
    }

    private static func fixes(_ value: SettingsValue) throws(SettingsError) -> Scenario.Claim {
        let section = try value.section(FixesKey.self)
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
}
