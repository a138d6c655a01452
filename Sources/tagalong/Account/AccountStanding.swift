import Access
import ArgumentParser
import Tracking

/// `tagalong account deactivate`.
struct AccountDeactivate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deactivate",
        abstract: "Deactivate an account: nobody logs in as it, and nothing that it shares is shown.",
        discussion: """
            Its sessions and tokens end; nothing else of it is removed. 'tagalong account activate' brings it \
            back, and so does its owner by a link that is mailed on request. 'tagalong account remove' keeps \
            somebody out for good.
            """
    )

    @Argument(help: "The account.")
    var name: String

    @OptionGroup var place: AccountsOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let name = try Name(account: name)
        try place.open(global.settings()).deactivate(name, from: nil, at: SystemUTCClock().now)
        try Output.standard.write("\(name) is deactivated\n")
    }
}

/// `tagalong account activate`.
struct AccountActivate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "activate", abstract: "Bring a deactivated account back."
    )

    @Argument(help: "The account.")
    var name: String

    @OptionGroup var place: AccountsOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let name = try Name(account: name)
        try place.open(global.settings()).activate(name, from: nil, at: SystemUTCClock().now)
        try Output.standard.write("\(name) is active\n")
    }
}

/// `tagalong account mail`.
struct AccountMail: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mail",
        abstract: "Show, set or remove the mail address of an account.",
        discussion: """
            Its owner can log in with the address, and a forgotten passcode is replaced by a link that is sent \
            there. An address that is set here counts as verified. The former address is told, by the server for \
            mails of sign-in.yaml or of the first channel of mails.
            """
    )

    @Argument(help: "The account.")
    var name: String

    @Argument(help: "The address; without one it is shown.")
    var address: String?

    @Flag(help: "Remove the address.")
    var remove = false

    @OptionGroup var signIn: SignInOptions
    @OptionGroup var place: AccountsOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard !remove || address == nil else { throw ValidationError("--remove takes no address.") }
    }

    func run() async throws {
        let settings = try global.settings()
        let (name, access) = (try Name(account: name), try place.open(settings))
        guard try access.accounts().contains(where: { $0.name == name }) else { throw AccessError.noSuchAccount(name) }
        guard address != nil || remove else {
            return try Output.standard.write(try access.mail(of: name).map { "\($0)\n" } ?? "")
        }
        let mail = try address.map { text throws(CommandFailure) in try MailAddress(typed: text) }
        let former = try access.mail(of: name)
        // Before anything is changed: a file that is wrong is told first.
        let isChanged = former != nil && former?.folded != mail?.folded
        let sender = !isChanged ? nil : try sender(settings)
        let now = SystemUTCClock().now
        let farewell = try access.setMail(mail, of: name, from: nil, at: now)
        try Output.standard.write(mail.map { "\(name) has the address \($0)\n" } ?? "\(name) has no address any more\n")
        guard let farewell else { return }
        let isTold: Bool
        // The mail has no link in it.
        do { isTold = try await sender?.send(farewell, pages: "", at: now) ?? false } catch {
            return try Output.error.write("\(farewell.to) is not told: the mail cannot be sent: \(error)\n")
        }
        if !isTold { try Output.error.write("\(farewell.to) is not told: no server for mails is set up\n") }
    }

    /// What sends mails, with the secrets of its server.
    private func sender(_ settings: CommandSettings) throws -> SignInChoice {
        let channels = try NotificationFiles(flag: nil, settings)?.choice()
        return try SignInChoice(flag: signIn.signIn, settings, channels: channels, consoleURL: nil)
    }
}
