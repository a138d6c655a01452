internal import Store
public import Tracking

/// Identities of other sites (OpenID Connect): each is one account's, and opens it without a passcode.
extension AccessControl {
    /// Logs somebody in with an identity; for one that no account has, an account is made where that is allowed.
    ///
    /// An invitation that somebody brings who has an account is used with that, where it still can be.
    ///
    /// Where an account has the same mail address nothing is opened: an address proves to a site who somebody is, and not to
    /// us who the site is. Its owner confirms it first, see ``link(_:to:from:at:)``.
    ///
    /// - Throws: ``AccessError/registrationClosed``, ``AccessError/badLink(_:)`` for the invitation, or
    ///   ``AccessError/deactivated``.
    public func logIn(
        _ identity: ForeignIdentity,
        language: LetterLanguage = .english,
        invitation: AccessSecret? = nil,
        where registration: RegistrationPolicy,
        from source: String,
        at now: Timestamp,
        isTaken: (Name) throws -> Bool = { _ in false }
    ) throws(AccessError) -> IdentityOutcome {
        try database.write { database in
            if let name = try database.account(of: identity) {
                try database.execute(
                    "UPDATE identities SET used_ms = ? WHERE issuer = ? AND subject = ?",
                    [now.milliseconds, identity.issuer, identity.subject]
                )
                if let invitation { try database.use(invitation, as: name, from: source, at: now) }
                return .opened(try database.openSession(for: name, from: source, at: now))
            }
            if let mail = identity.mail, let known = try database.account(of: mail) { return .unconfirmed(known) }
            if registration == .closed { throw AccessError.registrationClosed }
            if let invitation {
                _ = try database.useMailLink(invitation, .invite, at: now)
            } else if registration != .open {
                throw AccessError.registrationClosed
            }
            var generator = SystemRandomNumberGenerator()
            let stem = AccountNames.stem(identity.name, identity.mail)
            let name = try AccountNames.free(stem, database, isTaken: isTaken, using: &generator)
            let called = identity.name.isEmpty ? stem : identity.name
            try database.add(name, called, identity.mail, language, isVerified: true, at: now)
            if let mail = identity.mail { try database.claim(mail, for: name) }
            if let invitation { try database.keepPromise(of: invitation, to: name, at: now) }
            try database.record(.registered, name.text, from: source, at: now)
            try database.insert(identity, of: name, from: source, at: now)
            return .registered(try database.openSession(for: name, from: source, at: now))
        }
    }

    /// Makes an identity an account's, whose owner has shown who they are.
    ///
    /// - Throws: ``AccessError/noSuchAccount(_:)``, or ``AccessError/identityTaken`` where it is another account's.
    public func link(
        _ identity: ForeignIdentity, to name: Name, from source: String, at now: Timestamp
    ) throws(AccessError) {
        try database.write { database in
            guard try database.hasAccount(name) else { throw AccessError.noSuchAccount(name) }
            if let holder = try database.account(of: identity) {
                if holder == name { return }
                throw AccessError.identityTaken
            }
            try database.insert(identity, of: name, from: source, at: now)
        }
    }

    /// Opens a session for an account whose identity has just been confirmed with its passcode.
    public func logIn(
        confirming identity: ForeignIdentity,
        of name: Name,
        passcode: String,
        from source: String,
        device: AccessSecret? = nil,
        at now: Timestamp
    ) throws(AccessError) -> OpenedSession {
        let hash = try database.read { try $0.passcode(of: name) }
        try check(passcode, against: hash, of: name.text, from: source, device, at: now)
        try link(identity, to: name, from: source, at: now)
        return try open(for: name, from: source, at: now)
    }

    /// The identities of an account, the oldest first.
    public func identities(of name: Name) throws(AccessError) -> [LinkedIdentity] {
        try database.read { database in
            let sql = """
                SELECT issuer, subject, created_ms, used_ms FROM identities WHERE account = ? ORDER BY created_ms, issuer
                """
            return try database.rows(sql, [name.text]) { row in
                LinkedIdentity(
                    issuer: row[0],
                    subject: row[1],
                    created: Timestamp(milliseconds: row[2]),
                    used: (row[3] as Int64?).map { Timestamp(milliseconds: $0) }
                )
            }
        }
    }

    /// Has the identities of a site open an account no more; one that is not there is no error.
    ///
    /// - Throws: ``AccessError/onlyWayIn`` where the account has no other.
    public func removeIdentities(
        from issuer: String, of name: Name, from source: String, at now: Timestamp
    ) throws(AccessError) {
        try database.write { database in
            let removed = try database.change(
                "DELETE FROM identities WHERE account = ? AND issuer = ?", [name.text, issuer]
            )
            guard removed > 0 else { return }
            try database.requireWayIn(name)
            try database.record(.identityRemoved, name.text, from: source, at: now)
        }
    }

    /// The picture of an account that has none, as another site has it.
    public func setFirstPicture(
        _ bytes: [UInt8], kind: String, of name: Name, at now: Timestamp
    ) throws(AccessError) {
        try database.write { database in
            try database.execute(
                """
                INSERT INTO pictures (account, kind, data, updated_ms) VALUES (?, ?, ?, ?)
                ON CONFLICT (account) DO NOTHING
                """,
                [name.text, kind, bytes, now.milliseconds]
            )
        }
    }
}

extension SQLSession {
    /// - Throws: ``AccessError/onlyWayIn`` where the owner of an account has no way to log in any more.
    func requireWayIn(_ name: Name) throws {
        let sql = "SELECT EXISTS (SELECT 1 FROM accounts WHERE name = ? AND \(Self.canLogIn))"
        guard try value(sql, [name.text]) as Bool? == true else { throw AccessError.onlyWayIn }
    }

    /// Uses an invitation with an account, unless it is its own, ended, or for registering only: who logs in is let in all
    /// the same.
    fileprivate func use(
        _ invitation: AccessSecret, as name: Name, from source: String, at now: Timestamp
    ) throws {
        do { _ = try mailLink(invitation, .invite, at: now) } catch AccessError.badLink { return }
        guard let promise = try promise(of: invitation), promise.inviter != name else { return }
        _ = try useMailLink(invitation, .invite, at: now)
        try keepPromise(of: invitation, to: name, at: now)
        try gather(.invitationUsed, name, from: source, at: now)
    }

    fileprivate func account(of identity: ForeignIdentity) throws -> Name? {
        let sql = "SELECT account FROM identities WHERE issuer = ? AND subject = ?"
        let name: String? = try value(sql, [identity.issuer, identity.subject])
        return try name.map { try Name($0) }
    }

    fileprivate func insert(
        _ identity: ForeignIdentity, of name: Name, from source: String, at now: Timestamp
    ) throws {
        try execute(
            "INSERT INTO identities (issuer, subject, account, created_ms, used_ms) VALUES (?, ?, ?, ?, ?)",
            [identity.issuer, identity.subject, name.text, now.milliseconds, now.milliseconds]
        )
        try record(.identityLinked, name.text, from: source, at: now)
    }
}
