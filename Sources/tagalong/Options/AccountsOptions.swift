import Access
import ArgumentParser

/// Where the accounts are.
struct AccountsOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Accounts: a file, or postgres://user@host/database for those that services share (default: access.sqlite in the data directory; with --partitions, where the store is).",
            valueName: "file"
        ),
        completion: .file()
    )
    var accounts: String?

    /// Where they are.
    ///
    /// - Throws: ``CommandFailure`` or ``SettingsError`` for bad input.
    func choice(_ settings: CommandSettings) throws -> AccessChoice { try AccessChoice(accounts, settings) }

    /// Opens them, and makes them when they are missing.
    ///
    /// - Throws: `AccessError`, ``CommandFailure`` or ``SettingsError``.
    func open(_ settings: CommandSettings) throws -> AccessControl { try choice(settings).open() }
}
