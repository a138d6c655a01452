import Reminders
import Settings
import TestSupport
import Testing
import Tracking

@testable import Facts

/// The answers of weather services, in their documented form.
struct WeatherAnswerTests {
    private static let noon = OpenMeteoServiceTests.noon

    private func slot(_ forecast: Forecast, hours: Int64) throws -> Weather {
        try #require(forecast.weather(at: Self.noon.advanced(by: .seconds(hours * 3600))))
    }

    @Test func `MET Norway is asked with a contact, and its hours and its six hours become slots`() throws {
        let source = MetNorway(contact: "ops@example.org")
        let need = Need.weather(.weather(of: try Coordinate(latitude: -33.8688, longitude: 151.2093)))
        let request = try #require(source.conversation(for: need, at: Self.noon)).request
        #expect(request.url == "https://api.met.no/weatherapi/locationforecast/2.0/compact?lat=-33.90&lon=151.20")
        #expect(request.headers["User-Agent"] == "tagalong ops@example.org")
        var book = FactBook(FixedSources(weather: source), budget: 10 << 20)
        book.setNeeds([need], at: Self.noon)
        let fetch = try #require(book.begin(at: Self.noon).first)
        #expect(fetch.request.headers["User-Agent"] == "tagalong ops@example.org")
        let body = """
            {"type":"Feature","geometry":{"type":"Point","coordinates":[151.2,-33.9,5]},"properties":{"meta":
            {"updated_at":"2026-06-01T11:30:00Z","units":{"air_temperature":"celsius","precipitation_amount":"mm"}},
            "timeseries":[
            {"time":"2026-06-01T12:00:00Z","data":{"instant":{"details":{"air_temperature":14.2,"wind_speed":6.1}},
            "next_1_hours":{"summary":{"symbol_code":"lightrainshowers_day"},"details":{"precipitation_amount":0.7}},
            "next_6_hours":{"summary":{"symbol_code":"rain"},"details":{"precipitation_amount":6}}}},
            {"time":"2026-06-01T13:00:00Z","data":{"instant":{"details":{"air_temperature":13}},
            "next_6_hours":{"summary":{"symbol_code":"sleetandthunder"},"details":{"precipitation_amount":3}}}},
            {"time":"2026-06-01T19:00:00Z","data":{"instant":{"details":{"air_temperature":9}}}}]}}
            """
        let forecast = try MetNorway.forecast(Array(body.utf8), at: Self.noon)
        #expect(try slot(forecast, hours: 0) == Weather(sky: .rain, temperature: 14.2, precipitation: 0.7, wind: 6.1))
        #expect(try slot(forecast, hours: 6) == Weather(sky: .thunderstorm, temperature: 13, precipitation: 0.5))
        #expect(try slot(forecast, hours: 7) == Weather(temperature: 9))
        #expect(forecast.source == "Data from MET Norway (CC BY 4.0)")
    }

