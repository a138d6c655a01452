import ArgumentParser

/// Which database.
struct StoreOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Database (default: history.sqlite in the data directory).", valueName: "file"),
        completion: .file()
    )
    var store: String?
}
