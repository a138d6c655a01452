internal import Curl
internal import Settings

/// What a failed transfer means for the mail and for the channel.
enum MailFailure {
    /// How a transfer that failed is told, without the secrets of the mail.
    ///
    /// With `isToOne` a mail that the server refuses for good (RFC 5321, section 4.2.1) is given up, as no other try is of use
    /// to its one recipient.
    static func failure(
        _ failure: CurlFailure, of mail: ChannelConfiguration.Mail, isToOne: Bool = false
    ) -> DeliveryFailure {
        if failure.kind == .stopped { return .unreachable("stopped before the answer of \(mail.server)") }
        var reason = failure.words
        for secret in [mail.password?.value, mail.user].compactMap(\.self) where !secret.isEmpty {
            reason = reason.replacing(secret, with: "•••")
        }
        let sentence = "\(mail.server): \(reason)"
        // What the server says to the mail itself, and not to the connection, the encryption or the log-in.
        let isOfMail = failure.kind == .refused && (400..<600).contains(failure.status) && failure.status != 421
        guard isOfMail else { return .unreachable(sentence) }
        let told = "\(sentence) (answer \(failure.status))"
        return isToOne && failure.status >= 500 ? .impossible(told) : .refused(told)
    }
}
