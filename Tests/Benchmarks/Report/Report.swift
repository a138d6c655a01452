import Foundation

/// The results for programs.
struct Report: Encodable {
    let isQuick: Bool
    let rounds: Int
    let machine = Machine()
    let results: [RecordedReport.Row]

    init(_ measurements: [Measurement], _ load: Load) {
        (isQuick, rounds) = (load.isQuick, load.rounds)
        results = measurements.map(RecordedReport.Row.init)
    }

    /// With the rows of the suites of a file that were not measured now.
    init(_ measurements: [Measurement], _ load: Load, beside recorded: RecordedReport) {
        (isQuick, rounds) = (load.isQuick, load.rounds)
        let rows = measurements.map(RecordedReport.Row.init)
        let suites = Set(rows.map(\.suite))
        let kept = recorded.results.filter { !suites.contains($0.suite) }
        let order = Suite.allCases.map(\.label)
        func place(_ row: RecordedReport.Row) -> Int { row.suite.flatMap(order.firstIndex) ?? order.count }
        let sorted = (kept + rows).enumerated().sorted { (place($0.1), $0.0) < (place($1.1), $1.0) }
        results = sorted.map(\.element)
    }

    func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(self).write(to: URL(fileURLWithPath: path))
    }
}

/// Where it was measured.
struct Machine: Encodable {
    let processor: String
    let cores = ProcessInfo.processInfo.activeProcessorCount
    /// How many tasks wanted a core in the last minute.
    let loadAverage: Double

    init() {
        let lines = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
        processor = lines.firstMatch(of: /model name\s*: (.*)/).map { String($0.1) } ?? "unknown"
        let average = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8))?.split(separator: " ").first
        loadAverage = average.flatMap { Double($0) } ?? .nan
    }
}

extension RecordedReport.Row {
    init(_ measurement: Measurement) {
        self.init(
            suite: measurement.suite,
            name: measurement.name,
            value: measurement.value,
            unit: measurement.unit,
            limit: measurement.limit?.value,
            limitIs: measurement.limit?.what,
            ratio: measurement.ratio,
            target: measurement.target,
            verdict: measurement.isMet.map { $0 ? "met" : "missed" }
        )
    }
}
