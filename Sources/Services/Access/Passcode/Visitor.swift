internal import Cryptography
internal import Store
internal import Tracking

/// Who tries to log in, and what their wrong tries are counted for.
struct Visitor {
    /// The name that was typed, where an account has it: others are not kept.
    let account: String?
    let source: String
    /// A visitor is locked out while one of these is.
    let subjects: [String]
    /// What the right passcode makes as if nobody had tried.
    let lifted: [String]
    /// Whether somebody has logged in from the device to that account.
    let isKnownDevice: Bool

    /// Sorts a visitor in by the name as it was given: of any length, and perhaps nobody's.
    ///
    /// The mask stands for names that no account has, and for every mail address: whether somebody tries at an address or at
    /// the name of the account that has it is counted apart, so that a lock does not tell whose address it is.
    ///
    /// - Throws: ``AccessError/database(path:_:)``.
    init(
        _ account: String,
        mail: MailAddress?,
        _ source: String,
        _ device: AccessSecret?,
        at now: Timestamp,
        _ mask: NameMask,
        _ database: SQLSession
    ) throws {
        let name = try? Name(account)
        let known = try name.flatMap { try database.hasAccount($0) ? $0 : nil }
        self.account = known?.text
        self.source = source
        // Counted alike, so that a lock does not tell which accounts there are.
        let subject: String
        if let mail {
            subject = mask.subject(nil, mail: mail)
        } else {
            subject = known.map { "account:\($0)" } ?? mask.subject(name, mail: MailAddress(account))
        }
        let id = try known.flatMap { name in try device.flatMap { try database.knownDevice($0, of: name, at: now) } }
        isKnownDevice = id != nil
        let own = try known.map { try database.subjects(of: $0, mask) } ?? []
        if let id {
            // Strangers lock neither it, nor does it lock anybody.
            subjects = ["device:\(id)"]
            lifted = subjects
        } else if let address = NetworkAddress(source) {
            // The machine itself has one count for all its addresses; others lock the account for strangers. Whoever has
            // one address of a network of IPv6 has all of them.
            subjects = address.isLoopback ? ["source:this machine"] : [subject, "source:\(address.network)"]
            lifted = address.isLoopback ? subjects : subjects + own
        } else {
            subjects = [subject, "source:\(source.excerpt(Self.longestSource))"]
            lifted = subjects + own
        }
    }

    private static let longestSource = 64
}

/// Stands for the names that no account has, where wrong tries are counted: what was typed may be a passcode in the wrong
/// place.
///
/// HMAC-SHA-256 with a key of this run, which is in no file: nobody who reads the counts can try names on them. Services
/// that share accounts have a key in their database, as a name that each of them counted for itself would be known by that
/// to be nobody's.
struct NameMask: Sendable {
    private let key: [UInt8]

    /// A mask of this run.
    init() { key = (0..<32).map { _ in UInt8.random(in: 0 ... .max) } }

    /// The mask of all who have the key.
    init(key: AccessSecret) { self.key = Array(key.text.utf8) }

    /// What tries at a name are counted for; whatever is no name counts as one.
    func subject(_ name: Name?, mail: MailAddress? = nil) -> String {
        guard let text = name?.text ?? mail?.folded else { return Self.start + "?" }
        return Self.start + Hex.text(place(text, in: "tries").prefix(16))
    }

    /// What stands for a name in a list, and for no other name; in another list it is something else.
    func place(_ name: Name, in list: String) -> [UInt8] { place(name.text, in: list) }

    /// The same of any text, such as a mail address.
    func place(_ name: String, in list: String) -> [UInt8] {
        Digest.hmacSHA256(Array("\(list) \(name)".utf8), key: key)
    }

    /// What all these subjects begin with.
    static let start = "nobody:"
}

extension SQLSession {
    /// How many counts of wrong tries are kept: of more, those of names that nobody has and of sources, the oldest.
    static let mostLockouts = 10_000

    func lockout(of subject: String) throws -> Lockout? {
        let sql = "SELECT tries, last_ms, locked_ms FROM lockouts WHERE subject = ?"
        return try row(sql, [subject]) { row in
            Lockout(
                tries: row[0],
                last: Timestamp(milliseconds: row[1]),
                lockedUntil: (row[2] as Int64?).map { Timestamp(milliseconds: $0) }
            )
        }
    }

    func save(_ lockout: Lockout, of subject: String) throws {
        try execute(
            """
            INSERT INTO lockouts (subject, tries, last_ms, locked_ms) VALUES (?, ?, ?, ?)
            ON CONFLICT (subject) DO UPDATE SET
                tries = excluded.tries, last_ms = excluded.last_ms, locked_ms = excluded.locked_ms
            """,
            [subject, lockout.tries, lockout.last.milliseconds, lockout.lockedUntil?.milliseconds]
        )
    }

    /// What wrong tries of strangers at an account are counted for: its name, and the address that it has.
    func subjects(of name: Name, _ mask: NameMask) throws -> [String] {
        guard let mail = try self.mail(of: name), try account(of: mail) == name else { return ["account:\(name)"] }
        return ["account:\(name)", mask.subject(nil, mail: mail)]
    }

    func removeLockout(of subject: String) throws {
        try execute("DELETE FROM lockouts WHERE subject = ?", [subject])
    }

    /// Lets an account be tried anew, from wherever its owner is; the other accounts stay locked.
    func liftLocks(of account: Name) throws {
        try execute(
            // The lock of a name that nobody has stays as those of the other accounts do: one cannot be told from another.
            """
            DELETE FROM lockouts
            WHERE subject = ?1 OR subject NOT LIKE 'account:%' AND subject NOT LIKE ?2 || '%'
            """,
            ["account:\(account)", NameMask.start]
        )
    }

    /// What has been over for long is no longer of interest, and strangers must not fill the table.
    func removeLockouts(at now: Timestamp) throws {
        let old = now.milliseconds - 2 * Lockout.duration.milliseconds
        try execute("DELETE FROM lockouts WHERE last_ms < ?", [old])
        let count: Int = try value("SELECT count(*) FROM lockouts") ?? 0
        guard count >= Self.mostLockouts else { return }
        try execute(
            """
            DELETE FROM lockouts WHERE subject IN (
                SELECT subject FROM lockouts
                WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE 'account:' || name = subject)
                ORDER BY last_ms DESC LIMIT 9223372036854775807 OFFSET ?)
            """,
            [Self.mostLockouts / 2]
        )
    }
}
