internal import Store
public import Tracking

extension AccessControl {
    /// All accounts, by name.
    public func accounts() throws(AccessError) -> [Account] {
        try database.read { database in
            let sql = """
                SELECT name, administrator, passcode IS NOT NULL,
                    (SELECT count(*) FROM passkeys WHERE account = name), created_ms,
                    mail, \(SQLSession.isVerified), deactivated_ms
                FROM accounts ORDER BY name
                """
            return try database.rows(sql) { row in
                let name = try Name(row[0] as String)
                return Account(
                    name: name,
                    isAdministrator: row[1],
                    hasPasscode: row[2],
                    passkeys: row[3],
                    grants: try database.grants(of: name),
                    created: Timestamp(milliseconds: row[4]),
                    mail: (row[5] as String?).flatMap { MailAddress($0) },
                    isVerified: row[6],
                    deactivated: (row[7] as Int64?).map { Timestamp(milliseconds: $0) }
                )
            }
        }
    }

    /// Whether there is an account of a name.
    public func hasAccount(_ name: Name) throws(AccessError) -> Bool { try database.read { try $0.hasAccount(name) } }

    /// Adds an account, which cannot log in before it has a passcode; the source is nil for the command line.
    ///
    /// - Throws: ``AccessError/accountExists(_:)``.
    public func add(
        _ name: Name,
        isAdministrator: Bool,
        grants: [Grant] = [],
        passcode: Passcode? = nil,
        from source: String? = nil,
        at now: Timestamp
    ) throws(AccessError) {
        let hash: PasscodeHash? = if let passcode { try hashed(passcode) } else { nil }
        try database.write { database in
            if try database.hasAccount(name) { throw AccessError.accountExists(name) }
            try database.add(name, isAdministrator: isAdministrator, at: now)
            try database.replaceGrants(of: name, by: grants)
            try database.record(.accountAdded, name.text, from: source, at: now)
            guard let hash else { return }
            try database.setPasscode(hash, of: name)
            try database.record(.passcodeSet, name.text, from: source, at: now)
        }
    }

    /// Replaces what an account may do; its sessions and tokens follow at once, and its links and found pages
    /// of what it may not share any more end.
    ///
    /// - Throws: ``AccessError/noSuchAccount(_:)``.
    public func setGrants(
        _ grants: [Grant], of name: Name, from source: String? = nil, at now: Timestamp
    ) throws(AccessError) {
        try database.write { database in
            guard try database.hasAccount(name) else { throw AccessError.noSuchAccount(name) }
            try database.replaceGrants(of: name, by: grants)
            try database.removeLinksWithoutRight(of: name)
            try database.removeFoundPagesWithoutRight(of: name)
            try database.record(.grantsChanged, name.text, from: source, at: now)
        }
    }

    /// Removes an account with its sessions, tokens, passkeys and share links, and with its profile, contacts and inbox;
    /// a group that loses its last admin gets its longest member as one, and one without members goes.
    ///
    /// - Throws: ``AccessError/noSuchAccount(_:)``, or ``AccessError/lastAdministrator`` while others need one.
    public func remove(_ name: Name, from source: String? = nil, at now: Timestamp) throws(AccessError) {
        try database.write { database in
            guard try database.hasAccount(name) else { throw AccessError.noSuchAccount(name) }
            try database.checkStaysManageable(without: name)
            try database.removeAccount(name)
            try database.record(.accountRemoved, name.text, from: source, at: now)
        }
    }
}

extension SQLSession {
    func hasAccount(_ name: Name) throws -> Bool {
        try value(
            "SELECT EXISTS (SELECT 1 FROM accounts WHERE name = ?)", [name.text]
        ) ?? false
    }

    func add(_ name: Name, isAdministrator: Bool, at now: Timestamp) throws {
        try execute(
            "INSERT INTO accounts (name, administrator, created_ms, verified_ms) VALUES (?, ?, ?, ?)",
            [name.text, isAdministrator, now.milliseconds, now.milliseconds]
        )
    }

    func grants(of name: Name) throws -> [Grant] {
        let sql = #"SELECT owner, tracker, "right", by_area FROM grants WHERE account = ? ORDER BY owner, tracker"#
        return try rows(sql, [name.text]) { try Grant($0, at: 0) }
    }

    func replaceGrants(of name: Name, by grants: [Grant]) throws {
        try execute("DELETE FROM grants WHERE account = ?", [name.text])
        for grant in grants {
            try execute(
                """
                INSERT INTO grants (account, owner, tracker, "right", by_area) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (account, owner, tracker)
                DO UPDATE SET "right" = excluded."right", by_area = excluded.by_area
                """,
                [name.text, grant.owner.text, grant.tracker?.text ?? "", grant.right.word, grant.isByArea]
            )
        }
    }

    /// A condition on a row of `accounts`: that its owner has a way to log in, and has shown who they are.
    static let canLogIn = """
        (\(isVerified) AND (passcode IS NOT NULL OR EXISTS (SELECT 1 FROM passkeys WHERE passkeys.account = accounts.name)
            OR EXISTS (SELECT 1 FROM identities WHERE identities.account = accounts.name)))
        """

    /// While others can log in, somebody who can has to be able to manage them; without an account, where one is given.
    func checkStaysManageable(without name: Name? = nil) throws {
        let sql = """
            SELECT count(*), CAST(coalesce(sum(CASE WHEN deactivated_ms IS NULL THEN administrator END), 0) AS BIGINT)
            FROM accounts WHERE \(Self.canLogIn) AND name <> ?
            """
        let isLast = try row(sql, [name?.text ?? ""]) { $0[0] as Int > 0 && $0[1] as Int == 0 }
        if isLast == true { throw AccessError.lastAdministrator }
    }

    /// Who an account is, for a way of logging in.
    func principal(_ name: Name, scope: Scope) throws -> Principal? {
        guard var principal = try giver(name) else { return try newcomer(name, scope: scope) }
        principal.scope = scope
        if !principal.isAdministrator { principal.shares = try shares(with: name) }
        return principal
    }
}
