internal import Calendars
public import CivilTime
public import Reminders
public import Tracking

/// What was found of one of a reminder's conditions, as it travels.
public struct FindingMessage: Hashable, Sendable {
    public var kind: Conditions.Kind
    public var verdict: Verdict
    /// What was found, for people, in English.
    public var text: String
    /// Why nothing is known, as a word for programs; nil where something is.
    public var missing: String?
    /// From when on it is so: of a span, of weather, of an event.
    public var from: Timestamp?
    public var to: Timestamp?
    public var weather: Weather?
    /// Whose the forecast is, in the words that its terms want to be shown.
    public var source: String?
    /// The title of an event.
    public var event: String?
    /// Outside the border of a place, in metres; negative for inside.
    public var distance: Double?
    /// Of that, as a standard deviation, in metres.
    public var doubt: Double?
    /// In per cent.
    public var battery: Int?

    public init(kind: Conditions.Kind, verdict: Verdict, text: String) {
        (self.kind, self.verdict, self.text) = (kind, verdict, text)
    }

    /// How many characters a text has at most that comes from elsewhere: whatever a server answers, what is kept of a
    /// reminder can be read again.
    static let longest = 500

    /// What was found, in words of a moment and a zone.
    public init(_ kind: Conditions.Kind, _ finding: Finding, at now: Timestamp, zone: Zone) {
        let text = finding.text(at: now, zone: zone)
        self.init(kind: kind, verdict: finding.verdict, text: text.excerpt(Self.longest))
        switch finding.value {
        case .span(let span): (from, to) = (span?.lowerBound, span?.upperBound)
        case .weather(let weather, let from, let to, let source):
            (self.weather, self.from, self.to) = (weather.isEmpty ? nil : weather, from, to)
            self.source = source.excerpt(Self.longest)
        case .event(let event): (self.event, from, to) = (event?.title.excerpt(Self.longest), event?.start, event?.end)
        case .free(let until): to = until
        case .distance(let distance, let sigma, let crossed): (self.distance, doubt, from) = (distance, sigma, crossed)
        case .battery(let percent): battery = percent
        case .isWithOwner, .isLeftBehind: break
        case .missing(let missing): self.missing = missing.word
        }
    }
}

extension FindingMessage: JSONPart {
    enum Key: String, PayloadKey {
        case kind, verdict, text, missing, from, to, sky, temperature = "temperature_c", precipitation =
            "precipitation_mm"
        case chance = "chance_percent", wind = "wind_m_s", snowDepth = "snow_depth_m", source, event
        case distance = "distance_m", doubt = "sigma_m", battery = "battery_percent"

        static let table = KeyTable<Key>()
    }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        self.init(
            kind: try object.required(.kind, object.word(.kind)),
            verdict: try object.required(.verdict, object.word(.verdict)),
            text: try object.required(.text, object.text(.text))
        )
        missing = try object.text(.missing)
        from = try object.anyTime(.from)
        to = try object.anyTime(.to)
        let weather = Weather(
            sky: try object.word(.sky), temperature: try object.number(.temperature),
            precipitation: try object.number(.precipitation),
            chance: try object.number(.chance, in: 0...100).map { $0 / 100 }, wind: try object.number(.wind),
            snowDepth: try object.number(.snowDepth)
        )
        self.weather = weather == Weather() ? nil : weather
        source = try object.text(.source)
        event = try object.text(.event)
        distance = try object.number(.distance)
        doubt = try object.number(.doubt, in: .positiveOrZero)
        battery = try object.percentage(.battery)
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.kind, kind.rawValue)
        writer.put(.verdict, verdict.rawValue)
        writer.put(.text, text)
        writer.put(.missing, missing)
        writer.put(.from, from)
        writer.put(.to, to)
        writer.put(.sky, weather?.sky?.rawValue)
        writer.put(.temperature, weather?.temperature, decimals: 1)
        writer.put(.precipitation, weather?.precipitation, decimals: 2)
        writer.put(.chance, weather?.chance.map { $0 * 100 }, decimals: 0)
        writer.put(.wind, weather?.wind, decimals: 1)
        writer.put(.snowDepth, weather?.snowDepth, decimals: 3)
        writer.put(.source, source)
        writer.put(.event, event)
        writer.put(.distance, distance, decimals: 1)
        writer.put(.doubt, doubt, decimals: 1)
        writer.put(.battery, battery)
    }
}
