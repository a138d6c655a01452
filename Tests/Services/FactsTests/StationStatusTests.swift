import Foundation
import Reminders
import TestSupport
import Testing
import Tracking

@testable import Facts

/// How it goes with a weather station of one's own is told as of any source, though somebody else listens to it.
struct StationStatusTests {
    private static let warm = Array(#"{"t":21}"#.utf8)

    private static func service(_ clock: ManualClock, file: FactFile? = nil) -> FactService {
        var configuration = FactConfiguration()
        configuration.station = Station(topic: "weather/garden", fields: [.temperature: Station.Field(["t"])])
        return FactService(
            configuration, file: file, clock: clock, generator: SeededGenerator(seed: 1), logger: .silent)
    }

    @Test func `what it has told, and why it tells nothing, stands among the sources at any moment`() async throws {
        let clock = ManualClock()
        let service = Self.service(clock)
        let cell = try #require(Cell(latitude: 4600, longitude: 1450))
        let begin = clock.now
        let silence = "nothing has come from the weather station on 'weather/garden'"
        var status = try #require(await service.statuses.first)
        #expect(status.kind == .weather && status.name == "station" && status.trouble == "\(silence) yet")
        #expect(status.lastFailure == begin && status.lastSuccess == nil)
        clock.advance(by: .seconds(60))
        // The same again is no other failure.
        await service.note([.listening])
        #expect(await service.statuses.first?.lastFailure == begin)
        await service.note([.told(Self.warm, isKept: false)])
        status = try #require(await service.statuses.first)
        let heard = begin.advanced(by: .seconds(60))
        #expect(status.trouble == nil && status.lastSuccess == heard)
        #expect(await service.stationTrouble == nil)
        #expect(await service.forecast(for: cell).value?.issued == heard)
        // Nobody tells that nothing comes.
        clock.advance(by: .seconds(1800))
        #expect(await service.statuses.first?.trouble == "\(silence) since \(heard)")
        #expect(await service.stationTrouble == "\(silence) since \(heard)")
        #expect(await service.forecast(for: cell) == .failing("\(silence) since \(heard)"))
        #expect(await service.statuses.count == 1)
    }

    @Test func `what it has told is as old after a restart as it is, and what the broker keeps makes it no younger`()
        async throws
    {
        let path = FileManager.default.temporaryDirectory.appending(path: "facts-\(UUID().uuidString).json").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let clock = ManualClock()
        let first = Self.service(clock, file: FactFile(path: path))
        let heard = clock.now
        let running = Task { try await first.run() }
        await first.note([.told(Self.warm, isKept: false)])
        running.cancel()
        try await running.value
        clock.advance(by: .seconds(1200))
        let second = Self.service(clock, file: FactFile(path: path))
        await second.note([.listening, .told(Self.warm, isKept: true)])
        var status = try #require(await second.statuses.first)
        #expect(status.trouble == nil && status.lastSuccess == heard)
        clock.advance(by: .seconds(600))
        status = try #require(await second.statuses.first)
        #expect(status.trouble?.hasSuffix("since \(heard)") == true)
        // A day later nothing of it is left: what was retained may be of any time.
        clock.advance(by: .seconds(86_400))
        let third = Self.service(clock, file: FactFile(path: path))
        await third.note([.listening, .told(Self.warm, isKept: true)])
        #expect(await third.statuses.first?.trouble?.contains("of unknown age") == true)
        #expect(await third.statuses.first?.lastSuccess == nil)
    }

    @Test func `where there is none nothing is told of it`() async {
        let service = FactService(
            FactConfiguration(), clock: ManualClock(), generator: SeededGenerator(seed: 1), logger: .silent)
        await service.note([.told(Self.warm, isKept: false)])
        #expect(await service.statuses.isEmpty)
        #expect(await service.stationTrouble == nil)
    }
}
