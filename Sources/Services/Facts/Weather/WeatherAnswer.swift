internal import JSON
internal import Reminders
internal import Tracking

/// What the answers of all weather services have in common.
enum WeatherAnswer {
    /// The document of an answer.
    static func document(_ body: [UInt8]) throws(FactError) -> JSONValue {
        do throws(JSONError) {
            return try JSONValue(body, limits: .init(values: 200_000, text: 4096, key: 200))
        } catch { throw FactError("the answer is no JSON: \(error.sentence)") }
    }

    /// A moment in seconds; nil for what no calendar has.
    static func time(_ seconds: Double) -> Timestamp? {
        (0...253_402_300_799).contains(seconds) ? Timestamp(seconds: seconds) : nil
    }

    /// Whether a forecast may speak of a moment: of the day before, and of 16 days to come.
    static func isNear(_ time: Timestamp, _ now: Timestamp) -> Bool {
        let distance = now.duration(to: time)
        return distance >= .seconds(-86_400) && distance <= .seconds(16 * 86_400)
    }

    /// A forecast of the slots that say something; the book sets how long it holds.
    static func forecast(
        _ slots: [Forecast.Slot], at now: Timestamp, source: String
    ) throws(FactError) -> Forecast {
        let useful = slots.filter { !$0.weather.isEmpty }
        guard !useful.isEmpty else { throw FactError("the answer has no weather of these days") }
        return Forecast(slots: useful, issued: now, expires: now, source: source)
    }
}

extension FactLimits {
    static let weather = FactLimits(
        answer: 1 << 20, timeout: .seconds(20), lifetime: .seconds(3600), longest: .seconds(3 * 3600),
        grace: .seconds(3600)
    )
}

extension Sky {
    /// The sky of a code of WMO table 4677, "present weather"; nil for dust, smoke and what is far away.
    init?(weatherCode code: Double) {
        switch code {
        case 0, 1: self = .clear
        case 2, 3: self = .clouds
        case 10, 11, 12, 28, 40...49: self = .fog
        case 20, 50...57: self = .drizzle
        case 21, 24, 25, 58...67, 80...82, 89, 90: self = .rain
        case 22, 23, 26, 68...79, 83...88: self = .snow
        case 13, 17, 29, 91...99: self = .thunderstorm
        default: return nil
        }
    }
}
