import ArgumentParser
import Foundation

/// The benchmarks themselves.
struct Run: AsyncParsableCommand {
    static let recordedFile = "docs/performance.json"

    static let configuration = CommandConfiguration(abstract: "Run the benchmarks (the default).")

    @Flag(help: "A smoke run of seconds: everything once, with small loads; its numbers mean little.")
    var quick = false

    @Option(help: ArgumentHelp("Run only these parts.", valueName: "name"))
    var only: [Suite] = []

    @Option(help: ArgumentHelp("Rounds whose medians are taken (default: 5; 1 with --quick).", valueName: "n"))
    var rounds: Int?

    @Option(help: ArgumentHelp("Write the results as JSON.", valueName: "file"), completion: .file())
    var json: String?

    @Option(
        help: ArgumentHelp(
            "Write the results into such a file, in place of the rows of the same parts.", valueName: "file"
        ),
        completion: .file()
    )
    var record: String?

    @Option(
        defaultAsFlag: recordedFile,
        help: ArgumentHelp(
            "Fail when a ratio or a count is worse by more than a fifth than what is recorded in a file.",
            valueName: "file"
        ),
        completion: .file()
    )
    var check: String?

    @Option(
        defaultAsFlag: recordedFile,
        help: ArgumentHelp(
            "Measure nothing, and write the table of docs/performance.md from a file.", valueName: "file"
        ),
        completion: .file()
    )
    var table: String?

    @Option(
        help: ArgumentHelp(
            "The command whose history service is measured (default: the one of the same build).",
            valueName: "file"
        )
    )
    var tagalong: String?

    func validate() throws {
        guard (rounds ?? 1) > 0 else { throw ValidationError("--rounds: 1 or more is expected") }
        let isCounted = !only.isEmpty && only.allSatisfy { $0 == .counts }
        guard quick, check != nil || record != nil, !isCounted else { return }
        throw ValidationError("--quick: what it measures says too little to be recorded or compared; leave it out")
    }

    func run() async throws {
        do {
            if let table { return try writeTable(from: table) }
            // A file that cannot be read is told before anything is measured.
            let expected = try check.map { try RecordedReport(path: $0) }
            let before = try record.flatMap { path in
                FileManager.default.fileExists(atPath: path) ? try RecordedReport(path: path) : nil
            }
            let (load, measurements) = try await measure()
            if let json { try Report(measurements, load).write(to: json) }
            if let record { try Report(measurements, load, beside: before ?? RecordedReport([])).write(to: record) }
            if let expected { try hold(measurements, against: expected) }
        } catch let error as RecordedReport.Trouble {
            Self.tell("\(error)")
            throw ExitCode.failure
        }
    }

    private func measure() async throws -> (Load, [Measurement]) {
        let beside = CommandLine.arguments[0].replacing(/tagalong-bench$/, with: "tagalong")
        let load = Load(isQuick: quick, rounds: rounds ?? (quick ? 1 : 5), tagalong: tagalong ?? beside)
        var measurements: [Measurement] = []
        // What was measured before something went wrong is still worth seeing.
        defer { print(Table.text(measurements)) }
        do {
            for suite in only.isEmpty ? Suite.usual : only {
                load.say("\(suite.rawValue) …")
                for var measurement in try await suite.run(load) {
                    measurement.suite = suite.label
                    measurements.append(measurement)
                }
            }
        } catch let error as WrongCount {
            Self.tell("\(error)")
            throw ExitCode.failure
        }
        return (load, measurements)
    }

    private func hold(_ measurements: [Measurement], against expected: RecordedReport) throws {
        let outcome = Comparison.compare(expected, with: RecordedReport(measurements.map(RecordedReport.Row.init)))
        for sentence in outcome.worse { Self.tell(sentence) }
        guard outcome.worse.isEmpty else { throw ExitCode.failure }
        guard outcome.compared > 0 else {
            Self.tell("nothing of what was measured is recorded; --record records it")
            throw ExitCode.failure
        }
        print("\(outcome.compared) rows are as good as recorded, or worse by at most a fifth.")
    }

    private func writeTable(from path: String) throws {
        let page = URL(fileURLWithPath: "docs/performance.md")
        let report = try RecordedReport(path: path)
        let text = try PerformancePage.text(String(contentsOf: page, encoding: .utf8), with: report)
        try Data(text.utf8).write(to: page)
    }

    private static func tell(_ sentence: String) {
        FileHandle.standardError.write(Data("tagalong-bench: \(sentence)\n".utf8))
    }
}

/// The parts of the benchmarks.
enum Suite: String, CaseIterable, ExpressibleByArgument {
    case simulation, ingest, store, workers, million, console, pages, people, reminders, parts, start, counts

    /// What is measured where nobody names anything; counts are taken by themselves.
    static let usual = allCases.filter { $0 != .counts }

    /// What a report calls it.
    ///
    /// A debug build counts other instructions than a release build.
    var label: String {
        #if DEBUG
            self == .counts ? "counts, debug build" : rawValue
        #else
            self == .counts ? "counts, release build" : rawValue
        #endif
    }

    func run(_ load: Load) async throws -> [Measurement] {
        switch self {
        case .simulation: try await SimulationSuite(load).run()
        case .ingest: try await IngestSuite(load).run()
        case .store: try await StoreSuite(load).run()
        case .workers: try await WorkersSuite(load).run()
        case .million: try await MillionSuite(load).run()
        case .console: try await ConsoleSuite(load).run()
        case .pages: try PagesSuite(load).run()
        case .people: try await PeopleSuite(load).run()
        case .reminders: try await RemindersSuite(load).run()
        case .parts: try await PartsSuite(load).run()
        case .start: try await StartSuite(load).run()
        case .counts: try CountsSuite(load).run()
        }
    }
}

/// How much is measured.
struct Load {
    let isQuick: Bool
    let rounds: Int
    /// The command whose history service is measured.
    let tagalong: String

    /// One amount for a real run, another for a smoke run.
    func amount(_ full: Int, quick: Int) -> Int { isQuick ? quick : full }

    /// Tells, apart from the results, how far the run is.
    func say(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }
}

/// Something was lost, or counted wrongly: the one thing that fails a run.
struct WrongCount: Error, CustomStringConvertible {
    let description: String

    init(_ what: String, expected: Int, found: Int) {
        description = "\(what): \(expected) expected, found \(found)"
    }
}
