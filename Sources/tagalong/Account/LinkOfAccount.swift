import API
import Access
import ArgumentParser
import Tracking
import Web

/// Where the page of a link is that is handed over, and how it is shown.
struct AccountLinkOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Address of the console for others (default: this machine's).", valueName: "url"))
    var consoleURL: String?

    @OptionGroup var store: StoreOptions
    @OptionGroup var place: AccountsOptions
    @OptionGroup var global: GlobalOptions

    /// Makes a link, and shows it.
    ///
    /// - Throws: ``AccessError``, ``CommandFailure`` or ``SettingsError``.
    func show(_ kind: MailLink.Kind, of name: Name, mail: MailAddress? = nil, _ said: String) throws {
        let (settings, now) = (try global.settings(), SystemUTCClock().now)
        let given = try HistoryOptions.consoleAddress(settings, flag: consoleURL)
        // Its secrets are of no use here.
        let file = try SignInChoice.read(SignInChoice.path(flag: nil, settings), mayWithhold: true)
        let pages = try given ?? file.pages ?? LinkAdd.address(StoreChoice(store, settings))
        let link = try place.open(settings).makeMailLink(kind, of: name, mail: mail, from: nil, at: now)
        try Output.error.write("\(said), until \(Phrases.time(link.expires)); it is not shown again:\n")
        try Output.standard.write("\(SignInDesk.address(of: kind, link.secret, at: pages))\n")
    }
}

/// `tagalong account link recover`.
struct LinkRecover: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recover",
        abstract: "Make the link for a forgotten passcode, to be handed to the account's owner.",
        discussion: "The same link as in a mail: it works once, for 30 minutes, and ends all sessions."
    )

    @Argument(help: "The account.")
    var name: String

    @OptionGroup var options: AccountLinkOptions

    func run() async throws {
        let name = try Name(account: name)
        try options.show(.recover, of: name, "Link for \(name) to set a new passcode")
    }
}

/// `tagalong account link verify`.
struct LinkVerify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Make the link that verifies the mail address of an account that was registered.",
        discussion: """
            The same link as in a mail: it works once, for 24 hours, and takes the passcode of the account, unless the browser is \
            logged in to it.
            """
    )

    @Argument(help: "The account.")
    var name: String

    @OptionGroup var options: AccountLinkOptions

    func run() async throws {
        let name = try Name(account: name)
        try options.show(.verify, of: name, "Link for \(name) to verify the mail address")
    }
}

/// `tagalong account link invite`.
struct LinkInvite: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite",
        abstract: "Make a link by which somebody registers, where registration is by invitation or open.",
        discussion: "It works once, for 7 days."
    )

    @Argument(help: "The account that invites.")
    var name: String

    @Option(
        help: ArgumentHelp(
            "Whom it is for: who registers with this address needs no other link.", valueName: "address")
    )
    var mail: String?

    @OptionGroup var options: AccountLinkOptions

    func run() async throws {
        let name = try Name(account: name)
        let mail = try mail.map { text throws(CommandFailure) in try MailAddress(typed: text) }
        try options.show(.invite, of: name, mail: mail, "Invitation by \(name)")
    }
}

extension MailAddress {
    /// An address as it was typed.
    init(typed text: String) throws(CommandFailure) {
        guard let address = MailAddress(text) else {
            throw CommandFailure(
                .badInput, "'\(text.printable)' is given, an address such as sam@example.org is expected"
            )
        }
        self = address
    }
}
