import Messages
import Simulation
import Testing
import Tracking

@testable import Rehearsal

@Suite struct VerdictTests {
    private struct NoTracker: Error {}

    /// Cellular from 100 s to 200 s; warning at 50 s, critical at 60 s, eased at 70 s, cleared at 80 s.
    private func record() throws -> TrackerRecord {
        let device = DeviceID(owner: try Name("sam"), device: try Name("keys"))
        var record = TrackerRecord(id: device, item: try ItemName("Keys"))
        for (at, mode) in [(0, Mode.bluetooth), (100, .cellular), (200, .bluetooth)] as [(Int64, Mode)] {
            record.saw(mode, at: at * 1000, distance: 0)
        }
        let alerts: [(Int64, AlertEvent, AlertLevel)] = [
            (50, .raised, .warning), (60, .escalated, .critical), (70, .eased, .warning), (80, .cleared, .none),
        ]
        for (at, event, level) in alerts {
            let message = AlertMessage(
                id: "\(at)",
                event: event,
                level: level,
                previous: .none,
                threshold: 5,
                distance: 6,
                confidence: 1,
                owner: device.owner,
                tracker: device.device,
                item: "Keys",
                time: Timestamp(seconds: 0),
                episode: "50"
            )
            record.alerts.append(TrackerRecord.Alert(at: at * 1000, message: message, trueDistance: 6))
        }
        for (at, level) in [(0, Level.near), (50, .warning), (80, .near)] as [(Int64, Level)] {
            record.saw(level, at: at * 1000)
        }
        for (at, metres) in [(1, 2), (50, 7), (60, nil), (65, 14), (80, 3)] as [(Int64, Double?)] {
            record.saw(distance: metres, at: at * 1000)
        }
        record.errors = [(0, nil), (10, 40), (20, 25), (21, 90)].map { (at: Int64, metres: Double?) in
            TrackerRecord.Span(at: at * 1000, metres: metres)
        }
        (record.fixes, record.fixesAt) = (100, [20_000: 20])
        (record.batteryEnd, record.batteryAt) = (10, [20_000: 50])
        return record
    }

    /// What is said of a claim in a file with those events.
    private func verdict(
        _ claim: String,
        _ record: TrackerRecord,
        named name: String = "keys",
        events: String = "",
        patience: Int64 = 0
    ) throws -> Verdict {
        let scenario = try Scenario.written(
            """
            name: x
            duration: 300s
            owners: [{id: sam, position: [46, 14]}]
            trackers: [{id: keys, owner: sam, with: sam}]
            expect: [{tracker: keys, \(claim)}]
            events: [\(events)]
            """
        )
        let expectation = scenario.expectations[0]
        guard case .tracker(_, let claim) = expectation.about else { throw NoTracker() }
        return Verdict(expectation, claim, record, named: name, patience: patience)
    }

    @Test(arguments: [
        ("alert: warning, by: 50s", true), ("alert: warning, by: 49s", false), ("alert: warning, after: 55s", true),
        ("alert: warning, after: 61s", false), ("alert: critical, by: 60s", true),
        ("alert: critical, after: 61s", false), ("alert: none, by: 80s", true), ("alert: none, by: 79s", false),
        ("no-alert: true, until: 49s", true), ("no-alert: true, until: 50s", false),
        ("no-alert: true, after: 61s", true), ("no-alert: true", false), ("mode: cellular, by: 100s", true),
        ("mode: cellular, by: 99s", false), ("mode: cellular, after: 199s", true),
        ("mode: cellular, after: 200s", false), ("mode: bluetooth, after: 150s, by: 199s", false),
        ("mode: bluetooth, after: 150s", true), ("mode: off", false), ("level: warning, by: 49s", false),
        ("level: warning, after: 60s, by: 61s", true), ("level: near, after: 79s", true),
        ("fixes: {at-least: 100, at-most: 100}", true), ("fixes: {at-least: 101}", false),
        ("fixes: {at-most: 20}, by: 20s", true), ("fixes: {at-least: 21}, by: 20s", false),
        ("battery: {below: 11}", true), ("battery: {below: 10}", false), ("battery: {above: 49}, by: 20s", true),
        ("alerts: {at-least: 2, at-most: 2}", true), ("alerts: {at-least: 3}", false),
        ("alerts: {level: critical, at-least: 1, at-most: 1}", true), ("alerts: {level: warning, at-most: 0}", false),
        ("alerts: {level: warning, at-least: 1}, after: 51s", false), ("alerts: {at-most: 1}, by: 59s", true),
        ("distance: {at-least: 14}", true), ("distance: {at-least: 14}, by: 64s", false),
        ("distance: {at-least: 5, at-most: 10}, after: 59s", true),
        ("distance: {at-least: 5, at-most: 10}, after: 60s", false), ("distance: {at-most: 1}", false),
        ("distance: {at-most: 3}, after: 80s", true), ("distance: {at-most: 100}, after: 61s, by: 64s", false),
        ("position: {within-m: 30}", true), ("position: {within-m: 30}, by: 19s", false),
        ("position: {within-m: 30}, after: 21s", false), ("position: {within-m: 100}, by: 9s", false),
        ("mode: bluetooth, throughout: true, by: 99s", true), ("mode: bluetooth, throughout: true, by: 100s", false),
        ("mode: cellular, throughout: true, after: 100s, by: 199s", true),
        ("mode: cellular, throughout: true, after: 99s, by: 199s", false),
        ("mode: bluetooth, throughout: true, after: 200s", true), ("mode: bluetooth, throughout: true", false),
        ("level: near, throughout: true, by: 49s", true), ("level: warning, throughout: true, after: 50s", false),
    ])
    func `an expectation holds in its window`(claim: String, passed: Bool) throws {
        let verdict = try verdict(claim, record(), named: "keys-2")
        #expect(verdict.passed == passed, "observed \(verdict.observed)")
        #expect(verdict.line == 5 && verdict.text.hasPrefix("keys-2: ") && !verdict.observed.isEmpty)
    }

