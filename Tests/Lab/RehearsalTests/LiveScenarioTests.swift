import Foundation
import Rehearsal
import Simulation
import Store
import Testing
import Tracking

/// The scenarios that ship, on the virtual clock and in front of a real broker and the history service.
///
/// All of them at once: each waits for the clock on the wall nearly all the time.
@Suite(.timeLimit(.minutes(30))) struct LiveScenarioTests {
    /// Virtual seconds in a second.
    private static let speed = 10.0
    /// Seconds that none should take; what would is played faster.
    private static let longest = 180.0

    @Test func `every scenario holds on the virtual clock and in front of a broker`() async throws {
        let scenarios = try ShippedScenarioTests.files.map { try Scenario.load(file: $0, devices: DeviceLibrary()) }
        for scenario in scenarios {
            #expect(scenario.about != nil, "what it shows must be told")
            #expect(!scenario.expectations.isEmpty)
            #expect(try ScenarioRun(scenario).failures == [], "\(scenario.file) on the virtual clock")
        }
        let failures = try await withThrowingTaskGroup(of: [String].self) { group in
            for scenario in scenarios { group.addTask { try await Self.play(scenario) } }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(failures == [], "in front of a broker")
    }

    /// Plays a scenario with a broker and a history service of its own.
    private static func play(_ scenario: Scenario) async throws -> [String] {
        let speed = max(speed, scenario.duration.inSeconds / longest)
        let report = try await scenario.played(speed: speed, into: Store.inMemory())
        let failed = report.expectations.filter { !$0.passed }
        return failed.map { "\(scenario.file):\($0.line): \($0.text): \($0.observed)" }
    }
}
