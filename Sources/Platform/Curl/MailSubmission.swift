internal import CCurl

/// A mail on its way to an SMTP server.
public struct MailSubmission: Sendable {
    /// Where to: `smtp://HOST:PORT` or `smtps://HOST:PORT`.
    public var server: String
    /// Whether nothing is said over `smtp://` before STARTTLS.
    public var startsTLS: Bool
    /// A file of authorities to trust in place of the system's.
    public var authorities: String?
    /// Who logs in; nil for nobody.
    public var user: String?
    /// What the user logs in with.
    public var password: String?
    /// Where the mail comes from, without angle brackets.
    public var sender: String
    /// Whom it goes to, without angle brackets.
    public var recipients: [String]
    /// The mail, headers and all.
    public var message: [UInt8]

    /// A mail that is not sent yet.
    public init(_ message: [UInt8], from sender: String, to recipients: [String], by server: String, startsTLS: Bool) {
        self.message = message
        self.sender = sender
        self.recipients = recipients
        self.server = server
        self.startsTLS = startsTLS
    }

    /// Sends the mail, and returns when the server has taken it for all recipients.
    public func send() async throws(CurlFailure) {
        try await Transfer(Upload(message)).perform { handle throws(CurlFailure) in try prepare(&handle) }
    }

    private func prepare(_ handle: inout CurlHandle) throws(CurlFailure) {
        try handle.set(CURLOPT_PROTOCOLS_STR, "smtp,smtps")
        try handle.set(CURLOPT_URL, server)
        try handle.set(CURLOPT_CONNECTTIMEOUT, 20)
        try handle.set(CURLOPT_TIMEOUT, 60)
        try handle.set(CURLOPT_USE_SSL, startsTLS ? Int(CURLUSESSL_ALL.rawValue) : Int(CURLUSESSL_NONE.rawValue))
        try handle.set(CURLOPT_CAINFO, authorities)
        try handle.set(CURLOPT_USERNAME, user)
        try handle.set(CURLOPT_PASSWORD, password)
        try handle.set(CURLOPT_MAIL_FROM, "<\(sender)>")
        try handle.set(CURLOPT_MAIL_RCPT, recipients.map { "<\($0)>" })
        try handle.set(CURLOPT_UPLOAD, 1)
        try handle.set(CURLOPT_INFILESIZE, message.count)
    }
}