    @Test(arguments: [
        ("alert: critical, by: 59s", true), ("alert: critical, by: 57s", false),
        ("no-alert: true, after: 59s", true), ("no-alert: true, after: 57s", false),
        ("no-alert: true, until: 59s", false), ("level: warning, by: 48s", true), ("level: warning, by: 47s", false),
        ("mode: cellular, throughout: true, after: 98s, by: 199s", true),
        ("mode: cellular, throughout: true, after: 97s, by: 199s", false),
        ("alerts: {at-least: 2, at-most: 2}, by: 59s", true), ("alerts: {at-most: 1}, by: 59s", true),
        ("mode: bluetooth, throughout: true, after: 99s, by: 101s", false),
        ("fixes: {at-most: 20}, by: 20s", true), ("fixes: {at-least: 21}, by: 20s", true),
        ("fixes: {at-least: 23}, by: 20s", false),
    ])
    func `services may be late by their patience, and nothing may be early`(claim: String, passed: Bool) throws {
        var record = try record()
        record.fixesAt[22_000] = 22
        let verdict = try verdict(claim, record, patience: 2000)
        #expect(verdict.passed == passed, "observed \(verdict.observed)")
    }

    @Test(arguments: [(10, true), (9, false)])
    func `an alert holds when it follows the event soon enough, and says how soon`(seconds: Int, passed: Bool) throws {
        let events = "{at: 50s, tracker: keys, do: drop, label: left}"
        let verdict = try verdict("alert: critical, within: \(seconds)s, of: left", record(), events: events)
        #expect(verdict.passed == passed && verdict.observed.hasSuffix("60 s, 10 s after left"))
        #expect(verdict.text == "keys: critical within \(seconds)s of left")
    }

    @Test func `distances and positions are those that the history service tells`() throws {
        let run = try ScenarioRun(
            Scenario.written(
                """
                name: Measured
                duration: 60s
                owners:
                  - {id: sam, points: [{at: 0s, lat: 46, lon: 14}, {at: 1000s, lat: 46.00899, lon: 14}], report-every: 1s}
                trackers:
                  - {id: keys, owner: sam, with: sam, report-every: 1s}
                events:
                  - {at: 20s, tracker: keys, do: drop, label: left}
                  - {at: 50s, tracker: keys, do: gnss-lost}
                  - {at: 50s, tracker: keys, do: follow, points: [{at: 0s, lat: 46.009, lon: 14}]}
                expect:
                  - {tracker: keys, distance: {at-most: 1}, by: 20s}
                  - {tracker: keys, distance: {at-least: 15, at-most: 30}, within: 30s, of: left}
                  - {tracker: keys, position: {within-m: 3, of: truth}, by: 20s}
                  - {tracker: keys, position: {within-m: 1, of: truth}, after: 40s, by: 49s}
                  - {tracker: keys, level: critical, throughout: true, after: 40s, by: 49s}
                  - {tracker: keys, alerts: {level: critical, at-least: 1, at-most: 1}, by: 49s}
                  - {tracker: keys, position: {within-m: 500}, after: 52s}
                """
            ),
            fleet: 2
        )
        let late = "position within 500 m of the true one after 52s"
        #expect(run.failures.count == 2 && run.failures.allSatisfy { $0.contains(late) }, "\(run.failures)")
    }

    @Test func `fixes by a time between two steps are those of the step before`() throws {
        let run = try ScenarioRun(
            Scenario.written(
                """
                name: x
                duration: 60s
                step: 7s
                owners: [{id: sam, position: [46, 14], report-every: 7s}]
                trackers: [{id: keys, owner: sam, with: sam, report-every: 1s}]
                expect:
                  - {tracker: keys, fixes: {at-least: 2, at-most: 2}, by: 10s}
                  - {tracker: keys, fixes: {at-least: 3, at-most: 3}, by: 14s}
                """
            )
        )
        #expect(run.failures == [])
    }
}
