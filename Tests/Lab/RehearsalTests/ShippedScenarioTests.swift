import Foundation
import Rehearsal
import Simulation
import TestSupport
import Testing

/// The scenarios that ship are demonstrations and regression tests at once.
@Suite struct ShippedScenarioTests {
    static let files = Places.files(in: packageRoot.appending(path: "scenarios"), ending: "yaml")
    /// Without those that take a day, which would take most of the time here too.
    static let short = files.filter { !$0.hasSuffix("all-day.yaml") }

    @Test func `the scenarios are found`() {
        #expect(Self.files.count >= 9)
    }

    @Test(arguments: short)
    func `every copy of a fleet does as the one`(file: String) throws {
        let scenario = try Scenario.load(file: file, devices: DeviceLibrary())
        let run = try ScenarioRun(scenario, fleet: 3)
        #expect(run.records.count == 3 * scenario.trackers.count)
        #expect(run.report.expectations.count == 3 * scenario.expectations.count)
        #expect(run.failures == [])
    }

    @Test(arguments: short)
    func `the same seed gives the same bytes`(file: String) throws {
        let scenario = try Scenario.load(file: file, devices: DeviceLibrary())
        let (first, second) = (try ScenarioRun(scenario, traced: true), try ScenarioRun(scenario, traced: true))
        #expect(first.trace.count > 10_000)
        #expect(first.trace == second.trace)
        #expect(try first.report.json() == second.report.json())
    }

    @Test func `another seed loses other messages`() throws {
        let file = try #require(Self.files.first { $0.hasSuffix("faulty-network.yaml") })
        var scenario = try Scenario.load(file: file, devices: DeviceLibrary())
        let first = try ScenarioRun(scenario, traced: true)
        scenario.seed += 1
        let second = try ScenarioRun(scenario, traced: true)
        #expect(first.trace != second.trace)
        #expect(second.failures == [])
    }
}
