internal import Store
public import Tracking

extension AccessControl {
    /// Notes that an administrator has changed who may connect to the broker.
    public func noteBroker(
        _ event: AuditEntry.Event, by account: Name, from source: String?, at now: Timestamp
    ) throws(AccessError) {
        try database.write { try $0.record(event, account.text, from: source, at: now) }
    }

    /// Notes that an account has done something with a reminder or a calendar of somebody else's; what it does so within an
    /// hour is one entry, from whatever addresses.
    public func noteReminder(
        _ event: AuditEntry.Event, by account: Name, from source: String?, at now: Timestamp
    ) throws(AccessError) {
        try database.write { session in
            let first = try session.source(ofLast: event, account, at: now)
            try session.gather(event, account, from: first ?? source, at: now)
        }
    }

    /// The last things that happened, newest first.
    public func audit(limit: Int = 100) throws(AccessError) -> [AuditEntry] {
        try keepLockedTries()
        return try database.read { database in
            let sql = "SELECT time_ms, account, source, event, count, last_ms FROM audit ORDER BY id DESC LIMIT ?"
            return try database.rows(sql, [limit]) { (row) -> AuditEntry? in
                guard let event = AuditEntry.Event(rawValue: row[3]) else { return nil }
                return AuditEntry(
                    time: Timestamp(milliseconds: row[0]),
                    account: row[1],
                    source: row[2],
                    event: event,
                    count: row[4],
                    last: (row[5] as Int64?).map { Timestamp(milliseconds: $0) }
                )
            }.compactMap(\.self)
        }
    }
}

/// The rooms of the audit: what strangers do has one of its own, so that it pushes out nothing that people who got in
/// have done.
enum AuditRoom: Int {
    /// What was done by those who were let in, and on the command line.
    case own = 0
    /// Tries that failed at accounts that there are.
    case tries = 1
    /// Tries that failed at names of nobody.
    case strangers = 2

    /// How many entries are kept.
    var most: Int {
        switch self {
        case .own: 10_000
        case .tries: 5_000
        case .strangers: 1_000
        }
    }
}

extension SQLSession {
    private static let longestSource = TextBounds(0...64)

    /// Notes that something happened; of a try that failed the name only where an account has it.
    func record(_ event: AuditEntry.Event, _ account: String?, from source: String?, at now: Timestamp) throws {
        let name = account.flatMap { try? Name($0) }
        let room = try room(of: event, name)
        try execute(
            "INSERT INTO audit (time_ms, account, source, event, room) VALUES (?, ?, ?, ?, ?)",
            [
                now.milliseconds, room == .strangers ? nil : name?.text, source.map { Self.longestSource.cut($0) },
                event.rawValue, room.rawValue,
            ]
        )
        try execute(
            """
            DELETE FROM audit WHERE room = ?1 AND id <= (
                SELECT id FROM audit WHERE room = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)
            """,
            [room.rawValue, room.most]
        )
    }

    /// Notes what people do often, and one after the other: what an account does within an hour from one address is one
    /// entry, so that it pushes out nothing of others.
    func gather(_ event: AuditEntry.Event, _ account: Name, from source: String?, at now: Timestamp) throws {
        let gathered = try change(
            """
            UPDATE audit SET count = count + 1, last_ms = ?1 WHERE id = (
                SELECT id FROM audit WHERE room = ?2 AND event = ?3 AND account = ?4 AND source IS NOT DISTINCT FROM ?5
                ORDER BY id DESC LIMIT 1) AND time_ms > ?6 AND time_ms <= ?1
            """,
            [
                now.milliseconds, AuditRoom.own.rawValue, event.rawValue, account.text,
                source.map { Self.longestSource.cut($0) }, now.milliseconds - 3_600_000,
            ]
        )
        if gathered == 0 { try record(event, account.text, from: source, at: now) }
    }

    /// From which address an account began what it does at this time; nil where an hour has passed since.
    ///
    /// Who does it by ever new addresses, as IPv6 has them, so makes no more entries than by one.
    fileprivate func source(ofLast event: AuditEntry.Event, _ account: Name, at now: Timestamp) throws -> String? {
        let sql = """
            SELECT source FROM audit WHERE room = ? AND event = ? AND account = ? AND time_ms > ? AND time_ms <= ?
            ORDER BY id DESC LIMIT 1
            """
        let found = try rows(
            sql,
            [
                AuditRoom.own.rawValue, event.rawValue, account.text, now.milliseconds - 3_600_000, now.milliseconds,
            ]
        ) { (row) -> String? in row[0] }
        return found.first ?? nil
    }

    /// Notes tries while locked: one entry for all of a lock, with their number.
    func record(_ tries: LockedTries.Count, of key: LockedTries.Key) throws {
        let source = Self.longestSource.cut(key.source)
        let counted = try change(
            """
            UPDATE audit SET count = count + ?1, last_ms = ?2 WHERE id = (
                SELECT max(id) FROM audit WHERE event = 'locked' AND source IS NOT DISTINCT FROM ?3 AND account IS NOT DISTINCT FROM ?4)
                AND time_ms > ?5
            """,
            [
                tries.count, tries.last.milliseconds, source, key.account,
                tries.first.milliseconds - Lockout.duration.milliseconds,
            ]
        )
        guard counted == 0 else { return }
        try record(.locked, key.account, from: source, at: tries.first)
        guard tries.count > 1 else { return }
        let sql = "UPDATE audit SET count = ?, last_ms = ? WHERE id = (SELECT max(id) FROM audit)"
        try execute(sql, [tries.count, tries.last.milliseconds])
    }

    private func room(of event: AuditEntry.Event, _ name: Name?) throws -> AuditRoom {
        switch event {
        case .refused, .locked:
            guard let name, try hasAccount(name) else { return .strangers }
            return .tries
        // Anybody does this as often as it is counted, and pushes nothing out but the same.
        case .registered, .registeredAgain, .recoveryAsked: return .tries
        case .loggedIn, .loggedOut:
            guard let name, try hasAccount(name), try !isActive(name) else { return .own }
            return .tries
        default: return .own
        }
    }
}
