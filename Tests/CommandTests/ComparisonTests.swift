import Foundation
import TestSupport
import Testing

@testable import tagalong_bench

@Suite struct ComparisonTests {
    private static func row(
        _ name: String, _ value: Double = 100, _ unit: String = "messages/s", ratio: Double? = nil,
        suite: String = "ingest"
    ) -> RecordedReport.Row {
        RecordedReport.Row(
            suite: suite, name: name, value: value, unit: unit, limitIs: ratio == nil ? nil : "bare subscriber",
            ratio: ratio
        )
    }

    private static func compare(
        _ recorded: [RecordedReport.Row], _ now: [RecordedReport.Row]
    ) -> Comparison.Outcome {
        Comparison.compare(RecordedReport(recorded), with: RecordedReport(now))
    }

    @Test(arguments: [
        // A rate is worse when it is lower, a time or a size when it is higher.
        ("messages/s", 1.0, 0.81, true), ("messages/s", 1.0, 0.79, false), ("messages/s", 1.0, 5, true),
        ("per s", 0.5, 0.39, false), ("points/s", 0.5, 0.41, true),
        ("µs a fix", 2.0, 2.39, true), ("µs a fix", 2.0, 2.41, false), ("µs a fix", 2.0, 0.1, true),
        ("ms", 10, 12.1, false), ("s", 10, 11.9, true), ("tracker-s/s", 0.003, 0.0025, true),
        ("tracker-s/s", 0.003, 0.0023, false),
    ])
    func `a ratio may be worse by a fifth, and which way that is follows from the unit`(
        unit: String, before: Double, now: Double, isAllowed: Bool
    ) {
        let outcome = Self.compare([Self.row("x", 1, unit, ratio: before)], [Self.row("x", 9, unit, ratio: now)])
        #expect(outcome.worse.isEmpty == isAllowed)
        #expect(outcome.compared == 1)
    }

    @Test(arguments: [
        ("instructions", 1e6, 1.19e6, true), ("instructions", 1e6, 1.21e6, false), ("instructions", 1e6, 5e6, false),
        ("kB", 21, 26, false), ("bytes", 20, 23.9, true), ("MB", 82, 432, false), ("MB", 82, 60, true),
    ])
    func `a count or a size is compared by itself`(unit: String, before: Double, now: Double, isAllowed: Bool) {
        let outcome = Self.compare([Self.row("x", before, unit)], [Self.row("x", now, unit)])
        #expect(outcome.worse.isEmpty == isAllowed)
        #expect(outcome.compared == 1)
    }

    @Test(arguments: ["µs", "ms", "s", "messages/s", "kB/min"])
    func `a time or a rate without a limit is the machine's and not compared`(unit: String) {
        let outcome = Self.compare([Self.row("x", 1, unit)], [Self.row("x", 1000, unit)])
        #expect(outcome == Comparison.Outcome(worse: [], compared: 0))
    }

    @Test func `what became worse is told in a sentence with what, recorded, now and allowed`() {
        let outcome = Self.compare(
            [Self.row("ingest, 10,000 trackers", ratio: 0.86), Self.row("  its time", 10, "µs a fix", ratio: 2)],
            [Self.row("ingest, 10,000 trackers", ratio: 0.17), Self.row("  its time", 10, "µs a fix", ratio: 10)]
        )
        #expect(
            outcome.worse == [
                "ingest, 10,000 trackers: recorded 0.86 × bare subscriber, now 0.17, at least 0.69 is allowed",
                "ingest, 10,000 trackers: its time: recorded 2.00 × bare subscriber, now 10.0, at most 2.40 is allowed",
            ]
        )
    }

    @Test func `a ratio that could not be measured is worse`() {
        let row = Self.row("x", ratio: 0.5)
        #expect(Self.compare([row], [Self.row("x", ratio: .nan)]).worse.count == 1)
        #expect(Self.compare([row], [Self.row("x")]).worse.count == 1)
    }

    @Test func `a row that has gone is told where its suite was measured, and a new one passes`() {
        let recorded = [Self.row("old", ratio: 1), Self.row("other", ratio: 1, suite: "parts")]
        let outcome = Self.compare(recorded, [Self.row("new", ratio: 0.1)])
        #expect(outcome.worse == ["old: recorded, but not measured any more"])
        #expect(outcome.compared == 0)
    }

    @Test func `an indented row belongs to the one above it`() {
        let names = RecordedReport([Self.row("a"), Self.row("  t"), Self.row("b"), Self.row("  t")]).lines.map(\.name)
        #expect(names == ["a", "a: t", "b", "b: t"])
    }

    @Test(arguments: [
        ("", "x.json: it is no JSON"),
        ("[]", "x.json: something else stands there"),
        ("{}", "x.json: 'results' is missing"),
        (#"{"results": [{"value": 1, "unit": "s"}]}"#, "x.json: results, row 1: 'name' is missing"),
        (#"{"results": [{"name": "a", "value": "1", "unit": "s"}]}"#, "x.json: results, row 1, value: something else"),
        (
            #"{"results": [{"name": "a", "value": 1, "unit": "s", "ratio": 0}]}"#,
            "x.json: a: a ratio above 0 is expected"
        ),
        (
            #"{"results": [{"name": "a", "value": 1, "unit": "s"}, {"name": "a", "value": 1, "unit": "s"}]}"#,
            "x.json: a: each row is expected once"
        ),
    ])
    func `a bad file gets one clear sentence`(text: String, sentence: String) {
        let error = #expect(throws: RecordedReport.Trouble.self) {
            try RecordedReport(Data(text.utf8), file: "x.json")
        }
        #expect(error?.description.hasPrefix(sentence) == true)
    }

    @Test func `a file that is not there gets one clear sentence`() {
        let error = #expect(throws: RecordedReport.Trouble.self) { try RecordedReport(path: "/nowhere/x.json") }
        #expect(error?.description.hasPrefix("/nowhere/x.json: the file cannot be read") == true)
    }

    @Test func `the table of the page is that of the recorded file`() throws {
        let folder = packageRoot.appending(path: "docs")
        let report = try RecordedReport(path: folder.appending(path: "performance.json").path)
        let page = try String(contentsOf: folder.appending(path: "performance.md"), encoding: .utf8)
        #expect(try PerformancePage.text(page, with: report) == page, "run scripts/bench --table")
    }

    @Test func `a page without the place of the table is refused`() {
        #expect(throws: RecordedReport.Trouble.self) {
            try PerformancePage.text("# Performance", with: RecordedReport([]))
        }
    }
}
