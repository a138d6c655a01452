public import Cryptography
internal import Foundation
internal import Store
public import Tracking

extension AccessControl {
    /// How many browsers of an account are told by Web Push at most.
    public static let mostPushDevices = 20

    /// The key that shows push services who sends: made once, and the same for the life of the database, as browsers
    /// take messages of no other.
    ///
    /// - Throws: ``AccessError/database(path:_:)``.
    public func pushKey() throws(AccessError) -> P256Key {
        try database.write { database in
            let known: String? = try database.value("SELECT secret FROM secrets WHERE name = 'push'")
            if let bytes = known.flatMap({ Base64URL.bytes($0) }), let key = P256Key(secret: bytes) { return key }
            var generator = SystemRandomNumberGenerator()
            let made = P256Key(using: &generator)
            let sql = """
                INSERT INTO secrets (name, secret) VALUES ('push', ?)
                ON CONFLICT (name) DO UPDATE SET secret = excluded.secret
                """
            try database.execute(sql, [Base64URL.text(made.secret)])
            return made
        }
    }

    /// Adds a browser, or takes over what has changed of one that is there: the same endpoint is the same browser.
    ///
    /// It goes with the session that it is added in when somebody logs out of that, and stays when that runs out.
    /// - Throws: ``AccessError/tooManyPushDevices``, or ``AccessError/noSuchAccount(_:)``.
    public func addPushDevice(
        _ endpoint: String,
        key: [UInt8],
        secret: [UInt8],
        name: String,
        of account: Name?,
        session: String?,
        from source: String,
        at now: Timestamp
    ) throws(AccessError) -> PushDevice {
        try database.write { database in
            if let account, try !database.hasAccount(account) { throw AccessError.noSuchAccount(account) }
            let known = try database.row(
                "SELECT id, account FROM push_devices WHERE endpoint = ?", [endpoint]
            ) { (id: $0[0] as String, holder: $0[1] as String?) }
            let holder = known?.holder
            if known == nil || holder != account?.text {
                let sql = "SELECT count(*) FROM push_devices WHERE account IS NOT DISTINCT FROM ?"
                let count: Int = try database.value(sql, [account?.text]) ?? 0
                guard count < Self.mostPushDevices else { throw AccessError.tooManyPushDevices }
                try database.record(.pushDeviceAdded, account?.text, from: source, at: now)
            }
            var generator = SystemRandomNumberGenerator()
            let id = known?.id ?? AccessIdentifier.make(12, using: &generator)
            try database.execute(
                """
                INSERT INTO push_devices (id, account, session, name, endpoint, key, secret, created_ms)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (endpoint) DO UPDATE SET account = excluded.account,
                    session = excluded.session, name = excluded.name, key = excluded.key, secret = excluded.secret
                """,
                [
                    id, account?.text, session, TextBounds.label.repaired(name), endpoint, key, secret,
                    now.milliseconds,
                ]
            )
            guard let device = try database.pushDevice(id) else { throw AccessError.refused }
            return device
        }
    }

    /// The browsers of an account, nil for those that were added while nobody had to log in; oldest first.
    public func pushDevices(of account: Name?) throws(AccessError) -> [PushDevice] {
        try database.read { database in
            let sql = "\(SQLSession.pushDeviceColumns) WHERE account IS NOT DISTINCT FROM ? ORDER BY created_ms, id"
            return try database.rows(sql, [account?.text]) { try PushDevice($0) }
        }
    }

    /// All browsers that are told, whosever they are; oldest first.
    public func pushDevices() throws(AccessError) -> [PushDevice] {
        try database.read { database in
            let sql = "\(SQLSession.pushDeviceColumns) ORDER BY created_ms, id"
            return try database.rows(sql) { try PushDevice($0) }
        }
    }

    /// A browser that is told, and whoever it is that is told there: nil once nobody is.
    public func pushDevice(_ id: String) throws(AccessError) -> (device: PushDevice, viewer: Principal)? {
        let isProtected = try isProtected()
        return try database.read { database in
            guard let device = try database.pushDevice(id) else { return nil }
            guard let account = device.account else { return isProtected ? nil : (device, .anybody) }
            // Without a passcode anywhere everybody may see everything.
            let principal = isProtected ? try database.principal(account, scope: .admin) : .anybody
            return principal.map { (device, $0) }
        }
    }

