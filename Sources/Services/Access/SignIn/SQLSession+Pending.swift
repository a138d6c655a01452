internal import Store
public import Tracking

/// Those who have registered and not shown yet that the mail address is theirs.
///
/// They do not hold the address: several may wait for one, beside the account that has it. Whoever first shows that it is
/// theirs has it, and the others go.
extension SQLSession {
    private static let isPending = "mail_key = ? AND verified_ms IS NULL"
    /// The same for any address; as it stands in the index, so that none of the others is looked at.
    private static let waits = "verified_ms IS NULL AND mail_key IS NOT NULL"

    /// The accounts that wait for an address, the newest first.
    func pending(at mail: MailAddress) throws -> [Name] {
        let sql = "SELECT name FROM accounts WHERE \(Self.isPending) ORDER BY created_ms DESC, name LIMIT ?"
        return try rows(sql, [mail.folded, AccessControl.mostWaiting]) { try Name($0[0] as String) }
    }

    /// The same, with what their passcodes are held against: as many for every address, nil for each that is missing.
    func pendingPasscodes(at mail: MailAddress) throws -> [(name: Name?, hash: PasscodeHash?)] {
        let found = try pending(at: mail).map { (name: Name?.some($0), hash: try passcode(of: $0)) }
        return found + Array(repeating: (name: nil, hash: nil), count: AccessControl.mostWaiting - found.count)
    }

    /// Has the oldest of those that wait for an address go where there are too many, but never the one that has come now.
    func trimPending(at mail: MailAddress, beside name: Name) throws {
        try removeWaiting(
            """
            name IN (
                SELECT name FROM accounts WHERE \(Self.isPending) AND name <> ?
                ORDER BY created_ms DESC, name LIMIT 9223372036854775807 OFFSET ?)
            """,
            [mail.folded, name.text, AccessControl.mostWaiting - 1]
        )
    }

    /// Gives an account an address that has been shown to be its owner's: nobody waits for it any more.
    ///
    /// - Throws: ``AccessError/mailTaken`` where another account has shown that before.
    func claim(_ mail: MailAddress, for name: Name) throws {
        if let other = try account(of: mail), other != name { throw AccessError.mailTaken }
        try removeWaiting("\(Self.isPending) AND name <> ?", [mail.folded, name.text])
    }

    /// Has those go that wait for the address which an account has.
    func removePending(atMailOf name: Name) throws {
        try removeWaiting(
            """
            verified_ms IS NULL AND mail_key = (
                SELECT mail_key FROM accounts WHERE name = ? AND verified_ms IS NOT NULL)
            """,
            [name.text]
        )
    }

    /// Forgets those who have registered and never shown that the address is theirs.
    func removeUnverified(at now: Timestamp) throws {
        let oldest = now.milliseconds - AccessControl.registrationMemory.milliseconds
        try removeWaiting("\(Self.waits) AND created_ms < ?", [oldest])
    }

    /// Has accounts that wait go, with what the audit and the counts of wrong tries have of their names.
    private func removeWaiting(_ condition: String, _ arguments: SQLArguments) throws {
        // Most often there is none, and the audit is long.
        let isAny: Bool? = try value("SELECT EXISTS (SELECT 1 FROM accounts WHERE \(condition))", arguments)
        guard isAny == true else { return }
        let names = "SELECT name FROM accounts WHERE \(condition)"
        try execute("DELETE FROM audit WHERE account IN (\(names))", arguments)
        try execute(
            "DELETE FROM lockouts WHERE subject IN (SELECT 'account:' || name FROM accounts WHERE \(condition))",
            arguments
        )
        try execute("DELETE FROM accounts WHERE \(condition)", arguments)
    }

    /// Whether there is anything that ``AccessControl/sweepSignIn(at:)`` forgets.
    fileprivate func hasOldSignIn(at now: Timestamp) throws -> Bool {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM accounts WHERE \(Self.waits) AND created_ms < ?)
                OR EXISTS (SELECT 1 FROM mail_links WHERE expires_ms < ?)
                OR EXISTS (SELECT 1 FROM mail_counts WHERE since_ms <= ?)
            """
        let (oldest, window) = (AccessControl.registrationMemory.milliseconds, MailLimits.window.milliseconds)
        let asked = [oldest, Self.mailLinkMemory, window].map { now.milliseconds - $0 }
        return try value(sql, SQLArguments(asked.map(\.sqlValue))) ?? false
    }
}

extension AccessControl {
    /// How many accounts wait for one mail address; of more the newest.
    public static let mostWaiting = 3

    /// Forgets what of signing in is over: who has registered and not verified within a week, links of long ago, and mails of
    /// more than an hour ago.
    ///
    /// Called now and then, so that it goes also where nobody registers any more.
    /// - Throws: ``AccessError/database(path:_:)``.
    public func sweepSignIn(at now: Timestamp) throws(AccessError) {
        guard try database.read({ try $0.hasOldSignIn(at: now) }) else { return }
        try database.write { database in
            try database.removeUnverified(at: now)
            try database.removeMailLinks(at: now)
            try database.removeMailCounts(at: now)
        }
    }
}
