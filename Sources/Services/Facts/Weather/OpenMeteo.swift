internal import JSON
internal import Reminders
internal import Tracking

/// Open-Meteo's forecast, or that of one's own server of it (<https://open-meteo.com/en/docs>).
///
/// `GET /v1/forecast` with `hourly` as a list of variables answers with `hourly.time`, and with a list of the same length
/// for each variable. Temperature, weather code, wind and snow depth are of the moment; precipitation and its probability
/// are of the hour *before* it.
struct OpenMeteo: FactSource {
    static let server = "https://api.open-meteo.com"

    let url: String
    let name = "open-meteo"
    var origin: String { "\(name) \(url)" }
    let limits = FactLimits.weather

    /// What its terms (CC BY 4.0) want to be shown.
    static let attribution = "Weather data by Open-Meteo.com (CC BY 4.0)"
    private static let variables = [
        "temperature_2m", "precipitation", "precipitation_probability", "weather_code", "wind_speed_10m", "snow_depth",
    ]

    init(url: String = OpenMeteo.server) { self.url = url }

    func conversation(for need: Need, at now: Timestamp) -> (any Conversation)? {
        guard case .weather(let cell) = need else { return nil }
        let query = FactAddress.query([
            "latitude": cell.north, "longitude": cell.east, "hourly": Self.variables.joined(separator: ","),
            "wind_speed_unit": "ms", "timeformat": "unixtime", "forecast_days": "7",
        ])
        let request = FactRequest(.get, FactAddress.join(url, "/v1/forecast?\(query)"))
        return Question(request: request) { body, now throws(FactError) in
            .forecast(try Self.forecast(body, at: now))
        }
    }

    /// Reads an answer.
    static func forecast(_ body: [UInt8], at now: Timestamp) throws(FactError) -> Forecast {
        let answer = try WeatherAnswer.document(body)
        guard let hourly = answer["hourly"] else { throw FactError("the answer has no 'hourly'") }
        let times = hourly["time"]?.list.map { $0.number.flatMap(WeatherAnswer.time) } ?? []
        var places: [Timestamp: Int] = [:]
        for (index, time) in times.enumerated() { if let time, places[time] == nil { places[time] = index } }
        let lists = Dictionary(uniqueKeysWithValues: variables.map { ($0, hourly[$0]?.list ?? []) })
        func number(_ name: String, _ index: Int?) -> Double? {
            guard let index, let list = lists[name], list.indices.contains(index) else { return nil }
            return list[index].number
        }
        let slots = times.enumerated().compactMap { index, time -> Forecast.Slot? in
            guard let time, WeatherAnswer.isNear(time, now) else { return nil }
            let end = time.advanced(by: .seconds(3600))
            let next = places[end]
            let weather = Weather(
                sky: number("weather_code", index).flatMap(Sky.init(weatherCode:)),
                temperature: number("temperature_2m", index),
                precipitation: number("precipitation", next),
                chance: number("precipitation_probability", next).map { $0 / 100 },
                wind: number("wind_speed_10m", index),
                snowDepth: number("snow_depth", index)
            )
            return Forecast.Slot(from: time, to: end, weather: weather)
        }
        return try WeatherAnswer.forecast(slots, at: now, source: attribution)
    }
}
