import ArgumentParser

/// Which database.
struct StoreOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Database: a file, or postgres://user@host/database?schema=name (default: history.sqlite in the data directory).",
            valueName: "file"
        ),
        completion: .file()
    )
    var store: String?
}
