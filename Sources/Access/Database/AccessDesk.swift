internal import GRDB
internal import Tracking

/// Who may log in, who has, and what each may do.
///
/// Everything is in one database file of mode 0600, which commands may change while the service runs.
public final class AccessDesk: Sendable {
    let database: AccessDatabase
    /// scrypt's N for new passcodes; lower in tests, which hash many.
    let rounds: Int
    let challenges = ChallengeBook()

    /// Opens the file, or makes it.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - rounds: scrypt's N for new passcodes, a power of two.
    /// - Throws: ``AccessError/database(path:_:)``.
    public init(path: String, rounds: Int = AccessDesk.standardRounds) throws(AccessError) {
        database = try AccessDatabase(path: path)
        self.rounds = rounds
    }

    public static let standardRounds = 1 << 15

    /// Whether anybody has to log in: from the first passcode on.
    ///
    /// What another program changes in the file counts with the next call.
    public func isProtected() throws(AccessError) -> Bool { try database.isProtected() }

    /// The last things that happened, newest first.
    public func audit(limit: Int = 100) throws(AccessError) -> [AuditEntry] {
        try database.read { database in
            let sql = "SELECT time_ms, account, source, event FROM audit ORDER BY id DESC LIMIT ?"
            return try Row.fetchAll(database, sql: sql, arguments: [limit]).compactMap { row in
                guard let event = AuditEntry.Event(rawValue: row[3]) else { return nil }
                return AuditEntry(time: Timestamp(milliseconds: row[0]), account: row[1], source: row[2], event: event)
            }
        }
    }
}

extension Database {
    /// How many entries are kept.
    private static let mostEntries = 10_000

    func note(_ event: AuditEntry.Event, _ account: String?, from source: String?, at now: Timestamp) throws {
        try execute(
            sql: "INSERT INTO audit (time_ms, account, source, event) VALUES (?, ?, ?, ?)",
            // What a stranger typed as a name is kept short.
            arguments: [now.milliseconds, account.map { String($0.prefix(64)) }, source, event.rawValue]
        )
        try execute(sql: "DELETE FROM audit WHERE id <= ?", arguments: [lastInsertedRowID - Int64(Self.mostEntries)])
    }
}
