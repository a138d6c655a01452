internal import JSON
internal import Reminders
internal import Settings
internal import Tracking

/// OpenWeatherMap's forecast: by the hour with One Call 3.0 (<https://openweathermap.org/api/one-call-3>), or by three
/// hours without a subscription (<https://openweathermap.org/forecast5>).
struct OpenWeatherMap: FactSource {
    /// Which of its interfaces is asked.
    enum Product: String, CaseIterable, Sendable {
        /// `GET /data/3.0/onecall`, whose `hourly` has a slot for each of 48 hours.
        case oneCall = "one-call"
        /// `GET /data/2.5/forecast`, whose `list` has one for each three hours of five days.
        case forecast
    }

    static let server = "https://api.openweathermap.org"

    let url: String
    let product: Product
    let key: SecretText
    let name = "openweathermap"
    var origin: String { "\(name) \(product.rawValue) \(url)" }
    let limits = FactLimits.weather

    /// What its terms want to be shown.
    static let attribution = "Weather data provided by OpenWeather (ODbL)"

    init(url: String = OpenWeatherMap.server, product: Product, key: SecretText) {
        (self.url, self.product, self.key) = (url, product, key)
    }

    func conversation(for need: Need, at now: Timestamp) -> (any Conversation)? {
        guard case .weather(let cell) = need else { return nil }
        let path: String
        switch product {
        case .oneCall:
            let query = FactAddress.query([
                "lat": cell.north, "lon": cell.east, "exclude": "current,minutely,daily,alerts", "units": "metric",
                "appid": key.value,
            ])
            path = "/data/3.0/onecall?\(query)"
        case .forecast:
            let query = FactAddress.query([
                "lat": cell.north, "lon": cell.east, "units": "metric", "appid": key.value,
            ])
            path = "/data/2.5/forecast?\(query)"
        }
        let product = product
        return Question(request: FactRequest(.get, FactAddress.join(url, path))) { body, now throws(FactError) in
            .forecast(try Self.forecast(body, product, at: now))
        }
    }

    /// Reads an answer.
    ///
    /// What falls is told only where something falls: it is zero where the sky is known and dry, and unknown otherwise.
    static func forecast(_ body: [UInt8], _ product: Product, at now: Timestamp) throws(FactError) -> Forecast {
        let answer = try WeatherAnswer.document(body)
        let member = product == .oneCall ? "hourly" : "list"
        guard case .list(let list)? = answer[member] else { throw FactError("the answer has no '\(member)'") }
        let slots = list.compactMap { product == .oneCall ? hour($0) : threeHours($0) }
        return try WeatherAnswer.forecast(
            slots.filter { WeatherAnswer.isNear($0.from, now) }, at: now, source: attribution
        )
    }

    private static func hour(_ entry: JSONValue) -> Forecast.Slot? {
        guard let time = entry["dt"]?.number.flatMap(WeatherAnswer.time) else { return nil }
        let sky = sky(entry)
        let weather = Weather(
            sky: sky, temperature: entry["temp"]?.number, precipitation: fallen(entry, "1h", hours: 1, sky),
            chance: entry["pop"]?.number, wind: entry["wind_speed"]?.number
        )
        return Forecast.Slot(from: time, to: time.advanced(by: .seconds(3600)), weather: weather)
    }

    private static func threeHours(_ entry: JSONValue) -> Forecast.Slot? {
        guard let time = entry["dt"]?.number.flatMap(WeatherAnswer.time) else { return nil }
        let sky = sky(entry)
        let weather = Weather(
            sky: sky, temperature: entry["main"]?["temp"]?.number,
            precipitation: fallen(entry, "3h", hours: 3, sky), chance: entry["pop"]?.number,
            wind: entry["wind"]?["speed"]?.number
        )
        return Forecast.Slot(from: time, to: time.advanced(by: .seconds(3 * 3600)), weather: weather)
    }

    private static func sky(_ entry: JSONValue) -> Sky? {
        entry["weather"]?.list.first?["id"]?.number.flatMap(Sky.init(conditionID:))
    }

    private static func fallen(_ entry: JSONValue, _ span: String, hours: Double, _ sky: Sky?) -> Double? {
        let amounts = [entry["rain"]?[span]?.number, entry["snow"]?[span]?.number].compactMap(\.self)
        if !amounts.isEmpty { return amounts.reduce(0, +) / hours }
        return sky.map(\.isWet) == false ? 0 : nil
    }
}

extension Sky {
    /// The sky of a condition code (<https://openweathermap.org/weather-conditions>); nil for smoke, dust, ash and squalls.
    init?(conditionID id: Double) {
        switch id {
        case 200..<300: self = .thunderstorm
        case 300..<400: self = .drizzle
        case 500..<600: self = .rain
        case 600..<700: self = .snow
        case 701, 741: self = .fog
        case 781: self = .thunderstorm
        case 800: self = .clear
        case 801...804: self = .clouds
        default: return nil
        }
    }
}
