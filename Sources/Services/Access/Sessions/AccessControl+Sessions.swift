internal import Store
public import Tracking

extension AccessControl {
    /// Logs somebody in with a passcode, and returns the session with the secret for its cookie; the name may be the mail
    /// address, and without one it is the only account that has a passcode.
    ///
    /// By an address in come also those who wait for it. As many passcodes are held against what was typed for every address,
    /// so that neither the answer nor its time tells who has it, or whether somebody does.
    ///
    /// - Throws: ``AccessError/refused`` or ``AccessError/locked(until:)``, or, after the right passcode,
    ///   ``AccessError/deactivated``.
    public func logIn(
        _ name: String?, passcode: String, from source: String, device: AccessSecret? = nil, at now: Timestamp
    ) throws(AccessError) -> OpenedSession {
        let known = try database.read { database in
            let account = try database.account(named: name)
            let pending = try name.flatMap { MailAddress($0) }.map { try database.pendingPasscodes(at: $0) }
            return [(name: account, hash: try account.flatMap { try database.passcode(of: $0) })] + (pending ?? [])
        }
        let place = try match(
            passcode, among: known.map(\.hash), of: known[0].name?.text ?? name ?? "",
            mail: name.flatMap { MailAddress($0) }, from: source, device, at: now
        )
        guard let account = known[place].name else { throw .refused }
        return try open(for: account, from: source, at: now)
    }

    /// Opens a session for an account that has shown who it is.
    func open(for account: Name, from source: String, at now: Timestamp) throws(AccessError) -> OpenedSession {
        try database.write { try $0.openSession(for: account, from: source, at: now) }
    }

    /// The session of a cookie; nil for one that is over, was ended or never was.
    public func session(_ secret: AccessSecret, at now: Timestamp) throws(AccessError) -> Session? {
        let found = try database.read { (database) -> (session: Session, used: Timestamp)? in
            let sql = """
                SELECT id, account, csrf, expires_ms, used_ms, created_ms FROM sessions
                WHERE hash = ? AND expires_ms > ?
                """
            return try database.row(sql, [secret.hash, now.milliseconds]) { row in
                guard let principal = try database.principal(Name(row[1] as String), scope: .admin) else { return nil }
                let expires = Timestamp(milliseconds: row[3])
                let opened = Timestamp(milliseconds: row[5])
                let session = Session(
                    id: row[0], principal: principal, csrf: row[2], opened: opened, expires: expires
                )
                return (session, Timestamp(milliseconds: row[4]))
            } ?? nil
        }
        guard let (session, used) = found else { return nil }
        noteUse(of: .session, secret, last: used, at: now)
        return session
    }

    /// Ends the session of a cookie.
    public func logOut(_ secret: AccessSecret, from source: String, at now: Timestamp) throws(AccessError) {
        try database.write { database in
            let sql = "DELETE FROM sessions WHERE hash = ? RETURNING account, id"
            let ended = try database.row(sql, [secret.hash]) { (account: $0[0] as String, id: $0[1] as String) }
            guard let ended else { return }
            try database.removePushDevices(ofSession: ended.id)
            try database.record(.loggedOut, ended.account, from: source, at: now)
        }
    }

    /// Ends all sessions of an account.
    public func revokeSessions(of name: Name, at now: Timestamp) throws(AccessError) {
        try database.write { database in
            try database.execute("DELETE FROM sessions WHERE account = ?", [name.text])
            try database.removeDevices(of: name)
            try database.removePushDevices(of: name)
            try database.forgetMailLinks(of: name)
            try database.record(.sessionsRevoked, name.text, from: nil, at: now)
        }
    }
}

extension SQLSession {
    /// The account of a name or a mail address; without one the only account that has a passcode.
    func account(named text: String?) throws -> Name? {
        if let text {
            if let mail = MailAddress(text) { return try account(of: mail) }
            guard let name = try? Name(text), try hasAccount(name) else { return nil }
            return name
        }
        let sql = "SELECT name FROM accounts WHERE passcode IS NOT NULL AND \(Self.isVerified) LIMIT 2"
        let names = try rows(sql) { $0[0] as String }
        return names.count == 1 ? try Name(names[0]) : nil
    }

    /// Opens a session for an account; of too many the one used longest ago ends.
    func openSession(for account: Name, from source: String, at now: Timestamp) throws -> OpenedSession {
        var generator = SystemRandomNumberGenerator()
        let secret = AccessSecret(using: &generator)
        let csrf = AccessSecret(using: &generator).text
        let id = AccessIdentifier.make(12, using: &generator)
        let expires = now.advanced(by: Session.duration)
        guard let principal = try self.principal(account, scope: .admin) else {
            throw try hasAccount(account) ? AccessError.deactivated : .refused
        }
        try execute("DELETE FROM sessions WHERE expires_ms <= ?", [now.milliseconds])
        try execute(
            """
            DELETE FROM sessions WHERE hash IN (
                SELECT hash FROM sessions WHERE account = ?
                ORDER BY used_ms DESC, created_ms DESC LIMIT 9223372036854775807 OFFSET ?)
            """,
            [account.text, Session.most - 1]
        )
        try execute(
            """
            INSERT INTO sessions (hash, id, account, csrf, source, created_ms, used_ms, expires_ms)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                secret.hash, id, account.text, csrf, source, now.milliseconds, now.milliseconds,
                expires.milliseconds,
            ]
        )
        try record(.loggedIn, account.text, from: source, at: now)
        let session = Session(id: id, principal: principal, csrf: csrf, opened: now, expires: expires)
        return OpenedSession(secret: secret, session: session)
    }
}
