import Messages
import Reminders
import Tracking

/// What a weather station of one's own has told, and why nothing is known from it.
struct StationState: Sendable {
    private let topic: String
    /// What to do where the broker is the private one, and the topic none of those that may be read there.
    private let advice: String
    private var forecast: Forecast?
    /// Why the broker does not let it be heard; nil while somebody listens.
    private var refusal: String?
    /// Whether what came last has told nothing.
    private var isUnread = false

    /// For how long what it has measured stands.
    private static let stands = Duration.seconds(1800)
    /// For how long what it said last counts after that, as a forecast does while no new one can be had.
    private static let grace = Duration.seconds(3600)

    /// One of which nothing has been heard yet, on a topic.
    init(_ topic: String, _ topics: Topics) {
        self.topic = topic
        let isOurs = [topics.own, topics.positions, topics.discovery].contains { topic.hasPrefix("\($0)/") }
        advice =
            isOurs
            ? ""
            : "; the private broker lets a station publish on \(topics.own)/weather/NAME ('tagalong broker add station NAME')"
    }

    /// Somebody listens to it.
    mutating func listen() { refusal = nil }

    /// The broker cannot be reached, or does not let it be heard.
    mutating func refuse(_ reason: String) { refusal = reason }

    /// It has told something; nil for what has none of the fields that are looked for.
    mutating func take(_ weather: Weather?, at now: Timestamp) {
        refusal = nil
        isUnread = weather == nil
        guard let weather else { return }
        let end = now.advanced(by: Self.stands)
        let slot = Forecast.Slot(from: now, to: end, weather: weather)
        forecast = Forecast(slots: [slot], issued: now, expires: end, source: topic)
    }

    /// The weather that it tells; while that counts, it does not matter whether it can still be heard.
    func weather(at now: Timestamp) -> Known<Forecast> {
        guard let forecast, now < forecast.expires.advanced(by: Self.grace) else { return .failing(sentence) }
        return .known(forecast)
    }

    /// Why nothing comes from it, in a sentence; nil while something does.
    func trouble(at now: Timestamp) -> String? {
        if refusal == nil, !isUnread, let forecast, now < forecast.expires { return nil }
        return sentence
    }

    private var sentence: String {
        if let refusal {
            // What is wrong with the topic, the broker says with its name.
            return "the weather station cannot be heard: \(refusal)\(refusal.contains(topic) ? advice : "")"
        }
        if isUnread { return "what comes on '\(topic)' has none of the fields that facts.yaml names" }
        let since = forecast.map { "since \($0.issued)" } ?? "yet"
        return "nothing has come from the weather station on '\(topic)' \(since)"
    }
}
