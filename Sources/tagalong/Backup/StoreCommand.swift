import ArgumentParser

/// `tagalong store`.
struct StoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store",
        abstract: "Move the database to another place, or see how workers share it.",
        subcommands: [StoreMigrate.self, StorePartitions.self]
    )
}
