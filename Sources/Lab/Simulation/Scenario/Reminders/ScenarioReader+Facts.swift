import Calendars
import Reminders
import Settings
import Tracking

// What the weather is like, and what there is around.

extension ScenarioReader {
    private enum WeatherKey: String, SettingsKey {
        case at, from, to
        case length = "for"
        case sky, temperature, precipitation, chance, wind
        case snowDepth = "snow-depth"
        case fails
    }

    mutating func readWeather(_ value: SettingsValue) throws(SettingsError) {
        var source = Scenario.Source<Scenario.Spell>()
        for entry in try value.list() {
            let section = try entry.section(WeatherKey.self)
            let span = try Self.span(section, .from, .to, .length)
            if let fails = section[.fails] {
                try section.allow([.from, .to, .length, .fails], with: "'fails'")
                source.outages.append(try Self.outage(fails, span))
                continue
            }
            let weather = Weather(
                sky: try section[.sky]?.word(Sky.self),
                temperature: try section[.temperature]?.number(in: -90...60, unit: "°C"),
                precipitation: try section[.precipitation]?.number(in: 0...300, unit: "mm/h"),
                chance: try section[.chance]?.percentage(),
                wind: try section[.wind]?.number(in: 0...120, unit: "m/s"),
                snowDepth: try section[.snowDepth]?.number(in: 0...20, unit: "m")
            )
            guard !weather.isEmpty else {
                throw SettingsError(section.place, "nothing is told of the weather: sky or temperature is expected")
            }
            let around = try section[.at].map { value throws(SettingsError) in try value.coordinate() }
            source.entries.append(
                Scenario.Spell(around: around, from: span.from ?? .zero, to: span.to, weather: weather)
            )
        }
        facts.weather = source
    }

    private enum SpotKey: String, SettingsKey { case kind, name, position, from, to, length = "for", fails }

    mutating func readSpots(_ value: SettingsValue) throws(SettingsError) {
        var source = Scenario.Source<Spot>()
        for entry in try value.list() {
            let section = try entry.section(SpotKey.self)
            if let fails = section[.fails] {
                try section.allow([.from, .to, .length, .fails], with: "'fails'")
                source.outages.append(try Self.outage(fails, Self.span(section, .from, .to, .length)))
                continue
            }
            try section.allow([.kind, .name, .position], with: "a place")
            source.entries.append(
                Spot(
                    name: try section[.name]?.string(),
                    position: try section.required(.position).coordinate(),
                    kind: try section.required(.kind).word(SpotKind.self)
                )
            )
        }
        facts.spots = source
    }
}

// From when to when something is, and when nobody answers.

extension ScenarioReader {
    /// A time span since the start, either end of which may be open.
    struct FactSpan {
        var from: Duration?
        var to: Duration?
    }

    /// `from`, and `to` or `for`: forecasts and calendars reach beyond a scenario.
    static func span<Key: SettingsKey>(
        _ section: SettingsSection<Key>, _ from: Key, _ to: Key, _ length: Key
    ) throws(SettingsError) -> FactSpan {
        let start = try section[from]?.duration()
        guard let value = section[to] ?? section[length] else { return FactSpan(from: start) }
        if section[to] != nil, section[length] != nil {
            throw SettingsError(value.place, "'to' and 'for' both say when it ends: one is expected")
        }
        let end = try value.duration() + (section[to] == nil ? start ?? .zero : .zero)
        guard end > start ?? .zero else { throw value.unexpected("an end after the beginning") }
        return FactSpan(from: start, to: end)
    }

    /// What `fails` says: true, or why.
    static func outage(_ value: SettingsValue, _ span: FactSpan) throws(SettingsError) -> Scenario.Outage {
        let text = try value.string()
        guard text != "false", text != "no" else { throw value.unexpected("true, or a sentence that says why,") }
        let sentence = text == "true" || text == "yes" ? "the server does not answer" : text
        return Scenario.Outage(from: span.from ?? .zero, to: span.to, sentence: sentence)
    }
}
