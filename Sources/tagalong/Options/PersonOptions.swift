import Access
import ArgumentParser
import Tracking

/// As whom a command about people acts.
struct PersonOptions: ParsableArguments {
    @Option(
        name: .customLong("as"),
        help: ArgumentHelp("As whom: an account (default: the only one).", valueName: "account")
    )
    var account: String?

    @OptionGroup var place: AccountsOptions

    /// The accounts, and the one that somebody acts as.
    ///
    /// - Throws: `AccessError`, ``CommandFailure`` or ``SettingsError``.
    func open(_ settings: CommandSettings) throws -> (access: AccessControl, person: Name) {
        let access = try place.open(settings)
        let names = try access.accounts().map(\.name)
        guard let account else {
            guard let only = names.first, names.count == 1 else {
                throw CommandFailure(
                    names.isEmpty ? .failure : .badInput,
                    names.isEmpty
                        ? "there is no account: 'tagalong account add NAME --admin'"
                        : "say with --as which account it is"
                )
            }
            return (access, only)
        }
        let name = try Name(account: account)
        guard names.contains(name) else { throw AccessError.noSuchAccount(name) }
        return (access, name)
    }
}
