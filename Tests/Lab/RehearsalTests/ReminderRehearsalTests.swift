import Foundation
import Messages
import Rehearsal
import Reminders
import Settings
import Simulation
import Store
import Testing
import Tracking

/// Reminders played as in real life: the scenario publishes them, the history service asks for facts and tells.
@Suite struct ReminderRehearsalTests {
    private static let shipped = ["umbrella", "gym-bag", "charger", "passport", "shopping"]

    /// Sam at home for a minute, and then on the way; the umbrella stays.
    private static let leaving = """
        name: Leaving
        start: 2026-05-05T06:00:00Z
        duration: 12m
        step: 1s
        owners:
          - id: sam
            points: [{at: 0s, lat: 46, lon: 14}, {at: 1m, lat: 46, lon: 14}, {at: 12m, lat: 46.0083, lon: 14}]
            report-every: 30s
        trackers:
          - {id: umbrella, owner: sam, position: [46, 14], report-every: 30s, rules: {places: [{name: Home, at: [46, 14], radius-m: 60}]}}

        """

    private func run(_ text: String, fleet: Int = 1) throws -> ScenarioRun {
        try ScenarioRun(Scenario.written(Self.leaving + text), fleet: fleet)
    }

    @Test(arguments: shipped, [1, 2, 3, 4, 5] as [UInt64])
    func `a scenario of reminders holds on several seeds`(name: String, seed: UInt64) throws {
        let file = try #require(ShippedScenarioTests.files.first { $0.hasSuffix("/\(name).yaml") })
        var scenario = try Scenario.load(file: file, devices: DeviceLibrary())
        scenario.seed = seed
        #expect(try ScenarioRun(scenario).failures == [])
    }

    @Test func `what is told stands in the report with its reasons`() throws {
        let run = try run(
            """
            weather: [{sky: rain, chance: 80%}]
            reminders:
              - id: umbrella
                name: Take it along
                thing: {thing: umbrella, is: away}
                weather: {sky: rain, within: 2h}
                place: {event: leaves, place: Home}
            expect: [{reminder: umbrella, fires, by: 5m}]
            """
        )
        #expect(run.failures == [])
        let reminder = try #require(run.report.reminders.first)
        #expect(reminder.owner == "sam" && reminder.id == "umbrella" && reminder.name == "Take it along")
        #expect(reminder.events.map(\.event) == ["fired"])
        let why = try #require(reminder.events.first).why
        #expect(why.count == 3 && why[0] == "weather: rain, 80 % chance of precipitation")
        #expect(why[1].hasPrefix("place: ") && why[2] == "thing: not with its owner")
        #expect(reminder.statuses.contains { $0.status == "holds" })
        let json = try run.report.json()
        #expect(json.contains("\"reminders\"") && json.contains("\"fired\""))
    }

    @Test func `while the weather's server fails it is unknown, and told when that is over and all still holds`() throws
    {
        let run = try run(
            """
            weather: [{sky: rain}, {fails: true, from: 30s, to: 5m}]
            reminders: [{id: one, weather: {sky: rain}, place: {event: leaves, place: Home}}]
            expect:
              - {reminder: one, status: unknown, after: 3m, by: 4m}
              - {reminder: one, fires: false, until: 4m59s}
              - {reminder: one, fires, after: 5m, by: 5m2s}
            """
        )
        #expect(run.failures == [])
    }

    @Test func `without a source it is never told`() throws {
        let run = try run(
            """
            reminders:
              - {id: rain, weather: {sky: rain}, place: {event: leaves, place: Home}}
              - {id: free, availability: {free: 10m}, place: {event: leaves, place: Home}}
              - {id: shop, place: {event: within, kind: bakery, radius-m: 100}}
            expect:
              - {reminder: rain, fires: false}
              - {reminder: free, fires: false}
              - {reminder: shop, fires: false}
              - {reminder: shop, status: unknown, throughout: true, after: 5s}
            """
        )
        #expect(run.failures == [])
    }

    @Test func `an owner dismisses, switches off and on`() throws {
        let run = try run(
            """
            reminders:
              - {id: seen, place: {event: leaves, place: Home}}
              - {id: off, place: {event: leaves, place: Home}}
            events:
              - {at: 4m, reminder: seen, do: dismiss}
              - {at: 30s, reminder: off, do: disable}
              - {at: 11m, reminder: off, do: enable}
            expect:
              - {reminder: seen, fires: {at-least: 1, at-most: 1}}
              - {reminder: off, status: disabled, after: 1m, by: 10m}
              - {reminder: off, fires: false, until: 10m}
            """
        )
        #expect(run.failures == [])
        #expect(run.report.reminders.first?.events.map(\.event) == ["fired", "dismissed"])
    }

    @Test func `copies of a fleet do as the one, in other shards too`() throws {
        let text = """
            weather: [{at: [46, 14], sky: rain}]
            spots: [{kind: bakery, position: [46.003, 14]}]
            reminders:
              - {id: one, weather: {sky: rain}, place: {event: leaves, place: Home}, thing: {thing: umbrella, is: away}}
              - {id: bread, place: {event: within, kind: bakery, radius-m: 100}}
            expect: [{reminder: one, fires, by: 5m}, {reminder: bread, fires, by: 8m}]
            """
        let run = try run(text, fleet: 70)
        #expect(run.failures == [] && run.report.expectations.count == 140)
        #expect(run.report.reminders.count == 140)
        #expect(run.report.expectations.last?.text == "sam-70/bread: fires by 8m")
    }

    /// A real service asks its own sources, and has its own date.
    @Test(.timeLimit(.minutes(30)))
    func `in front of a real service reminders are left out, with what is expected of them`() async throws {
        let scenario = try Scenario.written(
            """
            name: Live
            duration: 20s
            owners: [{id: sam, position: [46, 14], report-every: 1s}]
            trackers: [{id: keys, owner: sam, with: sam, report-every: 1s}]
            weather: [{sky: rain}]
            reminders: [{id: one, weather: {sky: rain}}]
            events: [{at: 10s, reminder: one, do: dismiss}]
            expect: [{reminder: one, fires}, {tracker: keys, mode: bluetooth}]
            """
        )
        #expect(try ScenarioRun(scenario).report.expectations.map(\.passed) == [true, true])
        let store = try Store.inMemory()
        let report = try await scenario.played(speed: 10, into: store)
        #expect(report.expectations.map(\.text) == ["keys: bluetooth"] && report.passed && report.reminders.isEmpty)
        #expect(try store.reminders().isEmpty)
    }

    @Test func `a wrong claim fails, and says what was seen`() throws {
        let run = try run(
            """
            reminders: [{id: one, place: {event: leaves, place: Home}}]
            expect: [{reminder: one, fires: false}]
            """
        )
        #expect(run.failures.count == 1 && run.failures[0].contains("sam/one: does not fire, observed: fired at "))
        #expect(JUnitReport.xml([run.report]).contains("sam/one: does not fire"))
    }
}
