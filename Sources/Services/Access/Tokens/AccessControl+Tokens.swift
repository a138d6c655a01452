internal import Store
public import Tracking

/// A way in for a program, as it is listed.
public struct Token: Hashable, Sendable {
    /// Names the token; no secret.
    public let id: String
    public let account: Name
    /// What it is for.
    public let label: String
    public let scope: Scope
    public let created: Timestamp
    public let used: Timestamp?
    /// Nil for never.
    public let expires: Timestamp?
}

extension AccessControl {
    /// Makes a token; its secret, which begins with `tgl_` so that a leaked one is found, is told this once.
    ///
    /// Of the label, what cannot be seen and what is beyond 64 characters is left out.
    ///
    /// - Throws: ``AccessError/noSuchAccount(_:)``.
    public func makeToken(
        _ label: String,
        of account: Name,
        scope: Scope,
        expires: Timestamp? = nil,
        from source: String? = nil,
        at now: Timestamp
    ) throws(AccessError) -> (secret: AccessSecret, token: Token) {
        var generator = SystemRandomNumberGenerator()
        let label = TextBounds.label.repaired(label)
        let secret = AccessSecret(prefix: Self.tokenPrefix, using: &generator)
        let id = AccessIdentifier.make(8, using: &generator)
        try database.write { database in
            guard try database.hasAccount(account) else { throw AccessError.noSuchAccount(account) }
            try database.execute(
                """
                INSERT INTO tokens (hash, id, account, label, scope, created_ms, expires_ms)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    secret.hash, id, account.text, label, scope.rawValue, now.milliseconds,
                    expires?.milliseconds,
                ]
            )
            try database.record(.tokenMade, account.text, from: source, at: now)
        }
        let token = Token(
            id: id, account: account, label: label, scope: scope, created: now, used: nil, expires: expires
        )
        return (secret, token)
    }

    static let tokenPrefix = "tgl_"

    /// Who a token speaks for; nil for one that is over, was revoked or never was..
    ///
    public func principal(token secret: AccessSecret, at now: Timestamp) throws(AccessError) -> Principal? {
        guard secret.text.hasPrefix(Self.tokenPrefix) else { return nil }
        let found = try database.read { (database) -> (principal: Principal, used: Timestamp?)? in
            let sql = """
                SELECT account, scope, id, used_ms FROM tokens
                WHERE hash = ? AND (expires_ms IS NULL OR expires_ms > ?)
                """
            let found = try database.row(sql, [secret.hash, now.milliseconds]) { row in
                let used = (row[3] as Int64?).map { Timestamp(milliseconds: $0) }
                return (account: row[0] as String, scope: row[1] as String, id: row[2] as String, used: used)
            }
            guard let found, let scope = Scope(rawValue: found.scope),
                var principal = try database.principal(Name(found.account), scope: scope)
            else { return nil }
            principal.token = found.id
            return (principal, found.used)
        }
        guard let (principal, used) = found else { return nil }
        noteUse(of: .token, secret, last: used, at: now)
        return principal
    }

    /// All tokens, oldest first.
    public func tokens() throws(AccessError) -> [Token] {
        try database.read { database in
            let sql = """
                SELECT id, account, label, scope, created_ms, used_ms, expires_ms FROM tokens ORDER BY created_ms, id
                """
            return try database.rows(sql) { row in
                Token(
                    id: row[0],
                    account: try Name(row[1] as String),
                    label: row[2],
                    scope: Scope(rawValue: row[3]) ?? .readLast,
                    created: Timestamp(milliseconds: row[4]),
                    used: (row[5] as Int64?).map { Timestamp(milliseconds: $0) },
                    expires: (row[6] as Int64?).map { Timestamp(milliseconds: $0) }
                )
            }
        }
    }

    /// Ends a token.
    ///
    /// - Throws: ``AccessError/noSuchToken(_:)``.
    public func revokeToken(_ id: String, from source: String? = nil, at now: Timestamp) throws(AccessError) {
        try database.write { database in
            let sql = "DELETE FROM tokens WHERE id = ? RETURNING account"
            guard let account: String = try database.value(sql, [id]) else {
                throw AccessError.noSuchToken(id)
            }
            try database.record(.tokenRevoked, account, from: source, at: now)
        }
    }
}
