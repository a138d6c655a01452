import Foundation
import Rehearsal
import Settings
import Simulation
import Synchronization
import TestSupport

/// Plays scenarios for tests, and keeps what they write.
struct ScenarioRun {
    let report: RunReport
    let records: [TrackerRecord]
    /// The lines of the trace; empty when none was asked for.
    let trace: [UInt8]

    private final class Bytes: Sendable {
        let collected = Mutex<[UInt8]>([])
    }

    /// Plays a scenario; of a trace only those lines are kept that are `wanted`.
    init(
        _ scenario: Scenario,
        fleet: Int = 1,
        hasRadio: Bool = true,
        traced: Bool = false,
        wanted: @escaping @Sendable ([UInt8]) -> Bool = { _ in true },
        tap: RehearsalTap? = nil
    ) throws {
        let bytes = Bytes()
        let trace =
            traced ? TraceWriter { line in if wanted(line) { bytes.collected.withLock { $0 += line } } } : nil
        var rehearsal = try Rehearsal(scenario, fleet: fleet, hasRadio: hasRadio, trace: trace, tap: tap)
        for step in 0..<rehearsal.steps { try rehearsal.play(step: step) }
        report = try rehearsal.report(wallSeconds: 0)
        records = rehearsal.records
        self.trace = bytes.collected.withLock(\.self)
    }

    /// The expectations that did not hold, as sentences.
    var failures: [String] {
        report.expectations.filter { !$0.passed }.map { "line \($0.line): \($0.text), observed: \($0.observed)" }
    }
}

extension Scenario {
    /// A scenario written in a test; paths in it are absolute.
    static func written(_ text: String) throws -> Scenario {
        try parse(SettingsFile(name: "test.yaml", text: text), devices: DeviceLibrary())
    }
}

/// Whether an expectation held, where that of a reminder's condition is in sight too.
typealias RunVerdict = Verdict

/// Where things lie beside this file.
enum Places {
    /// Recordings that are not part of the package; absent elsewhere.
    static let recordings = packageRoot.deletingLastPathComponent().appending(path: "shared/data/gpx")

    /// The files of a directory with one ending, by name; none when there is no directory.
    static func files(in directory: URL, ending: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        return names.filter { $0.hasSuffix(".\(ending)") }.sorted().map { directory.appending(path: $0).path }
    }
}
