internal import JSON
internal import Reminders
internal import Tracking

/// MET Norway's forecast for any place on Earth
/// (<https://api.met.no/weatherapi/locationforecast/2.0/documentation>).
///
/// `GET /weatherapi/locationforecast/2.0/compact?lat=…&lon=…` answers with `properties.timeseries`: each entry has its
/// `time`, in `data.instant.details` what it is like then, and in `data.next_1_hours` or `data.next_6_hours` a symbol and
/// what falls in that time. Its terms of service want a `User-Agent` with a contact, four decimals of a coordinate at
/// most, and no question again before `Expires`, and then with `If-Modified-Since`.
struct MetNorway: FactSource {
    static let server = "https://api.met.no"

    let url: String
    /// Where whoever runs this can be reached: a mail address or a web site.
    let contact: String
    let name = "met-norway"
    var origin: String { "\(name) \(url)" }
    let limits = FactLimits.weather

    /// What its terms (NLOD 2.0 and CC BY 4.0) want to be shown.
    static let attribution = "Data from MET Norway (CC BY 4.0)"

    init(url: String = MetNorway.server, contact: String) { (self.url, self.contact) = (url, contact) }

    func conversation(for need: Need, at now: Timestamp) -> (any Conversation)? {
        guard case .weather(let cell) = need else { return nil }
        let query = FactAddress.query(["lat": cell.north, "lon": cell.east])
        var request = FactRequest(
            .get, FactAddress.join(url, "/weatherapi/locationforecast/2.0/compact?\(query)")
        )
        request.headers["User-Agent"] = "tagalong \(contact)"
        return Question(request: request) { body, now throws(FactError) in
            .forecast(try Self.forecast(body, at: now))
        }
    }

    /// Reads an answer.
    static func forecast(_ body: [UInt8], at now: Timestamp) throws(FactError) -> Forecast {
        let answer = try WeatherAnswer.document(body)
        guard case .list(let series)? = answer["properties"]?["timeseries"] else {
            throw FactError("the answer has no 'timeseries'")
        }
        let slots = series.compactMap { entry -> Forecast.Slot? in
            guard let time = entry["time"]?.text.flatMap({ Timestamp($0) }), WeatherAnswer.isNear(time, now) else {
                return nil
            }
            let data = entry["data"]
            let details = data?["instant"]?["details"]
            let hours = data?["next_1_hours"] == nil ? 6.0 : 1
            let next = data?["next_1_hours"] ?? data?["next_6_hours"]
            // The last entries are of a moment only.
            guard details != nil || next != nil else { return nil }
            let share = next?["details"]
            let weather = Weather(
                sky: next?["summary"]?["symbol_code"]?.text.flatMap(Sky.init(symbol:)),
                temperature: details?["air_temperature"]?.number,
                precipitation: share?["precipitation_amount"]?.number.map { $0 / hours },
                chance: share?["probability_of_precipitation"]?.number.map { $0 / 100 },
                wind: details?["wind_speed"]?.number
            )
            let length = next == nil ? 1 : hours
            return Forecast.Slot(from: time, to: time.advanced(by: .seconds(length * 3600)), weather: weather)
        }
        return try WeatherAnswer.forecast(slots, at: now, source: attribution)
    }
}

extension Sky {
    /// The sky of a symbol of MET Norway's, such as `lightrainshowersandthunder_day`
    /// (<https://api.met.no/weatherapi/weathericon/2.0/documentation>); sleet counts as snow.
    init?(symbol: String) {
        let word = symbol.prefix { $0 != "_" }
        if word.contains("thunder") {
            self = .thunderstorm
        } else if word.contains("snow") || word.contains("sleet") {
            self = .snow
        } else if word.contains("rain") {
            self = .rain
        } else {
            switch word {
            case "clearsky", "fair": self = .clear
            case "partlycloudy", "cloudy": self = .clouds
            case "fog": self = .fog
            default: return nil
            }
        }
    }
}