    @Test func `OpenWeatherMap tells what falls only where something falls`() throws {
        let source = OpenWeatherMap(product: .oneCall, key: SecretText("k3y"))
        let need = Need.weather(try OpenMeteoServiceTests.cell())
        let request = try #require(source.conversation(for: need, at: Self.noon)).request
        #expect(
            request.url
                == "https://api.openweathermap.org/data/3.0/onecall?lat=52.50&lon=13.40"
                + "&exclude=current%2Cminutely%2Cdaily%2Calerts&units=metric&appid=k3y"
        )
        #expect(!source.origin.contains("k3y"))
        let body = """
            {"lat":52.5,"lon":13.4,"hourly":[
            {"dt":1780315200,"temp":18.5,"wind_speed":2.5,"pop":0.1,"weather":[{"id":801,"main":"Clouds"}]},
            {"dt":1780318800,"temp":17,"pop":0.9,"rain":{"1h":1.2},"weather":[{"id":501,"main":"Rain"}]},
            {"dt":1780322400,"temp":17,"pop":1.5,"weather":[{"id":500}]}]}
            """
        let forecast = try OpenWeatherMap.forecast(Array(body.utf8), .oneCall, at: Self.noon)
        #expect(
            try slot(forecast, hours: 0)
                == Weather(sky: .clouds, temperature: 18.5, precipitation: 0, chance: 0.1, wind: 2.5)
        )
        #expect(try slot(forecast, hours: 1) == Weather(sky: .rain, temperature: 17, precipitation: 1.2, chance: 0.9))
        #expect(try slot(forecast, hours: 2) == Weather(sky: .rain, temperature: 17))
    }

    @Test func `OpenWeatherMap's three hours are told for one`() throws {
        let source = OpenWeatherMap(url: "http://127.0.0.1:1", product: .forecast, key: SecretText("k"))
        let request = try #require(
            source.conversation(for: .weather(try OpenMeteoServiceTests.cell()), at: Self.noon)
        ).request
        #expect(request.url == "http://127.0.0.1:1/data/2.5/forecast?lat=52.50&lon=13.40&units=metric&appid=k")
        let body = """
            {"cod":"200","list":[{"dt":1780315200,"main":{"temp":-3},"weather":[{"id":601}],"wind":{"speed":4},
            "pop":0.5,"snow":{"3h":3}}]}
            """
        let forecast = try OpenWeatherMap.forecast(Array(body.utf8), .forecast, at: Self.noon)
        let expected = Weather(sky: .snow, temperature: -3, precipitation: 1, chance: 0.5, wind: 4)
        #expect(try slot(forecast, hours: 2) == expected)
    }

    @Test func `slots out of order, over each other, twice and far away become a forecast in order`() throws {
        let body = """
            {"hourly":{"time":[1780322400,1780315200,1780317000,1780315200,9780315200,-5,null],
            "temperature_2m":[3,1,2,9,9,9,9]}}
            """
        let forecast = try OpenMeteo.forecast(Array(body.utf8), at: Self.noon)
        #expect(forecast.slots.map(\.weather.temperature) == [1, 2, 3])
        for (slot, next) in zip(forecast.slots, forecast.slots.dropFirst()) { #expect(slot.to <= next.from) }
    }

    @Test(
        arguments: [
            (0, .clear), (3, .clouds), (45, .fog), (51, .drizzle), (65, .rain), (82, .rain), (75, .snow),
            (86, .snow), (95, .thunderstorm), (4, nil), (100, nil), (-1, nil),
        ] as [(Double, Sky?)])
    func `a code of WMO 4677 is a sky`(code: Double, sky: Sky?) { #expect(Sky(weatherCode: code) == sky) }

    @Test(
        arguments: [
            (211, .thunderstorm), (300, .drizzle), (522, .rain), (611, .snow), (741, .fog), (800, .clear),
            (804, .clouds), (711, nil), (0, nil),
        ] as [(Double, Sky?)])
    func `a condition code of OpenWeatherMap is a sky`(code: Double, sky: Sky?) {
        #expect(Sky(conditionID: code) == sky)
    }

    @Test func `a station's fields are read by their paths and units`() {
        let station = Station(
            topic: "garden/weather",
            fields: [
                .temperature: .init(["outside", "tempF"], .fahrenheit), .wind: .init(["wind"], .kilometresPerHour),
                .precipitation: .init(["rain"], .inches), .snowDepth: .init(["snow"]), .chance: .init(["none"]),
                .sky: .init(["sky"]),
            ]
        )
        let payload = #"{"outside":{"tempF":"50"},"wind":36,"rain":0.1,"snow":25,"sky":"Fog"}"#
        let weather = station.weather(Array(payload.utf8))
        #expect(weather?.sky == .fog && weather?.temperature == 10 && weather?.wind == 10)
        #expect(weather.map { abs(($0.precipitation ?? 0) - 2.54) < 1e-9 } == true && weather?.snowDepth == 0.25)
        #expect(weather?.chance == nil)
        #expect(station.weather(Array("online".utf8)) == nil && station.weather(Array("{}".utf8)) == nil)
    }
}
