import ArgumentParser
import Foundation

/// `tagalong manual`.
struct ManualCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "manual",
        abstract: "Write the manual pages of all commands, for packages.",
        discussion: """
            Examples:
              tagalong manual --out man
              man -l man/tagalong-up.1

            Exit status: 0 written, 1 not written, 2 bad input.
            """
    )

    @Option(help: ArgumentHelp("Directory for the files; created if missing.", valueName: "dir"))
    var out: String

    func run() async throws {
        let pages = ManualPage.all(of: try .program(), version: Tagalong.configuration.version)
        do {
            try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
            for page in pages { try Data(page.text.utf8).write(to: URL(fileURLWithPath: "\(out)/\(page.file)")) }
        } catch {
            throw CommandFailure(.failure, "\(out): the pages cannot be written: \(error.localizedDescription)")
        }
    }
}
