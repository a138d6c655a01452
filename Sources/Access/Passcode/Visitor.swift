internal import GRDB
internal import Tracking

/// Who tries to log in, and what their wrong tries are counted for.
struct Visitor {
    /// As it was typed, where that is a name; else the same for all.
    let account: String
    let source: String
    /// A visitor is locked out while one of these is.
    let subjects: [String]

    /// Sorts a visitor in.
    ///
    /// - Parameters:
    ///   - account: The name as it was given: of any length, and perhaps nobody's.
    ///   - source: The address that the try comes from.
    ///   - device: What the device shows of itself.
    ///   - now: The time.
    ///   - database: Knows the devices.
    /// - Throws: ``AccessError/database(path:_:)``.
    init(
        _ account: String,
        _ source: String,
        _ device: AccessSecret?,
        at now: Timestamp,
        _ database: Database
    ) throws {
        let name = try? Name(account)
        (self.account, self.source) = (name?.text ?? Self.nobody, source)
        if let name, let device, let id = try database.knownDevice(device, of: name, at: now) {
            // Strangers lock neither it, nor does it lock anybody.
            subjects = ["device:\(id)"]
        } else if let address = NetworkAddress(source) {
            // The machine itself has one count for all its addresses; others lock the account for strangers. Whoever has
            // one address of a network of IPv6 has all of them.
            subjects =
                address.isLoopback ? ["source:this machine"] : ["account:\(self.account)", "source:\(address.network)"]
        } else {
            subjects = ["account:\(self.account)", "source:\(source.excerpt(Self.longestSource))"]
        }
    }

    /// Stands for whatever is no name: no account has it.
    private static let nobody = "?"
    private static let longestSource = 64
}

extension Database {
    /// How many counts of wrong tries are kept: of more, those of names that nobody has and of sources, the oldest.
    static let mostLockouts = 10_000

    func lockout(of subject: String) throws -> Lockout? {
        let sql = "SELECT tries, last_ms, locked_ms FROM lockouts WHERE subject = ?"
        return try Row.fetchOne(self, sql: sql, arguments: [subject]).map { row in
            Lockout(
                tries: row[0],
                last: Timestamp(milliseconds: row[1]),
                lockedUntil: (row[2] as Int64?).map { Timestamp(milliseconds: $0) }
            )
        }
    }

    func save(_ lockout: Lockout, of subject: String) throws {
        try execute(
            sql: "INSERT OR REPLACE INTO lockouts (subject, tries, last_ms, locked_ms) VALUES (?, ?, ?, ?)",
            arguments: [subject, lockout.tries, lockout.last.milliseconds, lockout.lockedUntil?.milliseconds]
        )
    }

    func removeLockout(of subject: String) throws {
        try execute(sql: "DELETE FROM lockouts WHERE subject = ?", arguments: [subject])
    }

    /// Lets an account be tried anew, from wherever its owner is; the other accounts stay locked.
    func liftLocks(of account: Name) throws {
        try execute(
            sql: "DELETE FROM lockouts WHERE subject = ? OR subject NOT LIKE 'account:%'",
            arguments: ["account:\(account)"]
        )
    }

    /// What has been over for long is no longer of interest, and strangers must not fill the table.
    func forgetLockouts(at now: Timestamp) throws {
        let old = now.milliseconds - 2 * Lockout.duration.milliseconds
        try execute(sql: "DELETE FROM lockouts WHERE last_ms < ?", arguments: [old])
        guard try Int.fetchOne(self, sql: "SELECT count(*) FROM lockouts") ?? 0 >= Self.mostLockouts else { return }
        try execute(
            sql: """
                DELETE FROM lockouts WHERE subject IN (
                    SELECT subject FROM lockouts
                    WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE 'account:' || name = subject)
                    ORDER BY last_ms DESC LIMIT -1 OFFSET ?)
                """,
            arguments: [Self.mostLockouts / 2]
        )
    }
}
