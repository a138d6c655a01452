import Foundation
import History
import Logging
import MQTT
import Messages
import Rehearsal
import Simulation
import Store
import TestSupport
import Testing
import Tracking

/// The scenarios that ship, on the virtual clock and in front of a real broker and the history service.
///
/// All of them at once: each waits for the clock on the wall nearly all the time.
@Suite(.timeLimit(.minutes(15))) struct LiveScenarioTests {
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
        try await withTestBroker { broker in
            let (connection, clock) = (broker.configuration, WallClock(origin: Timestamp(seconds: 1_777_626_000)))
            let households = try scenario.households()
            let core = try HistoryCore(
                store: Store.inMemory(),
                configuration: HistoryConfiguration(households: households)
            )
            let history = HistoryService(core: core, clock: clock, logger: .silent) {
                try MQTTClient(configuration: connection, session: core.configuration.session, logger: .silent)
            }
            let service = Task { try await history.run() }
            let speed = max(speed, scenario.duration.inSeconds / longest)
            let live = try LiveRehearsal(
                LiveRehearsal.Configuration(scenario: scenario, speed: speed) { session in
                    try MQTTClient(configuration: connection, session: session, logger: .silent)
                },
                clock: clock,
                logger: .silent
            )
            let report = try await live.run { _ in }
            service.cancel()
            _ = await service.result
            let failed = report.expectations.filter { !$0.passed }
            return failed.map { "\(scenario.file):\($0.line): \($0.text): \($0.observed)" }
        }
    }
}
