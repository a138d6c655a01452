internal import Store
public import Tracking

/// A device that somebody has logged in from, as it is listed: without its secret.
public struct KnownDevice: Hashable, Sendable {
    /// When somebody logged in from it first.
    public let created: Timestamp
    /// When somebody logged in from it last.
    public let used: Timestamp
}

/// Devices that somebody has logged in from: their wrong tries are counted apart, so that a stranger who is wrong five
/// times keeps nobody out of their own account.
///
/// A device shows that it is one by a secret of its own, which opens nothing (OWASP, *Slow Down Online Guessing Attacks
/// with Device Cookies*).
extension AccessControl {
    /// How long a device is known that nobody logs in from.
    public static let deviceMemory = Duration.seconds(90 * 24 * 3600)
    /// How many devices of an account are known, those that were used last.
    public static let mostDevices = 20

    /// Remembers that somebody has logged in from a device, and returns what it is to show next time: the same as it
    /// sent, where that is known already.
    ///
    /// - Throws: ``AccessError/database(path:_:)``.
    public func rememberDevice(
        _ sent: AccessSecret?, of account: Name, at now: Timestamp
    ) throws(AccessError) -> AccessSecret {
        try database.write { database in
            if let sent, let known = try database.knownDevice(sent, of: account, at: now) {
                let sql = "UPDATE known_devices SET used_ms = ? WHERE id = ?"
                try database.execute(sql, [now.milliseconds, known])
                return sent
            }
            var generator = SystemRandomNumberGenerator()
            let secret = AccessSecret(using: &generator)
            let id = AccessIdentifier.make(12, using: &generator)
            try database.execute(
                "INSERT INTO known_devices (hash, id, account, created_ms, used_ms) VALUES (?, ?, ?, ?, ?)",
                [secret.hash, id, account.text, now.milliseconds, now.milliseconds]
            )
            try database.execute(
                """
                DELETE FROM known_devices WHERE used_ms <= ?1 OR account = ?2 AND id IN (
                    SELECT id FROM known_devices WHERE account = ?2
                    ORDER BY used_ms DESC, created_ms DESC LIMIT 9223372036854775807 OFFSET ?3)
                """,
                [Self.forgottenDevices(at: now), account.text, Self.mostDevices]
            )
            return secret
        }
    }

    func knownDevices(of account: Name) throws(AccessError) -> [KnownDevice] {
        try database.read { database in
            let sql = "SELECT created_ms, used_ms FROM known_devices WHERE account = ? ORDER BY created_ms"
            return try database.rows(sql, [account.text]) { row in
                KnownDevice(created: Timestamp(milliseconds: row[0]), used: Timestamp(milliseconds: row[1]))
            }
        }
    }

    /// A device that was last used at this moment or before is not known any more.
    fileprivate static func forgottenDevices(at now: Timestamp) -> Int64 {
        now.milliseconds - deviceMemory.milliseconds
    }
}

extension SQLSession {
    /// The number of a device that an account has logged in from; nil for any other.
    func knownDevice(_ secret: AccessSecret, of account: Name, at now: Timestamp) throws -> String? {
        try value(
            "SELECT id FROM known_devices WHERE hash = ? AND account = ? AND used_ms > ?",
            [secret.hash, account.text, AccessControl.forgottenDevices(at: now)]
        )
    }

    func removeDevices(of account: Name) throws {
        try execute("DELETE FROM known_devices WHERE account = ?", [account.text])
    }
}
