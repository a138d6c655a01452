import Access
import ArgumentParser
import JSON
import Settings
import Tracking

/// `tagalong account token`.
struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Manage tokens, by which programs and phones log in without a passcode.",
        discussion: """
            Send a token in the header 'Authorization: Bearer TOKEN', or set it as the password of a phone \
            that publishes over HTTP. Scopes are read-last, read-history, command and admin; no token has more \
            rights than its account. The scope people is for the account's own profile, contacts, groups and inbox, \
            and the scope metrics for /metrics; neither sees an item.

            Without a subcommand it lists the tokens; --json prints them as JSON, as 'list --json' does.

            Examples:
              tagalong account token --json
              tagalong account token add sam --label phone --scope command
            """,
        subcommands: [TokenList.self, TokenAdd.self, TokenRevoke.self],
        defaultSubcommand: TokenList.self
    )
}

/// `tagalong account token list`.
struct TokenList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the tokens.")

    @OptionGroup var output: OutputOptions
    @OptionGroup var place: AccountsOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let tokens = try place.open(global.settings()).tokens()
        try Listing.print(tokens.map(TokenLine.init), asJSON: output.json, whenEmpty: "There is no token.")
    }
}

/// A token as it is listed.
struct TokenLine: ListRow {
    let token: Token

    init(_ token: Token) { self.token = token }

    static let columns = ["ID", "ACCOUNT", "LABEL", "SCOPE", "MADE", "EXPIRES"]

    var cells: [String] {
        let expires = token.expires.map(Phrases.time) ?? "never"
        return [token.id, token.account.text, token.label, token.scope.rawValue, Phrases.time(token.created), expires]
    }

    var json: JSONValue {
        .object([
            "id": .text(token.id),
            "account": .text(token.account.text),
            "label": .text(token.label),
            "scope": .text(token.scope.rawValue),
            "created": .time(token.created),
            "expires": token.expires.map { .time($0) },
        ])
    }
}

/// `tagalong account token add`.
struct TokenAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Create a token; it is shown only once."
    )

    @Argument(help: "The account whose rights it has.")
    var name: String

    @Option(help: ArgumentHelp("Its purpose.", valueName: "text"))
    var label = ""

    @Option(
        help: ArgumentHelp("Its scope.", valueName: Scope.allCases.map(\.rawValue).joined(separator: "|")),
        transform: { text in
            guard let scope = Scope(rawValue: text) else {
                let expected = Scope.allCases.map(\.rawValue).joined(separator: ", ")
                throw ValidationError("one of \(expected) is expected")
            }
            return scope
        }
    )
    var scope: Scope = .readLast

    @Option(help: ArgumentHelp("Lifetime, such as 90d (default: no expiry).", valueName: "time"))
    var expires: String?

    @OptionGroup var place: AccountsOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws { _ = try duration() }

    func run() async throws {
        let (name, now) = (try Name(account: name), SystemUTCClock().now)
        let end = try duration().map { now.advanced(by: $0) }
        let (secret, token) = try place.open(global.settings())
            .makeToken(label, of: name, scope: scope, expires: end, at: now)
        try Output.error.write("Token \(token.id) of \(name); it is not shown again:\n")
        try Output.standard.write(secret.text + "\n")
    }

    private func duration() throws -> Duration? {
        guard let expires else { return nil }
        guard let duration = Duration(compact: expires), duration >= .seconds(1) else {
            throw ValidationError("'\(expires)' is given, a time such as 12h or 90d is expected.")
        }
        return duration
    }
}

/// `tagalong account token revoke`.
struct TokenRevoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "revoke", abstract: "Revoke a token.")

    @Argument(help: "Its id, as listed; one that begins with - stands behind --.")
    var id: String

    @OptionGroup var place: AccountsOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        try place.open(global.settings()).revokeToken(id, at: SystemUTCClock().now)
        try Output.standard.write("\(id.printable) is revoked\n")
    }
}
