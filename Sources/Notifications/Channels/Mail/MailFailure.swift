internal import CCurl

/// What a failed transfer means for the mail and for the channel.
enum MailFailure {
    /// - Parameters:
    ///   - code: How libcurl ended.
    ///   - answer: The server's last answer, 0 for none.
    ///   - words: What libcurl says.
    ///   - mail: What was to be sent; its secrets are taken out of the words.
    /// - Returns: The failure.
    static func failure(
        _ code: CURLcode,
        answer: Int,
        _ words: String,
        of mail: ChannelConfiguration.Mail
    ) -> DeliveryFailure {
        if code == CURLE_ABORTED_BY_CALLBACK { return .unreachable("stopped before the answer of \(mail.server)") }
        var reason = words.split(whereSeparator: \.isNewline).joined(separator: " ")
        for secret in [mail.password?.value, mail.user].compactMap(\.self) where !secret.isEmpty {
            reason = reason.replacing(secret, with: "•••")
        }
        let sentence = "\(mail.server): \(reason)"
        // What the server says to the mail itself, and not to the connection, the encryption or the log-in.
        let isAnswer = code == CURLE_SEND_ERROR || code == CURLE_WEIRD_SERVER_REPLY || code == CURLE_UPLOAD_FAILED
        return isAnswer && (400..<600).contains(answer) && answer != 421
            ? .refused("\(sentence) (answer \(answer))") : .unreachable(sentence)
    }
}
