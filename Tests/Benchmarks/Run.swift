import ArgumentParser
import Foundation

/// The benchmarks themselves.
struct Run: AsyncParsableCommand {
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
            "The command whose history service is measured (default: the one of the same build).",
            valueName: "file"
        )
    )
    var tagalong: String?

    func validate() throws {
        guard (rounds ?? 1) > 0 else { throw ValidationError("--rounds: 1 or more is expected") }
    }

    func run() async throws {
        let beside = CommandLine.arguments[0].replacing(/tagalong-bench$/, with: "tagalong")
        let load = Load(isQuick: quick, rounds: rounds ?? (quick ? 1 : 5), tagalong: tagalong ?? beside)
        let chosen = only.isEmpty ? Suite.allCases : only
        var measurements: [Measurement] = []
        do {
            for suite in chosen {
                load.say("\(suite.rawValue) …")
                measurements += try await suite.run(load)
            }
        } catch let error as WrongCount {
            // What was measured before is still worth seeing.
            print(Table.text(measurements))
            FileHandle.standardError.write(Data("tagalong-bench: \(error)\n".utf8))
            throw ExitCode.failure
        }
        print(Table.text(measurements))
        if let json { try Report(measurements, load).write(to: json) }
    }
}

/// The parts of the benchmarks.
enum Suite: String, CaseIterable, ExpressibleByArgument {
    case simulation, ingest, million, console, pages, parts

    func run(_ load: Load) async throws -> [Measurement] {
        switch self {
        case .simulation: try await SimulationSuite(load).run()
        case .ingest: try await IngestSuite(load).run()
        case .million: try await MillionSuite(load).run()
        case .console: try await ConsoleSuite(load).run()
        case .pages: try PagesSuite(load).run()
        case .parts: try await PartsSuite(load).run()
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
