internal import GRDB
public import Tracking

extension AccessDesk {
    /// Sets or changes an account's passcode, and ends its other sessions.
    ///
    /// - Parameters:
    ///   - new: The new one.
    ///   - current: The old one; needed where there is one, except from the command line of the machine.
    ///   - name: Whose; the account is made, as one that may do everything, when there is none at all yet.
    ///   - source: The address that it comes from; nil for the command line.
    ///   - now: The time.
    /// - Throws: ``AccessError``: a wrong old one counts as a wrong try.
    public func setPasscode(
        _ new: Passcode,
        current: String?,
        of name: Name,
        from source: String?,
        at now: Timestamp
    ) throws(AccessError) {
        try confirm(current, of: name, from: source, at: now)
        var generator = SystemRandomNumberGenerator()
        let hash = try PasscodeHash(new, rounds: rounds, using: &generator)
        try database.write { database in
            if try !database.hasAccount(name) {
                let isEmpty = try Int.fetchOne(database, sql: "SELECT count(*) FROM accounts") == 0
                guard isEmpty else { throw AccessError.noSuchAccount(name) }
                try database.add(name, isAdministrator: true, at: now)
                try database.note(.accountAdded, name.text, from: source, at: now)
            }
            // Two first passcodes at the same moment: the second one did not know the first.
            if source != nil, current == nil, try database.passcode(of: name) != nil { throw AccessError.refused }
            try database.execute(
                sql: "UPDATE accounts SET passcode = ? WHERE name = ?",
                arguments: [hash.text, name.text]
            )
            try database.execute(sql: "DELETE FROM sessions WHERE account = ?", arguments: [name.text])
            try database.note(.passcodeSet, name.text, from: source, at: now)
        }
    }

    /// Turns protection off for an account: with the last passcode gone nobody has to log in.
    ///
    /// - Throws: ``AccessError``: a wrong old one counts as a wrong try.
    public func removePasscode(
        current: String?,
        of name: Name,
        from source: String?,
        at now: Timestamp
    ) throws(AccessError) {
        try confirm(current, of: name, from: source, at: now)
        try database.write { database in
            try database.checkStaysManageable(without: name)
            try database.execute(sql: "UPDATE accounts SET passcode = NULL WHERE name = ?", arguments: [name.text])
            try database.execute(sql: "DELETE FROM sessions WHERE account = ?", arguments: [name.text])
            try database.execute(sql: "DELETE FROM passkeys WHERE account = ?", arguments: [name.text])
            try database.note(.passcodeRemoved, name.text, from: source, at: now)
        }
    }

    /// The command line may do without the old passcode: who is there can write the file.
    private func confirm(
        _ current: String?,
        of name: Name,
        from source: String?,
        at now: Timestamp
    ) throws(AccessError) {
        guard let source else { return }
        guard let hash = try database.read({ try $0.passcode(of: name) }) else { return }
        try check(current ?? "", against: hash, of: name.text, from: source, at: now)
    }

    /// Checks a passcode against a hash, with the count of wrong tries around it.
    ///
    /// - Parameters:
    ///   - typed: What was typed.
    ///   - hash: What it is held against; nil for nobody of that name, which takes as long.
    ///   - account: The name as it was given.
    ///   - source: The address that it comes from.
    ///   - now: The time.
    /// - Throws: ``AccessError/refused``, or ``AccessError/locked(until:)`` from the last wrong try on.
    func check(
        _ typed: String,
        against hash: PasscodeHash?,
        of account: String,
        from source: String,
        at now: Timestamp
    ) throws(AccessError) {
        try begin(account, source, at: now)
        let passcode = try? Passcode(typed)
        let known = hash ?? .nobody
        guard let passcode, try known.matches(passcode), hash != nil else {
            throw try fail(account, source, at: now)
        }
        try succeed(account, source)
    }

    /// Counts a try of an account and of a source, unless one of them is locked: then it counts for neither.
    func begin(_ account: String, _ source: String, at now: Timestamp) throws(AccessError) {
        let refusal: AccessError? = try database.write { database in
            // What has been over for long is no longer of interest, and strangers must not fill the table.
            let old = now.milliseconds - 2 * Lockout.duration.milliseconds
            try database.execute(sql: "DELETE FROM lockouts WHERE last_ms < ?", arguments: [old])
            var counted: [(subject: String, lockout: Lockout)] = []
            var ends: [Timestamp] = []
            for subject in Self.subjects(account, source) {
                var lockout = try database.lockout(of: subject) ?? Lockout(last: now)
                do throws(AccessError) {
                    try lockout.begin(at: now)
                    counted.append((subject, lockout))
                } catch {
                    // It counts nothing, but ends sooner after the clock was set back.
                    try database.save(lockout, of: subject)
                    ends.append(lockout.lockedUntil ?? now)
                }
            }
            guard let end = ends.max() else {
                for (subject, lockout) in counted { try database.save(lockout, of: subject) }
                return nil
            }
            try database.note(.locked, account, from: source, at: now)
            return .locked(until: end)
        }
        if let refusal { throw refusal }
    }

    /// Notes a wrong try that has been counted.
    private func fail(_ account: String, _ source: String, at now: Timestamp) throws(AccessError) -> AccessError {
        try database.write { database in
            try database.note(.refused, account, from: source, at: now)
            let ends = try Self.subjects(account, source).compactMap { try database.lockout(of: $0)?.lockedUntil }
            guard let end = ends.max(), end > now else { return .refused }
            try database.note(.locked, account, from: source, at: now)
            return .locked(until: end)
        }
    }

    func succeed(_ account: String, _ source: String) throws(AccessError) {
        try database.write { database in
            for subject in Self.subjects(account, source) {
                try database.execute(sql: "DELETE FROM lockouts WHERE subject = ?", arguments: [subject])
            }
        }
    }

    private static func subjects(_ account: String, _ source: String) -> [String] {
        // Whoever has one address of a network of IPv6 has all of them.
        let network = NetworkAddress(source).map { "\($0.network)" } ?? source
        return ["account:\(account.prefix(64))", "source:\(network.prefix(64))"]
    }
}

extension PasscodeHash {
    /// What nobody's passcode is held against.
    fileprivate static let nobody = PasscodeHash(
        salt: [UInt8](repeating: 0x5A, count: 16),
        key: [UInt8](repeating: 0, count: 32),
        rounds: rounds
    )
}

extension Database {
    func passcode(of name: Name) throws -> PasscodeHash? {
        let sql = "SELECT passcode FROM accounts WHERE name = ?"
        return try String.fetchOne(self, sql: sql, arguments: [name.text]).flatMap { PasscodeHash(text: $0) }
    }

    fileprivate func lockout(of subject: String) throws -> Lockout? {
        let sql = "SELECT tries, last_ms, locked_ms FROM lockouts WHERE subject = ?"
        return try Row.fetchOne(self, sql: sql, arguments: [subject]).map { row in
            Lockout(
                tries: row[0],
                last: Timestamp(milliseconds: row[1]),
                lockedUntil: (row[2] as Int64?).map { Timestamp(milliseconds: $0) }
            )
        }
    }

    fileprivate func save(_ lockout: Lockout, of subject: String) throws {
        try execute(
            sql: "INSERT OR REPLACE INTO lockouts (subject, tries, last_ms, locked_ms) VALUES (?, ?, ?, ?)",
            arguments: [subject, lockout.tries, lockout.last.milliseconds, lockout.lockedUntil?.milliseconds]
        )
    }
}
