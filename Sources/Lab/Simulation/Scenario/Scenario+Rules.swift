import Settings
public import Tracking

extension Scenario {
    /// The rules of an item that the owner's console publishes at the start.
    public struct Rules: Hashable, Sendable {
        /// Nil for those of the service.
        public let thresholds: Thresholds?
        /// Where it may stay behind.
        public let places: [TrustedPlace]
        /// When only what is critical is told.
        public let quiet: QuietHours?
        /// No alert is raised until so long after the start.
        public let snoozeUntil: Duration?
    }
}

/// Reads how an item is to be watched over, in the words of the message that tells it on the bus.
enum RulesReader {
    private enum Key: String, SettingsKey {
        case warning = "warning-m"
        case critical = "critical-m"
        case places, quiet
        case snoozeUntil = "snooze-until"
    }

    private enum PlaceKey: String, AreaSettingsKey {
        case name, at
        case radius = "radius-m"
        case points
    }

    private enum QuietKey: String, SettingsKey { case from, to }

    static func rules(_ value: SettingsValue) throws(SettingsError) -> Scenario.Rules {
        let section = try value.section(Key.self)
        return Scenario.Rules(
            thresholds: try thresholds(section),
            places: try section[.places].map { value throws(SettingsError) in try places(value) } ?? [],
            quiet: try section[.quiet].map { value throws(SettingsError) in try quiet(value) },
            snoozeUntil: try section[.snoozeUntil]?.duration()
        )
    }

    private static func thresholds(_ section: SettingsSection<Key>) throws(SettingsError) -> Thresholds? {
        guard let told = section[.warning] ?? section[.critical] else { return nil }
        guard let warning = section[.warning], let critical = section[.critical] else {
            throw SettingsError(told.place, "'warning-m' and 'critical-m' come together: both are expected")
        }
        let metres = 0.001...100_000.0
        let low = try warning.number(in: metres, unit: "m")
        let high = try critical.number(in: metres, unit: "m")
        do { return try Thresholds(warning: low, critical: high) } catch {
            throw critical.unexpected("a number above 'warning-m', \(low.short) m,")
        }
    }

    private static func places(_ value: SettingsValue) throws(SettingsError) -> [TrustedPlace] {
        var places: [TrustedPlace] = []
        for entry in try value.list() {
            let place = try place(entry)
            guard !places.contains(where: { $0.name == place.name }) else {
                throw SettingsError(entry.place, "the place '\(place.name)' is given twice")
            }
            places.append(place)
        }
        guard places.count <= TrustedPlace.limit else {
            throw SettingsError(value.place, "at most \(TrustedPlace.limit) places are expected")
        }
        return places
    }

    private static func place(_ entry: SettingsValue) throws(SettingsError) -> TrustedPlace {
        let section = try entry.section(PlaceKey.self)
        return TrustedPlace(name: try section.required(.name).itemName(), area: try section.area(pointsWith: [.name]))
    }

    private static func quiet(_ value: SettingsValue) throws(SettingsError) -> QuietHours {
        let text: String
        if value.isSection {
            let section = try value.section(QuietKey.self)
            text = "\(try section.required(.from).string())-\(try section.required(.to).string())"
        } else {
            text = try value.string()
        }
        do { return try QuietHours(text) } catch { throw SettingsError(value.place, "'quiet': \(error)") }
    }
}
