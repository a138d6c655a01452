import ArgumentParser
import Dispatch
import Foundation

/// `tagalong-bench`: how fast and how small Tagalong is, against a limit measured in the same run.
struct Bench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tagalong-bench",
        abstract: "Measure Tagalong against limits of the same machine and the same minute.",
        discussion: """
            What is compared is measured in turns, round by round; the medians are printed, and ratios are medians of \
            each round's ratio. No time fails the run: exit status 1 means that something was lost or counted wrongly.
            """,
        subcommands: [Run.self, CountMessages.self, Resident.self, ResidentReminders.self, CountedWork.self],
        defaultSubcommand: Run.self
    )
}

/// Where the program begins.
///
/// An asynchronous main function ends the main thread, which Valgrind does not survive.
@main
enum Entry {
    static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        if words.first == CountedWork.configuration.commandName { return CountedWork.main(Array(words.dropFirst())) }
        Task {
            await Bench.main()
            exit(EXIT_SUCCESS)
        }
        dispatchMain()
    }
}
