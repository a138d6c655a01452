import Foundation
import Store
import Tracking

/// How long the commands take that answer and end, and how long until `tagalong up` serves a long history.
struct StartSuite {
    private let load: Load
    /// A round is the median of so many starts of each command.
    private static let starts = 20

    init(_ load: Load) { self.load = load }

    func run() async throws -> [Measurement] {
        try await withTemporaryDirectory { directory in
            let count = load.amount(1_000_000, quick: 20_000)
            load.say("  writing \(count) fixes")
            let path = "\(directory)/history.sqlite"
            _ = try LongHistory(count, at: path)
            var rounds = Rounds()
            rounds.add("true") { try median(ProgramStart(program: "/bin/true", arguments: [], home: directory)) }
            for command in commands(directory) {
                rounds.add(command.name) {
                    try median(ProgramStart(program: load.tagalong, arguments: command.arguments, home: directory))
                }
            }
            rounds.add("ready") { try await ready(directory) }
            let results = try await rounds.run(load)
            return commands(directory).flatMap { measurements($0.name, results) } + [
                Measurement(
                    "up is ready, \(count) fixes", results["ready.clock"], "s", target: .atMost(1)
                ),
                Measurement("  by processor time, its broker's left out", results["ready.processor"], "s"),
            ]
        }
    }

    private func commands(_ directory: String) -> [(name: String, arguments: [String])] {
        [
            ("tagalong --help", ["--help"]),
            ("tagalong up --help", ["up", "--help"]),
            ("tagalong completion bash", ["completion", "bash"]),
            ("tagalong items, of a hundred", ["items", "--data-dir", directory]),
        ]
    }

    /// The medians of some starts in a row.
    private func median(_ start: ProgramStart) throws -> [String: Double] {
        var (clock, processor) = (Samples(), Samples())
        for _ in 0..<Self.starts {
            let taken = try start.milliseconds()
            clock.add(taken.clock)
            processor.add(taken.processor)
        }
        return ["clock": clock.median, "processor": processor.median]
    }

    private func measurements(_ name: String, _ results: Rounds.Results) -> [Measurement] {
        [
            Measurement(
                name,
                results["\(name).clock"],
                "ms",
                limit: ("ms, /bin/true", results["true.clock"]),
                target: .atMost(50)
            ),
            Measurement(
                "  by processor time",
                results["\(name).processor"],
                "ms",
                limit: ("ms, /bin/true", results["true.processor"])
            ),
        ]
    }

    /// From the start of `tagalong up` with a broker of its own until it says that it is ready.
    private func ready(_ directory: String) async throws -> [String: Double] {
        let port = LoopbackSocket.freePort()
        let arguments = ["up", "--data-dir", directory, "--http", "127.0.0.1:\(port)", "--log-level", "warning"]
        let watch = Stopwatch()
        let child = try Child(load.tagalong, arguments, home: directory, log: "\(directory)/up.log")
        defer { child.stop() }
        while (try? LoopbackSocket(port: port).get("/ready").status) != 200 {
            guard child.isRunning, watch.seconds < 60 else { throw WrongCount("services ready", expected: 1, found: 0) }
            usleep(5_000)
        }
        return ["clock": watch.seconds, "processor": child.status.processorSeconds]
    }
}
