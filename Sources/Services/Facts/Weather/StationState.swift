internal import Reminders
internal import Tracking

/// What a weather station of one's own has told, and why nothing is known from it.
struct StationState: Sendable {
    private let station: Station
    private let name: String
    /// What it has told last, and when that was heard.
    private(set) var forecast: Forecast?
    /// Why it cannot be heard; nil while somebody listens.
    private var obstacle: String?
    /// Whether what came last has told nothing.
    private var isUnread = false
    /// Whether the broker has kept something of it, of which nobody knows how old it is.
    private var hasOld = false
    /// When it was last found that nothing comes, or something else stands in the way.
    private var failed: Timestamp?

    /// For how long what it has measured stands.
    static let lifetime = Duration.seconds(1800)

    /// One of which nothing has been heard yet, and what it is called among the sources.
    init(_ station: Station, named name: String, at now: Timestamp) {
        (self.station, self.name, failed) = (station, name, now)
    }

    /// Takes in what has happened.
    mutating func note(_ event: StationEvent, at now: Timestamp) {
        let before = trouble(at: now)
        switch event {
        case .listening: obstacle = nil
        case .unheard(let sentence): obstacle = sentence
        case .told(let payload, let isKept):
            obstacle = nil
            let weather = station.weather(payload)
            isUnread = weather == nil
            if let weather { take(weather, isKept: isKept, at: now) }
        }
        if let after = trouble(at: now), after != before { failed = now }
    }

    /// What the broker had kept comes with each connection anew, also from a station that is gone: it was heard when it was
    /// new, or it is of unknown age.
    private mutating func take(_ weather: Weather, isKept: Bool, at now: Timestamp) {
        guard !isKept else {
            hasOld = true
            return
        }
        let end = now.advanced(by: Self.lifetime)
        let slot = Forecast.Slot(from: now, to: end, weather: weather)
        forecast = Forecast(slots: [slot], issued: now, expires: end, source: station.topic)
    }

    /// The weather that it tells; while that counts, it does not matter whether it can still be heard.
    func weather(at now: Timestamp) -> Known<Forecast> {
        guard let forecast, now < forecast.expires else { return .failing(sentence) }
        return .known(forecast)
    }

    /// Why nothing comes from it, in a sentence; nil while something does.
    func trouble(at now: Timestamp) -> String? {
        if obstacle == nil, !isUnread, let forecast, now < forecast.expires { return nil }
        return sentence
    }

    /// How it stands with it at a moment: that it has fallen silent, nobody tells.
    func status(at now: Timestamp) -> SourceStatus {
        var status = SourceStatus(station: name)
        let silent = forecast.flatMap { $0.expires <= now ? $0.expires : nil }
        status.lastSuccess = forecast?.issued
        status.lastFailure = [failed, silent].compactMap(\.self).max()
        status.trouble = trouble(at: now)
        return status
    }

    private var sentence: String {
        if let obstacle { return obstacle }
        let topic = station.topic
        if isUnread { return "what comes on '\(topic)' has none of the fields that facts.yaml names" }
        if forecast == nil, hasOld {
            return "what the broker keeps on '\(topic)' is of unknown age: the weather station has told nothing since"
        }
        let since = forecast.map { "since \($0.issued)" } ?? "yet"
        return "nothing has come from the weather station on '\(topic)' \(since)"
    }
}

extension StationState {
    /// What is to be kept over a restart; nil for nothing that counts.
    func memory(at now: Timestamp) -> FactMemory.Told? {
        forecast.flatMap { now < $0.expires ? FactMemory.Told(origin: station.origin, forecast: $0) : nil }
    }

    /// Takes over what it told before a restart, as far as that still counts.
    ///
    /// Nothing is taken of another topic or of other fields, nor of a time to come: then the clock was set back.
    mutating func restore(_ told: FactMemory.Told?, at now: Timestamp) {
        guard let told, told.origin == station.origin, told.forecast.issued <= now, now < told.forecast.expires else {
            return
        }
        (forecast, failed) = (told.forecast, nil)
    }
}
