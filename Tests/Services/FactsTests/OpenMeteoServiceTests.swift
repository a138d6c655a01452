import Reminders
import ServerSupport
import TestSupport
import Testing
import Tracking

@testable import Facts

/// Open-Meteo from a need to a forecast, over a real socket.
struct OpenMeteoServiceTests {
    static let noon = Timestamp(milliseconds: 1_780_315_200_000)
    static let answer = """
        {"latitude":52.5,"longitude":13.4,"utc_offset_seconds":0,"timezone":"GMT","hourly_units":{"time":"unixtime"},
        "hourly":{"time":[1780315200,1780318800,1780322400],"temperature_2m":[21.5,22.0,20.25],
        "precipitation":[0.0,0.4,2.5],"precipitation_probability":[5,60,95],"weather_code":[1,61,95],
        "wind_speed_10m":[3.1,4.0,null],"snow_depth":[0.0,0.0,0.0]}}
        """

    static func cell() throws -> Cell { .weather(of: try Coordinate(latitude: 52.5163, longitude: 13.3777)) }

    @Test func `a need leads to one request without an exact position, and to a forecast`() async throws {
        try await withTestWebServer(reply: { _, _ in
            var reply = TestWebServer.Reply()
            reply.headers = [("Content-Type", "application/json")]
            reply.body = Array(Self.answer.utf8)
            return reply
        }) { server in
            let clock = ManualClock(at: Self.noon)
            let configuration = FactConfiguration(sources: FixedSources(weather: OpenMeteo(url: server.url)))
            let service = FactService(
                configuration, clock: clock, generator: SeededGenerator(seed: 1), logger: .silent
            )
            let running = Task { try await service.run() }
            let cell = try Self.cell()
            await service.setNeeds([.weather(cell)])
            try await eventually { await service.forecast(for: cell).value != nil }
            running.cancel()
            try await running.value
            let request = try #require(server.requests.first)
            #expect(server.requests.count == 1)
            #expect(
                request.path
                    == "/v1/forecast?latitude=52.50&longitude=13.40&hourly=temperature_2m%2Cprecipitation"
                    + "%2Cprecipitation_probability%2Cweather_code%2Cwind_speed_10m%2Csnow_depth"
                    + "&wind_speed_unit=ms&timeformat=unixtime&forecast_days=7"
            )
            #expect(request.headers["user-agent"] == "tagalong")
            let forecast = try #require(await service.forecast(for: cell).value)
            let expected = Weather(
                sky: .clear, temperature: 21.5, precipitation: 0.4, chance: 0.6, wind: 3.1, snowDepth: 0
            )
            #expect(forecast.weather(at: Self.noon) == expected)
            #expect(forecast.slots.last?.weather == Weather(sky: .thunderstorm, temperature: 20.25, snowDepth: 0))
            #expect(forecast.expires == Self.noon.advanced(by: .seconds(3600)))
            #expect(await service.bytes.used == Self.answer.utf8.count)
        }
    }
}
