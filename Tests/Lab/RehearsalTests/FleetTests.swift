import Foundation
import Rehearsal
import Simulation
import Testing

/// Fleets whose copies differ.
@Suite struct FleetTests {
    private static func run(_ fleet: String, copies: Int) throws -> EventRun {
        let scenario = try Scenario.written(
            """
            name: Fleet
            duration: 60s
            fleet: \(fleet)
            owners: [{id: sam, position: [46, 14], report-every: 10s}]
            trackers: [{id: keys, owner: sam, with: sam, report-every: 1s}]
            """
        )
        return EventRun(try ScenarioRun(scenario, fleet: copies, traced: true))
    }

    @Test func `variations take turns, each as often as its weight says`() throws {
        let run = try Self.run("[{weight: 2, report-every: 30s}, {report-every: 5s}, {state: off}]", copies: 6)
        #expect(run.report.trackers.map(\.fixes) == [3, 3, 13, 0, 3, 3])
    }

    @Test func `a variation changes what it tells, and nothing else`() throws {
        let run = try Self.run("[{phone-report-every: 20s}, {weight: 1}]", copies: 2)
        #expect(run.report.trackers.map(\.fixes) == [61, 61])
        #expect(run.times("owntracks/sam-1/phone") == [0, 20, 40, 60])
        #expect(run.times("owntracks/sam-2/phone") == [0, 10, 20, 30, 40, 50, 60])
    }

    @Test func `what is no fleet does not vary`() throws {
        #expect(try Self.run("[{report-every: 30s}]", copies: 1).report.trackers.map(\.fixes) == [61])
    }
}
