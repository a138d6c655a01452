import Foundation
import Synchronization
import TestSupport
import Testing

/// A process of the program, with its output in files.
final class RunningCommand: Sendable {
    private let process = Process()
    private let outputFile: String
    private let errorFile: String
    private let end = AsyncStream.makeStream(of: Int32.self)

    init(_ path: String, _ arguments: [String], environment: [String: String], files: String) throws {
        (outputFile, errorFile) = (files + ".out", files + ".err")
        for file in [outputFile, errorFile] { try Data().write(to: URL(fileURLWithPath: file)) }
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        let files = [outputFile, errorFile].map(FileHandle.init(forWritingAtPath:))
        (process.standardOutput, process.standardError) = (files[0], files[1])
        process.terminationHandler = { [end] process in
            let status = process.terminationStatus
            end.continuation.yield(process.terminationReason == .exit ? status : -status)
            end.continuation.finish()
        }
        // Foundation keeps a process that has ended, and with it what is not closed here: two files of each command.
        defer { for file in files { try? file?.close() } }
        try process.run()
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    var output: String { (try? String(contentsOfFile: outputFile, encoding: .utf8)) ?? "" }
    var errors: String { (try? String(contentsOfFile: errorFile, encoding: .utf8)) ?? "" }

    var identifier: Int32 { process.processIdentifier }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Waits for the end; called once.
    func ended() async -> CommandOutcome {
        var status: Int32 = 0
        for await ending in end.stream { status = ending }
        let outcome = CommandOutcome(status: status, output: output, errors: errors)
        expectSchema(outcome)
        return outcome
    }

    /// Holds what a command prints with `--json` against its schema.
    private func expectSchema(_ outcome: CommandOutcome) {
        let arguments = process.arguments ?? []
        guard process.executableURL?.lastPathComponent == "tagalong", arguments.contains("--json"),
            !outcome.output.isEmpty
        else { return }
        do {
            let errors = try OutputSchema(ofCall: arguments).errors(in: outcome.output)
            #expect(errors == [], "\(arguments): \(outcome.output)")
        } catch { Issue.record("\(arguments): \(error): \(outcome.output)") }
    }

    /// Ends it as `kill` does, and waits.
    func terminate(_ signal: Int32 = SIGTERM) async -> CommandOutcome {
        send(signal)
        return await ended()
    }

    /// Waits until the output or the errors hold a text.
    func wait(for text: String) async throws {
        try await eventually { self.output.contains(text) || self.errors.contains(text) }
    }
}
