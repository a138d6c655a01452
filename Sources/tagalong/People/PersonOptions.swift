import Access
import ArgumentParser
import Tracking

/// For which account a command about people is, and where the accounts are.
struct PersonOptions: ParsableArguments {
    @Option(
        name: .customLong("as"),
        help: ArgumentHelp("Your account (default: the only one there is).", valueName: "account"),
        completion: AccountNames.completion
    )
    var account: String?

    @OptionGroup var place: AccountsOptions

    /// Opens the accounts, with the one that the command is for.
    ///
    /// - Throws: `AccessError`, ``CommandFailure`` where it is not known whose, or ``SettingsError``.
    func open(_ settings: CommandSettings) throws -> (access: AccessControl, account: Name) {
        let access = try place.open(settings)
        let known = try access.accounts().map(\.name)
        if let account {
            let name = try Name(account: account)
            guard known.contains(name) else { throw AccessError.noSuchAccount(name) }
            return (access, name)
        }
        guard let only = known.first else {
            throw CommandFailure(.failure, "there is no account yet: 'tagalong account add NAME --admin'")
        }
        guard known.count == 1 else {
            throw CommandFailure(
                .badInput, "there are \(known.count) accounts; say with --as ACCOUNT which of them is yours"
            )
        }
        return (access, only)
    }
}

/// Sections that somebody is granted.
struct SectionList: ExpressibleByArgument {
    let level: TrustLevel

    init?(argument: String) {
        guard let level = try? TrustLevel(written: argument.split(separator: ",")) else { return nil }
        self.level = level
    }

    init() { level = TrustLevel() }

    static let allValueStrings = ["public", "personal", "work", "school"]
    static let defaultCompletionKind = CompletionKind.list(allValueStrings)

    /// The sections as they are told.
    static func words(_ level: TrustLevel) -> String {
        ([TrustLevel.publicWord] + level.words).joined(separator: ", ")
    }
}
