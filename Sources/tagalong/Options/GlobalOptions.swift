import ArgumentParser
import Logging

/// What every command knows.
struct GlobalOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Configuration file (default: $XDG_CONFIG_HOME/tagalong/config.yaml).", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml"])
    )
    var config: String?

    @Option(
        name: .customLong("data-dir"),
        help: ArgumentHelp(
            "Directory of the database and the private broker (default: $XDG_DATA_HOME/tagalong).", valueName: "dir"
        ),
        completion: .directory
    )
    var dataDirectory: String?

    @Option(
        name: .customLong("log-level"),
        help: ArgumentHelp("Lowest level that is logged to standard error (default: info).", valueName: "level"),
        completion: .list(Logger.Level.allCases.map(\.rawValue))
    )
    var logLevel: String?

    /// What flags, environment and file say together.
    ///
    /// - Throws: ``SettingsError`` or ``CommandFailure`` for bad input.
    func settings() throws -> CommandSettings { try CommandSettings(self) }
}
