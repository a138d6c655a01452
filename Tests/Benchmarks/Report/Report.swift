import Foundation

/// The results for programs.
struct Report: Encodable {
    let isQuick: Bool
    let rounds: Int
    let machine = Machine()
    let results: [Result]

    struct Result: Encodable {
        let measurement: Measurement

        private enum Key: CodingKey { case name, value, unit, limit, limitIs, ratio, target, verdict }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(measurement.name, forKey: .name)
            try container.encode(measurement.value, forKey: .value)
            try container.encode(measurement.unit, forKey: .unit)
            try container.encodeIfPresent(measurement.limit?.value, forKey: .limit)
            try container.encodeIfPresent(measurement.limit?.what, forKey: .limitIs)
            try container.encodeIfPresent(measurement.ratio, forKey: .ratio)
            try container.encodeIfPresent(measurement.target, forKey: .target)
            try container.encodeIfPresent(measurement.isMet.map { $0 ? "met" : "missed" }, forKey: .verdict)
        }
    }

    init(_ measurements: [Measurement], _ load: Load) {
        (isQuick, rounds) = (load.isQuick, load.rounds)
        results = measurements.map(Result.init)
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
