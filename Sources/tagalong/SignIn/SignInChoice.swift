import API
import Access
import Foundation
import Logging
import Notifications
import OpenID
import Settings
import Tracking

/// How people sign in, as one call has it.
struct SignInChoice: Sendable {
    let configuration: SignInConfiguration
    /// What sends mails; nil where no server for them is set up.
    private let sender: MailSender?
    private let pages: PageBase
    /// Where the pages are, as somebody has configured it.
    private let outside: String?

    /// Reads the file that somebody has named, else the first that is where it usually is; mails go by the server that it
    /// names, or else by that of the first channel of mails.
    ///
    /// - Throws: ``SettingsError`` with the place in the file, or ``CommandFailure`` where everybody may register and no mail
    ///   can be sent.
    init(flag: String?, _ settings: CommandSettings, channels: NotificationChoice?, consoleURL: String?) throws {
        let file = try Self.path(flag: flag, settings)
        configuration = try Self.read(file)
        let mails = (channels?.configuration.channels ?? []).compactMap { channel in
            if case .mail(let mail) = channel.kind { mail } else { nil }
        }
        sender = (configuration.mail ?? mails.first).map { MailSender($0) }
        outside = configuration.pages ?? channels?.configuration.pages ?? consoleURL
        pages = PageBase(outside)
        if configuration.registration == .open, sender == nil {
            throw CommandFailure(
                .badInput,
                "\(file ?? ""): everybody may register, but no mail can be sent to show that an address is theirs; "
                    + "'mail' is expected, or 'registration: invitation'"
            )
        }
    }

    /// What a file says, and where there is none what holds then.
    ///
    /// - Throws: ``SettingsError`` with the place in the file.
    static func read(_ file: String?, mayWithhold: Bool = false) throws -> SignInConfiguration {
        guard let file else { return SignInConfiguration() }
        let environment = ProcessInfo.processInfo.environment
        return try SignInConfiguration(
            SettingsFile(path: file), environment: environment, mayWithhold: mayWithhold
        )
    }

    /// The file; nil where there is none, or none is wanted.
    static func path(flag: String?, _ settings: CommandSettings) throws -> String? {
        try settings.file(.signIn, flag: flag, usually: "sign-in.yaml")
    }

    /// Where the pages are that mails lead to, once they are there.
    func consoleListens(at page: String) { pages.consoleListens(at: page) }

    /// Sends a mail about an account now, with links to pages at an address; false where no server for mails is set up.
    ///
    /// - Throws: ``DeliveryFailure``.
    func send(_ letter: AccountLetter, pages: String, at now: Timestamp) async throws(DeliveryFailure) -> Bool {
        guard let sender else { return false }
        let text = LetterText(letter, pages: pages)
        try await sender.send(text.subject, text.lines, to: letter.to, at: now)
        return true
    }

    /// As the routes know it.
    func desk(logLevel: Logger.Level) -> SignInDesk {
        var desk = SignInDesk()
        desk.registration = configuration.registration
        desk.inviting = configuration.inviting
        desk.pages = { [pages] in pages.address }
        desk.outside = outside
        desk.openID = configuration.openID.map { OpenIDClient($0) }
        desk.carrier = sender.map { sender in
            LetterCarrier(pages: desk.pages, clock: SystemUTCClock(), logger: Logger(part: "mail", level: logLevel)) {
                text, address, now in
                do throws(DeliveryFailure) {
                    try await sender.send(text.subject, text.lines, to: address, at: now)
                    return .sent
                } catch {
                    if case .impossible(let reason) = error { return .refused(reason) }
                    return .unreachable("\(error)")
                }
            }
        }
        return desk
    }
}
