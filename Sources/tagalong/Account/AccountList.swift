import Access
import ArgumentParser
import JSON
import Tracking

/// `tagalong account list`.
struct AccountList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the accounts.")

    @OptionGroup var output: OutputOptions
    @OptionGroup var place: AccountsOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let accounts = try place.open(global.settings()).accounts()
        try Listing.print(
            accounts.map(AccountLine.init),
            asJSON: output.json,
            whenEmpty: "There is no account, so authentication is off: 'tagalong account add NAME --admin'."
        )
    }
}

/// An account as it is listed.
struct AccountLine: ListRow {
    let account: Account

    init(_ account: Account) { self.account = account }

    static let columns = ["ACCOUNT", "STATE", "PASSCODE", "PASSKEYS", "MAY"]

    var cells: [String] {
        [account.name.text, state, account.hasPasscode ? "yes" : "no", "\(account.passkeys)", rights]
    }

    private var state: String {
        if account.deactivated != nil { return "deactivated" }
        return account.isVerified ? "active" : "unverified"
    }

    private var rights: String {
        if account.isAdministrator { return "everything" }
        return account.grants.isEmpty ? "nothing" : account.grants.map(\.description).joined(separator: ", ")
    }

    var json: JSONValue {
        .object([
            "name": .text(account.name.text),
            "administrator": .flag(account.isAdministrator),
            "passcode": .flag(account.hasPasscode),
            "passkeys": .integer(account.passkeys),
            "grants": .list(account.grants.map { .text($0.description) }),
            "created": .time(account.created),
            "mail": account.mail.map { .text($0.text) },
            "verified": .flag(account.isVerified),
            "deactivated": account.deactivated.map { .time($0) },
        ])
    }
}
