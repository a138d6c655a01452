import Foundation
import Messages
import Rehearsal
import Simulation
import Synchronization
import TestSupport
import Testing
import Tracking

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
        let run = try ScenarioRun(scenario, fleet: 2)
        #expect(run.records.count == 2 * scenario.trackers.count)
        #expect(run.report.expectations.count == 2 * scenario.expectations.count)
        #expect(run.failures == [])
    }

    /// In a run nobody reads the bytes of what is carried, but for the trace: what they say must be the same.
    @Test(arguments: short)
    func `the same seed gives the same bytes, and messages that carry a value say what their bytes say`(
        file: String
    ) throws {
        struct Count { var carried = 0, wrong: [String] = [] }
        let counted = Mutex(Count())
        let scenario = try Scenario.load(file: file, devices: DeviceLibrary())
        let first = try ScenarioRun(
            scenario,
            traced: true,
            tap: { message, elapsed in
                guard message.bytes == nil else { return }
                let written = Message(topic: message.topic, payload: message.payload)
                let isSame =
                    switch message.topic.split(separator: "/").last {
                    case "desired": Self.agree(message, written, Kept<DesiredState>.self)
                    case "reported": Self.agree(message, written, ReportedState.self)
                    case "state": Self.agree(message, written, StateMessage.self)
                    case "stored": Self.agree(message, written, StoredMessage.self)
                    default: Self.agree(message, written, LocationMessage.self)
                    }
                counted.withLock { counted in
                    counted.carried += 1
                    if !isSame { counted.wrong.append("\(elapsed): \(message.topic)") }
                }
            }
        )
        let count = counted.withLock(\.self)
        #expect(count.carried > 50 && count.wrong == [])
        let second = try ScenarioRun(scenario, traced: true)
        #expect(first.trace.count > 10_000)
        #expect(first.trace == second.trace)
        #expect(try first.report.json() == second.report.json())
    }

    private static func agree<Value: Payload & Equatable>(_ one: Message, _ other: Message, _ type: Value.Type) -> Bool
    {
        guard let values = try? (one.decoded(as: type), other.decoded(as: type)) else { return false }
        return values.0 == values.1
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
