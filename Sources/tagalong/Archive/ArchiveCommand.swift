import ArgumentParser

/// `tagalong archive`.
struct ArchiveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "archive",
        abstract: "Show, move and check the months of positions in object storage.",
        subcommands: [
            ArchiveStatus.self, ArchiveMove.self, ArchiveCheckCommand.self, ArchiveFetch.self, ArchiveAdopt.self,
        ],
        defaultSubcommand: ArchiveStatus.self
    )
}