    /// Sets the hours in which what comes to a browser of an account makes no sound, nil for none; answers how it is known
    /// then, nil when it is not there.
    public func setQuietHours(
        _ quiet: QuietHours?, ofPushDevice id: String, of account: Name?
    ) throws(AccessError) -> PushDevice? {
        try database.write { database in
            let sql = "UPDATE push_devices SET quiet = ? WHERE id = ? AND account IS NOT DISTINCT FROM ?"
            let changed = try database.change(sql, [quiet?.description, id, account?.text])
            return changed > 0 ? try database.pushDevice(id) : nil
        }
    }

    /// Notes that the push service of a browser has taken a message.
    public func notePush(to id: String, at now: Timestamp) throws(AccessError) {
        try database.write { database in
            let sql = "UPDATE push_devices SET sent_ms = ? WHERE id = ?"
            try database.execute(sql, [now.milliseconds, id])
        }
    }

    /// Removes a browser of an account; one that is not there is no error.
    public func removePushDevice(
        _ id: String, of account: Name?, from source: String, at now: Timestamp
    ) throws(AccessError) {
        try database.write { database in
            let sql = "DELETE FROM push_devices WHERE id = ? AND account IS NOT DISTINCT FROM ?"
            if try database.change(sql, [id, account?.text]) > 0 {
                try database.record(.pushDeviceRemoved, account?.text, from: source, at: now)
            }
        }
    }

    /// Forgets a browser that has ended its subscription by itself, unless it has made another since.
    public func forget(_ device: PushDevice) throws(AccessError) {
        try database.write { database in
            let sql = "DELETE FROM push_devices WHERE id = ? AND endpoint = ? AND key = ?"
            try database.execute(sql, [device.id, device.endpoint, device.key])
        }
    }
}

extension SQLSession {
    fileprivate static let pushDeviceColumns = """
        SELECT id, account, name, endpoint, key, secret, created_ms, sent_ms, quiet FROM push_devices
        """

    fileprivate func pushDevice(_ id: String) throws -> PushDevice? {
        try row("\(Self.pushDeviceColumns) WHERE id = ?", [id]) { try PushDevice($0) }
    }

    /// Nobody is told any more in the browsers of an account, nor in those that were added while nobody had to log in.
    func removePushDevices(of account: Name) throws {
        try execute("DELETE FROM push_devices WHERE account = ? OR account IS NULL", [account.text])
    }

    /// Nobody is told any more in the browser of a session that somebody has ended.
    func removePushDevices(ofSession id: String) throws {
        try execute("DELETE FROM push_devices WHERE session = ?", [id])
    }
}

extension PushDevice {
    fileprivate init(_ row: SQLRow) throws {
        self.init(
            id: row[0],
            account: try (row[1] as String?).map { try Name($0) },
            name: row[2],
            endpoint: row[3],
            key: row[4],
            secret: row[5],
            created: Timestamp(milliseconds: row[6]),
            sent: (row[7] as Int64?).map(Timestamp.init(milliseconds:)),
            // What is none is of somebody who has changed the file; then everything is heard.
            quiet: (row[8] as String?).flatMap { try? QuietHours($0) }
        )
    }
}

extension AccessDatabase {
    /// Version 6: browsers that are told by Web Push.
    static let pushDevices = """

        CREATE TABLE push_devices (
            id TEXT PRIMARY KEY,
            -- None for one that was added while nobody had to log in.
            account TEXT REFERENCES accounts (name) ON DELETE CASCADE,
            session TEXT,
            name TEXT NOT NULL,
            endpoint TEXT NOT NULL UNIQUE,
            key BLOB NOT NULL CHECK (length(key) = 65),
            secret BLOB NOT NULL CHECK (length(secret) = 16),
            created_ms INTEGER NOT NULL,
            sent_ms INTEGER
        ) STRICT, WITHOUT ROWID;
        """

    /// Version 8: hours in which a browser makes no sound.
    static let pushQuietHours = "ALTER TABLE push_devices ADD COLUMN quiet TEXT;"
}
