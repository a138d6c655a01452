import Messages
import Reminders
import Settings
import Tracking

// Where it is to be, and what the weather is to be like there.

extension ReminderReader {
    enum PlaceKey: String, AreaSettingsKey {
        case event, place, kind, at, points, name
        case radius = "radius-m"
    }

    func placeCondition(_ value: SettingsValue) throws(SettingsError) -> PlaceCondition {
        let section = try value.section(PlaceKey.self)
        let event = try section.required(.event).word(PlaceCondition.Event.self)
        return PlaceCondition(event, try target(section))
    }

    /// The name of one of the owner's places, or coordinates with a radius, or corners, or the nearest of a kind.
    func target(_ section: SettingsSection<PlaceKey>) throws(SettingsError) -> PlaceTarget {
        let ways: [PlaceKey] = [.place, .kind, .at, .points].filter { section[$0] != nil }
        guard ways.count == 1, let way = ways.first, let value = section[way] else {
            throw SettingsError(section.place, "one of place, kind, at and points says where it is: one is expected")
        }
        switch way {
        case .place:
            try section.allow([.event, .place], with: "'place'")
            return .named(try named(value))
        case .kind:
            try section.allow([.event, .kind, .radius], with: "'kind'")
            let radius = try section.required(.radius).number(in: PlaceTarget.radii, unit: "m")
            return .nearest(try value.word(SpotKind.self), radius: radius)
        default: return .area(try section.area(pointsWith: [.event, .name]), name: try section[.name]?.itemName())
        }
    }

    private func named(_ value: SettingsValue) throws(SettingsError) -> ItemName {
        let name = try value.itemName()
        if places.contains(name) { return name }
        let sentence = "'\(name)' is not one of this owner's places, which are those in the rules of their trackers"
        guard let nearest = WordList.nearest(to: name.text, among: places.map(\.text)) else {
            throw SettingsError(value.place, sentence)
        }
        throw SettingsError(value.place, "\(sentence), did you mean '\(nearest)'?")
    }

    private enum WeatherKey: String, SettingsKey {
        case place, within, sky
        case temperatureAbove = "temperature-above"
        case temperatureBelow = "temperature-below"
        case precipitationAbove = "precipitation-above"
        case precipitationBelow = "precipitation-below"
        case chanceAbove = "chance-above"
        case chanceBelow = "chance-below"
        case windAbove = "wind-above"
        case windBelow = "wind-below"
        case snowDepthAbove = "snow-depth-above"
        case snowDepthBelow = "snow-depth-below"

        /// What it bounds, and on which side.
        var bound: (measure: WeatherCondition.Measure, side: WeatherCondition.Side)? {
            switch self {
            case .place, .within, .sky: nil
            case .temperatureAbove: (.temperature, .above)
            case .temperatureBelow: (.temperature, .below)
            case .precipitationAbove: (.precipitation, .above)
            case .precipitationBelow: (.precipitation, .below)
            case .chanceAbove: (.chance, .above)
            case .chanceBelow: (.chance, .below)
            case .windAbove: (.wind, .above)
            case .windBelow: (.wind, .below)
            case .snowDepthAbove: (.snowDepth, .above)
            case .snowDepthBelow: (.snowDepth, .below)
            }
        }
    }

    func weatherCondition(_ value: SettingsValue) throws(SettingsError) -> WeatherCondition {
        let section = try value.section(WeatherKey.self)
        var limits: [WeatherCondition.Limit] = []
        for key in section.keys {
            guard let bound = key.bound, let value = section[key] else { continue }
            let number = try Self.bound(value, bound.measure)
            do { limits.append(try WeatherCondition.Limit(bound.measure, bound.side, number)) } catch {
                throw SettingsError(value.place, "\(error)")
            }
        }
        let within = try section[.within]?.duration(in: .zero...WeatherCondition.farthest) ?? .zero
        let place = try section[.place].map { value throws(SettingsError) in
            try target(value.section(PlaceKey.self))
        }
        let sky = try section[.sky]?.word(Sky.self)
        do { return try WeatherCondition(place: place, within: within, sky: sky, limits: limits) } catch {
            throw SettingsError(section[.place]?.place ?? section.place, "\(error)")
        }
    }

    /// A chance is written in per cent; all else as a number in the unit of its measure.
    private static func bound(
        _ value: SettingsValue, _ measure: WeatherCondition.Measure
    ) throws(SettingsError) -> Double {
        guard measure != .chance else { return try value.percentage() * 100 }
        return try value.number(in: measure.range, unit: measure.unit)
    }
}

extension WeatherCondition.Measure {
    fileprivate var unit: String {
        switch self {
        case .temperature: "°C"
        case .precipitation: "mm/h"
        case .chance: "%"
        case .wind: "m/s"
        case .snowDepth: "m"
        }
    }
}
