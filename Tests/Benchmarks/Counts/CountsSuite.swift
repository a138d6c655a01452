import ArgumentParser
import Foundation

/// How many instructions a piece of work takes: a number that a busy machine does not change.
///
/// Each is the difference between a process that does the work and one that only prepares it, so that neither the start
/// of a process nor the making of its load counts.
struct CountsSuite {
    private let load: Load

    init(_ load: Load) { self.load = load }

    private struct Trouble: Error, CustomStringConvertible { let description: String }

    func run() throws -> [Measurement] {
        let directory = FileManager.default.temporaryDirectory.appending(path: "tagalong-counts-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        // Valgrind gives up on what Swift writes for debuggers.
        let program = directory.appending(path: "tagalong-bench").path
        let ours = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
        _ = try output(of: "strip", ["--strip-debug", "-o", program, ours])
        return try Work.allCases.map { work in
            load.say("  \(work.name)")
            let counts = try [0, 1].map { try instructions(of: program, work, times: $0) }
            return Measurement(work.name, counts[1] - counts[0], "instructions")
        }
    }

    private func instructions(of program: String, _ work: Work, times: Int) throws -> Double {
        let command = [CountedWork.configuration.commandName ?? "", work.rawValue, "\(times)"]
        let text = try output(
            of: "valgrind",
            ["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", program] + command
        )
        let digits = text.firstMatch(of: /I\s+refs:\s+([0-9,]+)/)?.1.filter(\.isNumber)
        guard let count = digits.flatMap({ Double($0) }) else {
            throw Trouble(description: "valgrind has counted nothing of \(work.rawValue): \(text.suffix(500))")
        }
        return count
    }

    /// What a program prints, on either stream; it has to end well.
    private func output(of tool: String, _ arguments: [String]) throws -> String {
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/\(tool)")
        process.arguments = arguments
        // Each process would put dictionaries into another order.
        process.environment = ["PATH": "/usr/bin:/bin", "SWIFT_DETERMINISTIC_HASHING": "1"]
        (process.standardOutput, process.standardError) = (pipe, pipe)
        do { try process.run() } catch {
            throw Trouble(description: "\(tool) is needed to count instructions: run scripts/setup")
        }
        let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw Trouble(description: "\(tool) \(arguments.joined(separator: " ")) failed: \(text.suffix(500))")
        }
        return text
    }
}
