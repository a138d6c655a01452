import Reminders
import TestSupport
import Testing
import Tracking

@testable import Facts

/// How it goes with a weather station of one's own is told as of any source, though somebody else listens to it.
struct StationStatusTests {
    @Test func `what it has told, and why it tells nothing, stands among the sources`() async throws {
        let clock = ManualClock()
        var configuration = FactConfiguration()
        configuration.station = Station(topic: "weather/garden", fields: [.temperature: Station.Field(["t"])])
        let service = FactService(configuration, clock: clock, generator: SeededGenerator(seed: 1), logger: .silent)
        let begin = clock.now
        await service.noteStation(isNews: false, trouble: "nothing has come yet")
        var status = try #require(await service.statuses.first)
        #expect(status.kind == .weather && status.name == configuration.weather)
        #expect(status.trouble == "nothing has come yet" && status.lastFailure == begin && status.lastSuccess == nil)
        clock.advance(by: .seconds(60))
        // The same again is no other failure.
        await service.noteStation(isNews: false, trouble: "nothing has come yet")
        #expect(await service.statuses.first?.lastFailure == begin)
        await service.noteStation(isNews: true, trouble: nil)
        status = try #require(await service.statuses.first)
        #expect(status.trouble == nil && status.lastSuccess == begin.advanced(by: .seconds(60)))
        #expect(await service.statuses.count == 1)
    }

    @Test func `where there is none nothing is told of it`() async {
        let service = FactService(
            FactConfiguration(), clock: ManualClock(), generator: SeededGenerator(seed: 1), logger: .silent)
        await service.noteStation(isNews: true, trouble: nil)
        #expect(await service.statuses.isEmpty)
    }
}
