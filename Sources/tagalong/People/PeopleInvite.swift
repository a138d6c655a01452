import API
import Access
import ArgumentParser
import JSON
import Tracking

/// `tagalong people invite`.
struct PeopleInvite: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite",
        abstract: "Invite somebody by mail to be a contact, and to a group.",
        discussion: """
            The mail names you by the name of your profile and has a link that works once, for 7 days. Whoever \
            registers by it, or uses it with the account that they have, finds your request. Where no server for \
            mails is set up, or with --print, the link is shown to be handed over. Registration has to be open, or \
            for those who are invited (sign-in.yaml). At most \(InvitationLimits.mailsADay) people a day.

            Examples:
              tagalong people invite kim@example.org --as sam --grant personal
              tagalong people invite kim@example.org --as sam --group hXb1_9Zq0aLmNc2e
            """
    )

    @Argument(help: "The mail address.")
    var mail: String

    @Option(help: ArgumentHelp("Sections of your profile that they will see as a contact.", valueName: "sections"))
    var grant = SectionList()

    @Option(help: ArgumentHelp("The id of a group whose admin you are.", valueName: "group"))
    var group: String?

    @Option(
        help: ArgumentHelp("What the mail is written in: en or de.", valueName: "language"),
        completion: .list(LetterLanguage.allCases.map(\.rawValue))
    )
    var language = LetterLanguage.english.rawValue

    @Flag(name: .customLong("print"), help: "Show the link rather than send it.")
    var isPrinted = false

    @Option(help: ArgumentHelp("Address of the console for others (default: this machine's).", valueName: "url"))
    var consoleURL: String?

    @OptionGroup var signIn: SignInOptions
    @OptionGroup var store: StoreOptions
    @OptionGroup var person: PersonOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws { _ = try letterLanguage() }

    func run() async throws {
        let (settings, now) = (try global.settings(), SystemUTCClock().now)
        let address = try MailAddress(typed: mail)
        let file = try SignInChoice.path(flag: signIn.signIn, settings)
        let configuration = try SignInChoice.read(file, mayWithhold: true)
        guard configuration.registration != .closed else {
            throw CommandFailure(
                .failure, "nobody can register by an invitation: write 'registration: invitation' to sign-in.yaml first"
            )
        }
        let given = try HistoryOptions.consoleAddress(settings, flag: consoleURL)
        let pages = try given ?? configuration.pages ?? LinkAdd.address(StoreChoice(store, settings))
        let sender = isPrinted ? nil : try sender(settings, given)
        let (access, account) = try person.open(settings)
        let sent = try access.invitations.invite(
            address, by: account, granting: grant.level, to: group, try letterLanguage(), at: now
        )
        guard let letter = sent.letter else { return try Output.standard.write("\(address) is invited\n") }
        let isSent: Bool
        do { isSent = try await sender?.send(letter, pages: pages, at: now) ?? false } catch {
            // Nobody has it.
            try access.invitations.withdraw(sent.invitation.id, by: account, at: now)
            throw CommandFailure(.failure, "the mail cannot be sent, so nobody is invited: \(error)")
        }
        guard isSent else {
            let until = Phrases.time(sent.invitation.expires)
            try Output.error.write("Invitation of \(address), until \(until); it is not shown again:\n")
            return try Output.standard.write("\(SignInDesk.address(of: letter, at: pages))\n")
        }
        try Output.standard.write("\(address) is invited\n")
    }

    private func letterLanguage() throws(ValidationError) -> LetterLanguage {
        guard let language = LetterLanguage(rawValue: language) else {
            throw ValidationError("--language: '\(language.printable)' is given, en or de is expected.")
        }
        return language
    }

    /// What sends mails, with the secrets of its server.
    private func sender(_ settings: CommandSettings, _ consoleURL: String?) throws -> SignInChoice {
        let channels = try NotificationFiles(flag: nil, settings)?.choice()
        return try SignInChoice(flag: signIn.signIn, settings, channels: channels, consoleURL: consoleURL)
    }
}

/// `tagalong people invitations`.
struct PeopleInvitations: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invitations",
        abstract: "List whom you have invited by mail and who has not come yet, or withdraw an invitation.",
        discussion: "One that is withdrawn opens nothing any more, and its address is forgotten."
    )

    @Option(help: ArgumentHelp("Withdraw an invitation, by its id.", valueName: "id"))
    var withdraw: String?

    @OptionGroup var output: OutputOptions
    @OptionGroup var person: PersonOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let ((access, account), now) = (try person.open(global.settings()), SystemUTCClock().now)
        if let withdraw {
            try access.invitations.withdraw(withdraw, by: account, at: now)
            // Beside the list, which may be JSON.
            try Output.error.write("invitation \(withdraw.printable) is withdrawn\n")
        }
        try Listing.print(
            try access.invitations.list(of: account, at: now).map(InvitationLine.init),
            asJSON: output.json,
            whenEmpty: "There is no open invitation."
        )
    }
}

/// An invitation by mail as it is listed.
private struct InvitationLine: ListRow {
    let invitation: PersonInvitation

    init(_ invitation: PersonInvitation) { self.invitation = invitation }

    static let columns = ["ID", "MAIL", "GRANTS", "GROUP", "SENT", "UNTIL"]

    var cells: [String] {
        [
            invitation.id, invitation.mail.text, SectionList.words(invitation.level),
            invitation.group ?? Phrases.unknown, Phrases.time(invitation.sent), Phrases.time(invitation.expires),
        ]
    }

    var json: JSONValue {
        .object([
            "id": .text(invitation.id),
            "mail": .text(invitation.mail.text),
            "grants": .list(invitation.level.words.map { .text($0) }),
            "group": invitation.group.map { .text($0) },
            "sent": .time(invitation.sent),
            "expires": .time(invitation.expires),
        ])
    }
}
