import Settings
import Tracking

// Claims about numbers of alerts, distances and positions.

extension ScenarioReader {
    private enum AlertsKey: String, SettingsKey {
        case level
        case atLeast = "at-least"
        case atMost = "at-most"
    }

    private enum DistanceKey: String, SettingsKey {
        case atLeast = "at-least"
        case atMost = "at-most"
    }

    private enum PositionKey: String, SettingsKey {
        case within = "within-m"
        case of
    }

    /// What a position may be compared with.
    private enum Reference: String, CaseIterable { case truth }

    /// The levels to which an alert can rise.
    private enum Risen: String, CaseIterable { case warning, critical }

    static func alerts(_ value: SettingsValue) throws(SettingsError) -> Scenario.Claim {
        let section = try value.section(AlertsKey.self)
        let level = try section[.level]?.word(Risen.self)
        let least = try section[.atLeast]?.integer(in: 0...Int.max)
        let most = try section[.atMost]?.integer(in: 0...Int.max)
        guard least != nil || most != nil, least ?? 0 <= most ?? .max else {
            throw SettingsError(value.place, "'alerts' needs at-least, at-most or both, the first not above the second")
        }
        return .alerts(level.flatMap { AlertLevel(rawValue: $0.rawValue) }, atLeast: least, atMost: most)
    }

    static func distance(_ value: SettingsValue) throws(SettingsError) -> Scenario.Claim {
        let section = try value.section(DistanceKey.self)
        let metres = 0.0...20_100_000.0
        let least = try section[.atLeast]?.number(in: metres, unit: "m")
        let most = try section[.atMost]?.number(in: metres, unit: "m")
        guard least != nil || most != nil, least ?? 0 <= most ?? .infinity else {
            let message = "'distance' needs at-least, at-most or both, the first not above the second"
            throw SettingsError(value.place, message)
        }
        return .distance(atLeast: least, atMost: most)
    }

    static func position(_ value: SettingsValue) throws(SettingsError) -> Scenario.Claim {
        let section = try value.section(PositionKey.self)
        _ = try section[.of]?.word(Reference.self)
        return .position(within: try section.required(.within).number(in: 0...20_100_000, unit: "m"))
    }
}
