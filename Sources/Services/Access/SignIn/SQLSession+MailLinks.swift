internal import Cryptography
internal import Store
internal import Tracking

extension SQLSession {
    /// For how long it is known of a link that its time is over, in milliseconds.
    static let mailLinkMemory: Int64 = 30 * 86_400_000

    /// Makes a link; one to verify an address takes the place of those that the account had before.
    ///
    /// Of others there may be several: whoever asks for a link in somebody else's name takes none from them.
    func makeMailLink(
        _ kind: MailLink.Kind, of account: Name, mail: MailAddress?, at now: Timestamp
    ) throws -> (secret: AccessSecret, expires: Timestamp) {
        let (secret, expires) = (AccessSecret(), now.advanced(by: kind.lifetime))
        try removeMailLinks(at: now)
        if kind == .verify { try endMailLinks(kind, of: account, at: now) }
        try execute(
            "INSERT INTO mail_links (hash, kind, account, mail, created_ms, expires_ms) VALUES (?, ?, ?, ?, ?, ?)",
            [
                secret.hash, kind.rawValue, account.text, mail?.text, now.milliseconds, expires.milliseconds,
            ]
        )
        return (secret, expires)
    }

    /// Forgets links of long ago.
    func removeMailLinks(at now: Timestamp) throws {
        try execute("DELETE FROM mail_links WHERE expires_ms < ?", [now.milliseconds - Self.mailLinkMemory])
    }

    /// Forgets mails that are not counted any more.
    func removeMailCounts(at now: Timestamp) throws {
        let oldest = now.milliseconds - MailLimits.window.milliseconds
        try execute("DELETE FROM mail_counts WHERE since_ms <= ? OR since_ms > ?", [oldest, now.milliseconds])
    }

    /// Has the links of a kind that an account has open nothing any more.
    func endMailLinks(_ kind: MailLink.Kind, of account: Name, at now: Timestamp) throws {
        try execute(
            "UPDATE mail_links SET used_ms = ? WHERE account = ? AND kind = ? AND used_ms IS NULL",
            [now.milliseconds, account.text, kind.rawValue]
        )
    }

    /// What a link is, if it can be used now.
    ///
    /// - Throws: ``AccessError/badLink(_:)``.
    func mailLink(_ secret: AccessSecret, _ kind: MailLink.Kind, at now: Timestamp) throws -> MailLink {
        let sql = "SELECT account, mail, expires_ms, used_ms FROM mail_links WHERE hash = ? AND kind = ?"
        let found = try row(sql, [secret.hash, kind.rawValue]) { row in
            let link = MailLink(
                kind: kind,
                account: try Name(row[0] as String),
                mail: (row[1] as String?).flatMap { MailAddress($0) },
                expires: Timestamp(milliseconds: row[2])
            )
            return (link: link, used: row[3] as Int64?)
        }
        guard let found else { throw AccessError.badLink(.unknown) }
        if found.used != nil { throw AccessError.badLink(.used) }
        if found.link.expires <= now { throw AccessError.badLink(.expired) }
        return found.link
    }

    /// Uses a link: nobody can do so again.
    ///
    /// - Throws: ``AccessError/badLink(_:)``.
    func useMailLink(_ secret: AccessSecret, _ kind: MailLink.Kind, at now: Timestamp) throws -> MailLink {
        let link = try mailLink(secret, kind, at: now)
        try execute("UPDATE mail_links SET used_ms = ? WHERE hash = ?", [now.milliseconds, secret.hash])
        return link
    }

    /// Counts a mail that is asked for; false when the address has had as many for that purpose as it gets.
    ///
    /// Of an address that no account has as many are counted as of others, and of each only what stands for it is kept.
    ///
    /// - Throws: ``AccessError/tooManyMails(until:)`` where the source has asked for too many; then nothing is counted.
    func countMail(
        _ purpose: MailPurpose, to mail: MailAddress, from source: String?, _ mask: NameMask, at now: Timestamp
    ) throws -> Bool {
        try removeMailCounts(at: now)
        if let source {
            let key = "source:\(NetworkAddress(source).map { "\($0.network)" } ?? source.excerpt(64))"
            let known = try row("SELECT count, since_ms FROM mail_counts WHERE subject = ?", [key]) {
                (count: $0[0] as Int, since: $0[1] as Int64)
            }
            if let known, known.count >= MailLimits.mostOfSource {
                throw AccessError.tooManyMails(
                    until: Timestamp(milliseconds: known.since).advanced(by: MailLimits.window)
                )
            }
            try countUp(key, at: now)
        }
        let key = "\(purpose.rawValue):\(Hex.text(mask.place(mail.folded, in: "mails").prefix(16)))"
        try countUp(key, at: now)
        let count: Int = try value("SELECT count FROM mail_counts WHERE subject = ?", [key]) ?? 0
        return count <= MailLimits.mostToAddress
    }

    private func countUp(_ subject: String, at now: Timestamp) throws {
        try execute(
            """
            INSERT INTO mail_counts (subject, count, since_ms) VALUES (?, 1, ?)
            ON CONFLICT (subject) DO UPDATE SET count = mail_counts.count + 1
            """,
            [subject, now.milliseconds]
        )
    }
}
