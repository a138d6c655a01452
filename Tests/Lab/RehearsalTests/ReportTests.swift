import Foundation
import FoundationXML
import Simulation
import Synchronization
import Testing
import Tracking

@testable import Rehearsal

@Suite struct ReportTests {
    private func run(fleet: Int = 1) throws -> ScenarioRun {
        try ScenarioRun(
            Scenario.written(
                """
                name: Odd <names> & "quotes" ' \u{1F511}
                duration: 60s
                owners:
                  - {id: sam, points: [{at: 0s, lat: 46, lon: 14}, {at: 60s, lat: 46.0009, lon: 14}], report-every: 1s}
                trackers:
                  - {id: keys, owner: sam, with: sam, report-every: 1s}
                  - {id: bag, owner: sam, with: sam}
                events: [{at: 5s, tracker: keys, do: drop}]
                expect:
                  - {tracker: keys, alert: warning, by: 20s}
                  - {tracker: bag, alert: critical, by: 20s}
                """
            ),
            fleet: fleet,
            traced: true
        )
    }

    private func object(_ text: String) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    private func first(_ key: String, of object: [String: Any]) throws -> [String: Any] {
        try #require((object[key] as? [[String: Any]])?.first)
    }

    @Test func `the report has the keys of the contract and no others`() throws {
        let report = try object(run().report.json())
        #expect(
            Set(report.keys) == [
                "scenario", "seed", "simulated_s", "wall_s", "messages", "trackers", "reminders", "expectations",
                "passed",
            ]
        )
        let messages = try #require(report["messages"] as? [String: Any])
        #expect(Set(messages.keys) == ["published", "bytes", "stored", "duplicates", "quarantined"])
        let tracker = try first("trackers", of: report)
        #expect(
            Set(tracker.keys) == [
                "id", "owner", "modes", "alerts", "fixes", "battery_start", "battery_end", "energy_mwh",
                "battery_life_days",
            ]
        )
        #expect(Set(try first("modes", of: tracker).keys) == ["at_s", "mode", "distance_m"])
        let alert = try first("alerts", of: tracker)
        #expect(Set(alert.keys) == ["at_s", "event", "level", "distance_m", "true_distance_m"])
        #expect(Set(try first("expectations", of: report).keys) == ["line", "passed", "text", "observed"])
    }

    @Test func `the values are those of the run, and trackers keep the file's order`() throws {
        let run = try run()
        let report = try object(run.report.json())
        #expect(report["simulated_s"] as? Int == 60 && report["passed"] as? Bool == false)
        let trackers = try #require(report["trackers"] as? [[String: Any]])
        #expect(trackers.map { $0["id"] as? String } == ["keys", "bag"])
        // Sam goes on at 1.67 m/s from the 5th second on.
        let alerts = try #require(trackers[0]["alerts"] as? [[String: Any]])
        #expect(alerts.map { $0["at_s"] as? Int } == [8, 11])
        #expect(alerts.map { $0["level"] as? String } == ["warning", "critical"])
        #expect(trackers[0]["fixes"] as? Int == 61)
        // Phones count among what is stored: one a second, and the bag each ten.
        #expect(run.report.messages.stored == 61 + 61 + 7)
        #expect(run.report.messages.duplicates == 0 && run.report.messages.quarantined == 0)
    }

    @Test(arguments: 0...3)
    func `a report is an object with all runs, however many there were`(count: Int) throws {
        let report = try run().report
        let whole = try object(RunReport.json(Array(repeating: report, count: count)))
        let runs = try #require(whole["runs"] as? [[String: Any]])
        #expect(runs.count == count)
        #expect(runs.allSatisfy { $0["scenario"] as? String == report.scenario })
        #expect(whole["passed"] as? Bool == (count == 0), "the bag raises no alert")
    }

    @Test func `of a single run everything stands at the top too`() throws {
        let report = try run().report
        let (whole, alone) = (try object(RunReport.json([report])), try object(report.json()))
        #expect(Set(whole.keys) == Set(alone.keys).union(["runs"]))
        for (key, value) in alone { #expect((whole[key] as? NSObject) == (value as? NSObject)) }
    }

    @Test func `a trace of several runs says where each begins`() throws {
        let lines = Mutex<[UInt8]>([])
        let trace = TraceWriter { line in lines.withLock { $0 += line } }
        var scenario = try Scenario.written(
            """
            name: '"Two" runs'
            duration: 1s
            owners: [{id: sam, position: [46, 14]}]
            trackers: [{id: keys, owner: sam, with: sam}]
            """
        )
        for number in 1...2 {
            scenario.seed = UInt64(6 + number)
            try trace.mark(run: number, of: scenario)
        }
        let marks = try lines.withLock(\.self).split(separator: UInt8(ascii: "\n")).map {
            try object(String(decoding: $0, as: UTF8.self))
        }
        #expect(marks.map { $0["run"] as? Int } == [1, 2] && marks.map { $0["seed"] as? Int } == [7, 8])
        #expect(marks.allSatisfy { $0["scenario"] as? String == "\"Two\" runs" && $0["at_s"] as? Int == 0 })
    }

    @Test func `JUnit's document is well-formed, whatever a name holds`() throws {
        var report = try run().report
        report.scenario += "\u{0}\u{1}\u{1F}\u{FFFE}\u{FFFF}\n]]>"
        report.expectations[1].observed = "<\u{B}&>"
        let suites = JUnitCounter(JUnitReport.xml([report, report]))
        #expect(suites.error == nil)
        #expect(suites.counts == ["testsuites": 1, "testsuite": 2, "testcase": 4, "failure": 2])
        #expect(suites.attributes["failures"] == "1" && suites.attributes["tests"] == "2")
    }

    @Test func `every line of a trace is a JSON object with its time`() throws {
        let lines = try run().trace.split(separator: UInt8(ascii: "\n"))
        #expect(lines.count > 300)
        for line in lines {
            let object = try #require(JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
            #expect(object["at_s"] is Int)
            let kinds = ["topic", "owner", "tracker", "belief"].filter { object[$0] != nil }
            #expect(kinds.count == 1)
        }
    }

    @Test func `a trace tells how likely the system held each distance, whenever that changed`() throws {
        let lines = try run().trace.split(separator: UInt8(ascii: "\n"))
        let beliefs = try lines.compactMap { line -> [[Double]]? in
            let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
            return object?["belief"] as? String == "sam/keys" ? object?["bins"] as? [[Double]] : nil
        }
        #expect(beliefs.count > 5)
        for bins in beliefs {
            #expect(bins.allSatisfy { $0.count == 3 && $0[0] < $0[1] })
            #expect(abs(bins.map { $0[2] }.reduce(0, +) - 1) < 0.02)
        }
        #expect(zip(beliefs, beliefs.dropFirst()).allSatisfy { $0 != $1 })
    }

    @Test func `a trace holds every message that was published`() throws {
        let run = try run()
        let text = String(decoding: run.trace, as: UTF8.self)
        #expect(text.contains("tagalong/gateway/gateway-sam/status") && text.contains("tagalong/alerts/sam/keys"))
        let ours = text.split(separator: "\n").filter { $0.contains("\"topic\":") }.count
        #expect(ours > run.report.messages.published, "the history service's messages are traced, and not counted")
    }

    @Test func `a fleet's copies do alike and have names of their own`() throws {
        let run = try run(fleet: 3)
        let names = run.report.trackers.map { "\($0.owner)/\($0.id)" }
        #expect(names == (1...3).flatMap { ["sam-\($0)/keys-\($0)", "sam-\($0)/bag-\($0)"] })
        for tracker in run.report.trackers.filter({ $0.id.hasPrefix("keys") }) {
            #expect(tracker.alerts.map(\.at) == [8, 11] && tracker.fixes == 61)
        }
        #expect(run.report.expectations.map(\.text).contains("keys-3: warning by 20s"))
    }

    @Test func `a fleet whose names would be too long is refused`() throws {
        let name = String(repeating: "x", count: 64)
        let scenario = try Scenario.written(
            """
            name: Long
            duration: 1s
            owners: [{id: sam, position: [46, 14], report-every: 1s}]
            trackers: [{id: \(name), item: Long, owner: sam, with: sam}]
            """
        )
        #expect(throws: Name.Invalid.self) { try Rehearsal(scenario, fleet: 2) }
        #expect(throws: Never.self) { try Rehearsal(scenario, fleet: 1) }
    }
}

/// Reads XML and counts its elements.
private final class JUnitCounter: NSObject, XMLParserDelegate {
    private(set) var counts: [String: Int] = [:]
    private(set) var attributes: [String: String] = [:]
    private(set) var error: String?

    init(_ text: String) {
        super.init()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = self
        if !parser.parse() { error = parser.parserError.map { "\($0)" } ?? "unknown" }
    }

    func parser(
        _ parser: XMLParser,
        didStartElement element: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String] = [:]
    ) {
        counts[element, default: 0] += 1
        if element == "testsuite" { self.attributes = attributes }
    }
}
