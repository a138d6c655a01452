internal import Store
public import Tracking

/// Accounts that rest: nobody logs in as them, and nothing that they share is shown, until they are brought back.
///
/// Nothing of them is removed but what lets somebody in; erasure is another thing.
extension AccessControl {
    /// Deactivates an account: its sessions and tokens end.
    ///
    /// Returns the mail by which its owner can bring it back, nil where none is asked for or no address is known. One that is deactivated already stays so.
    ///
    /// - Throws: ``AccessError/noSuchAccount(_:)``, or ``AccessError/lastAdministrator``.
    @discardableResult
    public func deactivate(
        _ name: Name, withLetter: Bool = false, from source: String?, at now: Timestamp
    ) throws(AccessError) -> AccountLetter? {
        try database.write { database in
            guard try database.hasAccount(name) else { throw AccessError.noSuchAccount(name) }
            try database.checkIsNoLastAdministrator(name)
            let changed = try database.change(
                "UPDATE accounts SET deactivated_ms = ? WHERE name = ? AND deactivated_ms IS NULL",
                [now.milliseconds, name.text]
            )
            guard changed > 0 else { return nil }
            try database.execute("DELETE FROM sessions WHERE account = ?", [name.text])
            try database.execute("DELETE FROM tokens WHERE account = ?", [name.text])
            try database.removeDevices(of: name)
            try database.removePushDevices(of: name)
            try database.mendGroups(of: name)
            for kind in [MailLink.Kind.recover, .verify, .invite] {
                try database.endMailLinks(kind, of: name, at: now)
            }
            try database.record(.accountDeactivated, name.text, from: source, at: now)
            guard withLetter, let mail = try database.mail(of: name) else { return nil }
            let link = try database.makeMailLink(.reactivate, of: name, mail: mail, at: now)
            return try database.letter(.reactivate(link.secret), to: mail, of: name, expires: link.expires)
        }
    }

    /// Brings a deactivated account back, as whoever keeps the accounts does; one that is active stays so.
    ///
    /// - Throws: ``AccessError/noSuchAccount(_:)``.
    public func activate(_ name: Name, from source: String?, at now: Timestamp) throws(AccessError) {
        try database.write { database in
            guard try database.hasAccount(name) else { throw AccessError.noSuchAccount(name) }
            try database.activate(name, from: source, at: now)
        }
    }

    /// Brings a deactivated account back by a link, and returns it.
    ///
    /// - Throws: ``AccessError/badLink(_:)``.
    @discardableResult
    public func reactivate(
        by secret: AccessSecret, from source: String, at now: Timestamp
    ) throws(AccessError) -> Name {
        try database.write { database in
            let link = try database.useMailLink(secret, .reactivate, at: now)
            try database.activate(link.account, from: source, at: now)
            return link.account
        }
    }
}

extension SQLSession {
    func isDeactivated(_ name: Name) throws -> Bool {
        try value("SELECT deactivated_ms IS NOT NULL FROM accounts WHERE name = ?", [name.text]) ?? false
    }

    fileprivate func activate(_ name: Name, from source: String?, at now: Timestamp) throws {
        let changed = try change(
            "UPDATE accounts SET deactivated_ms = NULL WHERE name = ? AND deactivated_ms IS NOT NULL", [name.text]
        )
        guard changed > 0 else { return }
        try endMailLinks(.reactivate, of: name, at: now)
        try record(.accountActivated, name.text, from: source, at: now)
    }

    /// Somebody has to be left who can manage accounts and log in.
    private func checkIsLeft(without name: Name) throws -> Bool {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM accounts
                WHERE administrator = 1 AND \(Self.canLogIn) AND name <> ? AND \(Self.isActive))
            """
        return try value(sql, [name.text]) ?? false
    }

    fileprivate func checkIsNoLastAdministrator(_ name: Name) throws {
        let isOne: Bool = try value("SELECT administrator FROM accounts WHERE name = ?", [name.text]) ?? false
        guard isOne else { return }
        guard try checkIsLeft(without: name) else { throw AccessError.lastAdministrator }
    }
}
