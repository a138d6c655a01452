internal import Store
public import Tracking

/// A session as it is listed: without its secret.
public struct SessionLine: Hashable, Sendable {
    /// Names it; no secret.
    public let id: String
    /// The address that it was opened from.
    public let source: String?
    public let created: Timestamp
    public let used: Timestamp
    public let expires: Timestamp
}

/// All that the accounts' database has of one account and of an owner's things, without secrets and hashes.
public struct AccountPortrait: Hashable, Sendable {
    /// Nil where there is only an owner of that name.
    public var account: Account?
    public var sessions: [SessionLine]
    public var tokens: [Token]
    public var passkeys: [Passkey]
    /// What others may do with the owner's things, by account.
    public var shares: [(account: Name, grant: Grant)] {
        others.flatMap { other in other.grants.map { (other.name, $0) } }
    }
    public var devices: [KnownDevice]
    public var pushDevices: [PushDevice]
    /// The identities of other sites that log in as the account.
    public var identities: [LinkedIdentity] = []
    /// The open links to the owner's items, and those that the account made to others'.
    public var links: [ItemLink]
    /// What concerns the account, newest first.
    public var audit: [AuditEntry]
    /// Who looked at the owner's things.
    public var looks: [AccessLogEntry]
    /// What the account looked at that is not the owner's.
    public var looked: [AccessLogEntry]
    private var others: [Account]

    init(
        account: Account?,
        sessions: [SessionLine],
        tokens: [Token],
        passkeys: [Passkey],
        devices: [KnownDevice],
        pushDevices: [PushDevice],
        links: [ItemLink],
        audit: [AuditEntry],
        looks: [AccessLogEntry],
        looked: [AccessLogEntry],
        others: [Account]
    ) {
        (self.account, self.sessions, self.tokens, self.passkeys) = (account, sessions, tokens, passkeys)
        (self.devices, self.pushDevices, self.links) = (devices, pushDevices, links)
        (self.audit, self.looks, self.looked, self.others) = (audit, looks, looked, others)
    }
}

extension AccessControl {
    /// All that is kept of an account, and of access to an owner's things.
    public func portrait(of name: Name, owner: Name) throws(AccessError) -> AccountPortrait {
        let accounts = try accounts()
        let others = accounts.filter { $0.name != name }.map { account in
            var other = account
            other.grants = account.grants.filter { $0.owner == owner }
            return other
        }
        let all = try looks(of: nil, limit: .max)
        var portrait = AccountPortrait(
            account: accounts.first { $0.name == name },
            sessions: try sessions(of: name),
            tokens: try tokens().filter { $0.account == name },
            passkeys: try passkeys(of: name),
            devices: try knownDevices(of: name),
            pushDevices: try pushDevices(of: name),
            links: try links().filter { $0.account == name || $0.item.owner == owner },
            audit: try audit(limit: .max).filter { $0.account == name.text },
            looks: all.filter { $0.device.owner == owner },
            looked: all.filter { $0.viewer == name && $0.device.owner != owner },
            others: others
        )
        portrait.identities = try identities(of: name)
        return portrait
    }

    private func sessions(of name: Name) throws(AccessError) -> [SessionLine] {
        try database.read { database in
            let sql = """
                SELECT id, source, created_ms, used_ms, expires_ms FROM sessions WHERE account = ? ORDER BY created_ms
                """
            return try database.rows(sql, [name.text]) { row in
                SessionLine(
                    id: row[0],
                    source: row[1],
                    created: Timestamp(milliseconds: row[2]),
                    used: Timestamp(milliseconds: row[3]),
                    expires: Timestamp(milliseconds: row[4])
                )
            }
        }
    }

    /// Notes that somebody was given a copy of the whole history; nil where nobody has to log in.
    public func noteBackup(by account: Name?, from source: String?, at now: Timestamp) throws(AccessError) {
        try database.write { try $0.record(.backupMade, account?.text, from: source, at: now) }
    }

    /// Notes that somebody was given all that is kept of an account.
    public func noteExport(of name: Name, from source: String?, at now: Timestamp) throws(AccessError) {
        try database.write { try $0.record(.accountExported, name.text, from: source, at: now) }
    }
}
