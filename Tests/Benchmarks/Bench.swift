import ArgumentParser

/// `tagalong-bench`: how fast and how small Tagalong is, against a limit measured in the same run.
@main
struct Bench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tagalong-bench",
        abstract: "Measure Tagalong against limits of the same machine and the same minute.",
        discussion: """
            What is compared is measured in turns, round by round; the medians are printed, and ratios are medians of \
            each round's ratio. No time fails the run: exit status 1 means that something was lost or counted wrongly.
            """,
        subcommands: [Run.self, CountMessages.self, Resident.self],
        defaultSubcommand: Run.self
    )
}
