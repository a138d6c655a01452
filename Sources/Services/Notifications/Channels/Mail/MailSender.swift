public import Access
internal import Curl
internal import Settings
public import Tracking

/// Sends single mails to somebody by an SMTP server, beside the channels that alerts are sent on.
public struct MailSender: Sendable {
    private let mail: ChannelConfiguration.Mail

    /// A sender by the server of a channel of mails; whom that writes to does not matter.
    public init(_ mail: ChannelConfiguration.Mail) { self.mail = mail }

    /// Sends a mail, and returns when the server has taken it.
    ///
    /// - Parameters:
    ///   - subject: Any text; what cannot stand in a header is encoded, and controls become blanks.
    ///   - lines: The text.
    ///   - address: Whom it goes to, and nobody else.
    ///   - now: The time in the mail.
    /// - Throws: ``DeliveryFailure``, which says whether another try may help.
    public func send(
        _ subject: String, _ lines: [String], to address: MailAddress, at now: Timestamp
    ) async throws(DeliveryFailure) {
        let message = MailMessage(subject, lines, to: address, from: mail.sender, at: now)
        var submission = MailSubmission(
            message.encoded, from: "\(mail.sender)", to: ["\(address)"], by: mail.server, startsTLS: mail.startsTLS
        )
        submission.authorities = mail.authorities
        submission.user = mail.user
        submission.password = mail.password?.value
        do throws(CurlFailure) { try await submission.send() } catch {
            throw MailFailure.failure(error, of: mail, isToOne: true)
        }
    }
}
