internal import Access
internal import Messages
internal import Tracking

/// A notice as a mail (RFC 5322, in MIME).
struct MailMessage {
    let headers: [(name: String, value: String)]
    let body: String

    /// The mail for a notice.
    ///
    /// Its Message-ID is made of the notice's id: a copy that is sent after a crash has the same, by which servers and
    /// mail programs know copies. Everything of an episode is a thread.
    init(_ notice: Notice, pages: String?, of mail: ChannelConfiguration.Mail, at now: Timestamp) {
        let text = NoticeText(notice, pages: pages, at: now)
        let domain = mail.sender.domain
        var headers = [
            ("Date", Self.date(now)),
            ("From", "Tagalong <\(mail.sender)>"),
            ("To", mail.recipients.map(\.text).joined(separator: ",\r\n ")),
            ("Subject", HeaderText.encoded(text.title)),
            ("Message-ID", "<\(notice.id)@\(domain)>"),
        ]
        if notice.id != notice.alert.episode {
            let first = "<\(notice.alert.episode)@\(domain)>"
            headers += [("In-Reply-To", first), ("References", first)]
        }
        headers += [
            ("Auto-Submitted", "auto-generated"),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "quoted-printable"),
        ]
        if notice.isRise, notice.alert.level == .critical { headers.append(("Importance", "high")) }
        self.headers = headers.map { (name: $0.0, value: $0.1) }
        let heading = notice.reminder != nil && notice.isRise ? ["", "Dismiss or snooze it:"] : [""]
        body = (text.lines + (text.link.map { heading + [$0] } ?? [])).joined(separator: "\n")
    }

    /// A mail to one address, which is about no alert.
    init(_ subject: String, _ lines: [String], to address: MailAddress, from sender: MailAddress, at now: Timestamp) {
        let id = String(UInt64.random(in: 0 ... .max), radix: 36) + String(UInt64.random(in: 0 ... .max), radix: 36)
        headers = [
            ("Date", Self.date(now)),
            ("From", "Tagalong <\(sender)>"),
            ("To", address.text),
            ("Subject", HeaderText.encoded(subject)),
            ("Message-ID", "<\(id)@\(sender.domain)>"),
            ("Auto-Submitted", "auto-generated"),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "quoted-printable"),
        ]
        body = lines.joined(separator: "\n")
    }

    /// The bytes as they go to the server, before dots are doubled.
    var encoded: [UInt8] {
        let head = headers.map { "\($0.name): \($0.value)\r\n" }.joined()
        return Array("\(head)\r\n\(QuotedPrintable.encoded(body))\r\n".utf8)
    }

    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// `Sat, 21 Nov 2026 20:56:35 +0000`.
    static func date(_ time: Timestamp) -> String {
        let seconds = time.wholeSeconds
        let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let civil = Timestamp.civil(fromDays: day)
        let clock = "\(Timestamp(milliseconds: seconds * 1000))".dropFirst(11).prefix(8)
        let name = days[Int((day % 7 + 7) % 7)]
        return "\(name), \(civil.day) \(months[Int(civil.month) - 1]) \(civil.year) \(clock) +0000"
    }
}
