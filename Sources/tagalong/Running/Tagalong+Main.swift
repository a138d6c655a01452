import ArgumentParser
import Foundation

extension Tagalong {
    static func main() async {
        // A reader that goes away is told by `write`, and must not end a service.
        _ = signal(SIGPIPE, SIG_IGN)
        Foundation.exit(await run(arguments: Array(CommandLine.arguments.dropFirst())))
    }

    /// Runs the command that the words behind the program's name say, and returns the exit status.
    private static func run(arguments: [String]) async -> Int32 {
        do {
            var command = try parseAsRoot(CommandWords.prepared(arguments))
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            return ExitStatus.success.rawValue
        } catch { return conclude(error) }
    }

    /// Says what an error amounts to, where it belongs, and gives its exit status.
    private static func conclude(_ error: any Error) -> Int32 {
        if error is OutputClosed { return ExitStatus.success.rawValue }
        if let code = error as? ExitCode { return code.rawValue }
        switch exitCode(for: error) {
        case .success:
            // Help and the version are no errors, but the parser throws them.
            try? Output.standard.write(fullMessage(for: error) + "\n")
            return ExitStatus.success.rawValue
        case .validationFailure:
            try? Output.error.write(fullMessage(for: error) + "\n")
            return ExitStatus.badInput.rawValue
        default:
            let failure = CommandFailure(error)
            try? Output.error.write("tagalong: \(failure.sentence)\n")
            return failure.status.rawValue
        }
    }
}
