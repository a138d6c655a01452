internal import Access
internal import Curl
internal import Settings
public import Tracking

/// Sends a notice by SMTP.
public struct MailChannel: NotificationChannel {
    private let mail: ChannelConfiguration.Mail
    private let pages: @Sendable () -> String?

    /// A channel to people who read mail.
    public init(_ mail: ChannelConfiguration.Mail, pages: @escaping @Sendable () -> String?) {
        (self.mail, self.pages) = (mail, pages)
    }

    public func deliver(_ notice: Notice, at now: Timestamp) async throws(DeliveryFailure) {
        let message = MailMessage(notice, pages: pages(), of: mail, at: now)
        var submission = MailSubmission(
            message.encoded,
            from: "\(mail.sender)",
            to: mail.recipients.map { "\($0)" },
            by: mail.server,
            startsTLS: mail.startsTLS
        )
        submission.authorities = mail.authorities
        submission.user = mail.user
        submission.password = mail.password?.value
        do throws(CurlFailure) {
            try await submission.send()
        } catch { throw MailFailure.failure(error, of: mail) }
    }
}
