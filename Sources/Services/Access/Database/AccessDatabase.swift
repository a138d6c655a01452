internal import Foundation
internal import GRDB
internal import Store

/// What says who may log in: a file that only its owner may read, or tables in PostgreSQL that workers share.
struct AccessDatabase: Sendable {
    /// The file, or the address of PostgreSQL without its password.
    let path: String
    private let engine: Engine
    private let protection = ProtectionMemory()
    private let outage = OutageMemory()
    private let writes = WriteCount()

    private enum Engine: Sendable {
        case sqlite(any DatabaseWriter)
        case postgres(PostgresTables)
    }

    /// Opens the file, or makes it; for an address of PostgreSQL, the tables beside the history that lies there.
    init(path: String) throws(AccessError) {
        do {
            if let tables = try PostgresTables(beside: path, .access) {
                self.path = tables.shown
                engine = .postgres(tables)
                return
            }
            self.path = path
            if !FileManager.default.fileExists(atPath: path) {
                // Before SQLite makes it readable for everybody; its -wal and -shm files take the same mode.
                let mode = [FileAttributeKey.posixPermissions: 0o600]
                guard FileManager.default.createFile(atPath: path, contents: nil, attributes: mode) else {
                    throw AccessError.database(path: path, "cannot be made; check the directory and its permissions")
                }
            }
            var configuration = Configuration()
            configuration.busyMode = .timeout(5)
            configuration.label = "access"
            // What is removed is not to be read in the file.
            configuration.prepareDatabase { try $0.execute(sql: "PRAGMA secure_delete = ON") }
            let pool = try DatabaseQueue(path: path, configuration: configuration)
            try Self.migrate(pool, path)
            engine = .sqlite(pool)
        } catch let error as AccessError { throw error } catch { throw Self.translated(error, path) }
    }

    /// Whether several services have it.
    var isShared: Bool { if case .postgres = engine { true } else { false } }

    /// Reads what one commit has left.
    func read<Value>(_ body: (SQLSession) throws -> Value) throws(AccessError) -> Value {
        do {
            switch engine {
            case .sqlite(let pool): return try pool.read { try body(SQLSession($0)) }
            case .postgres(let tables): return try outage.ask { try tables.read(body) }
            }
        } catch { throw Self.translated(error, path) }
    }

    /// Writes all of it, or nothing, while nobody else writes.
    func write<Value>(_ body: (SQLSession) throws -> Value) throws(AccessError) -> Value {
        // Behind it, whatever became of it.
        defer { writes.add() }
        do {
            switch engine {
            case .sqlite(let pool):
                return try pool.write { database in
                    // On the queue of the database, where nobody reads before the end, and remembers what was before.
                    protection.clear()
                    return try body(SQLSession(database))
                }
            case .postgres(let tables): return try outage.ask { try tables.write(body) }
            }
        } catch { throw Self.translated(error, path) }
    }

    /// Whether anybody has to log in: from the first passcode on.
    ///
    /// Asked with each request, and therefore of a file remembered until this program or another one has written.
    func isProtected() throws(AccessError) -> Bool {
        do {
            switch engine {
            case .sqlite(let pool): return try pool.unsafeRead { try protection.isProtected($0) }
            case .postgres(let tables):
                let isProtected = try outage.ask { try tables.read { try $0.isProtected() } }
                protection.note(isProtected)
                return isProtected
            }
        } catch { throw Self.translated(error, path) }
    }

    func mark() throws(AccessError) -> AccessMark {
        let own = writes.value
        guard case .sqlite(let pool) = engine else { return AccessMark(own: own, version: 0) }
        do {
            let request = SQLRequest<Int>(sql: "PRAGMA data_version", cached: true)
            return AccessMark(own: own, version: try pool.unsafeRead { try request.fetchOne($0) } ?? 0)
        } catch { throw Self.translated(error, path) }
    }

    /// Whether anybody had to log in when that was asked last; nil for never.
    var wasProtected: Bool? { protection.last }

    /// Writes the database anew, so that nothing of what was removed is left in it or in its log; false while somebody
    /// reads a file: then the log is still there.
    func scrub() throws(AccessError) -> Bool {
        do {
            switch engine {
            case .sqlite(let pool):
                return try pool.writeWithoutTransaction { database in
                    // The index keeps words of what was removed until it is made anew.
                    try database.execute(sql: "INSERT INTO found_words (found_words) VALUES ('rebuild')")
                    try database.execute(sql: "VACUUM")
                    let busy = try Int.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
                    return busy == 0
                }
            case .postgres(let tables):
                return try tables.rewrite()
            }
        } catch { throw Self.translated(error, path) }
    }

    /// A lock of a name that one service has at a time, for as long as it keeps it; nil while another one has it.
    func hold(_ name: String) throws(AccessError) -> AccessLock? {
        do {
            switch engine {
            // Nobody else is there.
            case .sqlite: return AccessLock(nil)
            case .postgres(let tables): return try outage.ask { try tables.hold(name).map { AccessLock($0) } }
            }
        } catch { throw Self.translated(error, path) }
    }

    private static func translated(_ error: any Error, _ path: String) -> AccessError {
        if let error = error as? AccessError { return error }
        if let error = error as? StoreError {
            switch error.reason {
            case .unreachable, .busy: return .away(path: error.path, "\(error.reason)")
            default: break
            }
            let isForeign = error.reason == .foreign
            return .database(path: error.path, isForeign ? "is no database of accounts" : "\(error.reason)")
        }
        if let error = error as? DatabaseError {
            if error.resultCode == .SQLITE_NOTADB { return .database(path: path, "is no database of accounts") }
            let sentence = error.message ?? "SQLite error \(error.resultCode.rawValue)"
            return error.resultCode == .SQLITE_BUSY ? .away(path: path, sentence) : .database(path: path, sentence)
        }
        return .database(path: path, "\(error)")
    }

    static let applicationID = 0x5447_4143
    private static let version = 13

    private static func migrate(_ pool: any DatabaseWriter, _ path: String) throws {
        try pool.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA journal_mode = WAL")
            try database.inTransaction(.immediate) {
                let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
                let id = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
                guard found == 0 || id == applicationID else {
                    throw AccessError.database(path: path, "is no database of accounts")
                }
                guard found <= version else {
                    throw AccessError.database(
                        path: path,
                        "has version \(found), but this program knows versions up to \(version); use a newer program"
                    )
                }
                if found < 1 { try database.execute(sql: tables) }
                if found < 2 { try database.execute(sql: privacy) }
                if found < 3 { try database.execute(sql: passkeySites) }
                if found < 4 { try database.execute(sql: knownDevices) }
                if found < 5 { try database.execute(sql: forgottenNames) }
                if found < 6 { try database.execute(sql: pushDevices) }
                if found < 7 { try database.execute(sql: itemLinks) }
                if found < 8 { try database.execute(sql: pushQuietHours) }
                if found < 9 { try database.execute(sql: people) }
                if found < 10 { try database.execute(sql: mail) }
                if found < 11 { try database.execute(sql: foundPages) }
                if found < 12 { try database.execute(sql: invitations) }
                if found < 13 { try database.execute(sql: signInAgain) }
                if found < version {
                    try database.execute(sql: "PRAGMA application_id = \(applicationID)")
                    try database.execute(sql: "PRAGMA user_version = \(version)")
                }
                return .commit
            }
        }
    }

    /// Version 1.
    static let tables = """
        CREATE TABLE accounts (
            name TEXT PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 64),
            administrator INTEGER NOT NULL CHECK (administrator IN (0, 1)),
            passcode TEXT,
            created_ms INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE grants (
            account TEXT NOT NULL REFERENCES accounts (name) ON DELETE CASCADE,
            owner TEXT NOT NULL,
            tracker TEXT NOT NULL,
            "right" TEXT NOT NULL CHECK ("right" IN ('none', 'last', 'history', 'command')),
            PRIMARY KEY (account, owner, tracker)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE sessions (
            hash BLOB PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            account TEXT NOT NULL REFERENCES accounts (name) ON DELETE CASCADE,
            csrf TEXT NOT NULL,
            source TEXT,
            created_ms INTEGER NOT NULL,
            used_ms INTEGER NOT NULL,
            expires_ms INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE tokens (
            hash BLOB PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            account TEXT NOT NULL REFERENCES accounts (name) ON DELETE CASCADE,
            label TEXT NOT NULL,
            scope TEXT NOT NULL,
            created_ms INTEGER NOT NULL,
            used_ms INTEGER,
            expires_ms INTEGER
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE passkeys (
            credential BLOB PRIMARY KEY,
            account TEXT NOT NULL REFERENCES accounts (name) ON DELETE CASCADE,
            label TEXT NOT NULL,
            key BLOB NOT NULL,
            counter INTEGER NOT NULL,
            created_ms INTEGER NOT NULL,
            used_ms INTEGER
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE lockouts (
            subject TEXT PRIMARY KEY, tries INTEGER NOT NULL, last_ms INTEGER NOT NULL, locked_ms INTEGER
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE audit (
            id INTEGER PRIMARY KEY, time_ms INTEGER NOT NULL, account TEXT, source TEXT, event TEXT NOT NULL
        ) STRICT;
        """
}

extension AccessDatabase {
    /// Version 3: the site that a passkey was made for, and secrets that the service keeps for itself.
    ///
    /// A passkey of before has none, and takes that of its next use.
    static let passkeySites = """

        ALTER TABLE passkeys ADD COLUMN site TEXT;

        CREATE TABLE secrets (name TEXT PRIMARY KEY, secret TEXT NOT NULL) STRICT, WITHOUT ROWID;
        """
}

extension AccessDatabase {
    /// Version 5: what was typed as a name and is no account's goes; it may have been a passcode in the wrong place.
    static let forgottenNames = """

        UPDATE audit SET account = NULL
            WHERE event IN ('refused', 'locked') AND account NOT IN (SELECT name FROM accounts);
        DELETE FROM lockouts
            WHERE subject LIKE 'account:%' AND substr(subject, 9) NOT IN (SELECT name FROM accounts);
        """
}

extension AccessDatabase {
    /// Version 4: devices that somebody has logged in from, and an audit that strangers cannot flush.
    ///
    /// What strangers typed as a name was kept whole before, and could be of any length.
    static let knownDevices = """

        CREATE TABLE known_devices (
            hash BLOB PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            account TEXT NOT NULL REFERENCES accounts (name) ON DELETE CASCADE,
            created_ms INTEGER NOT NULL,
            used_ms INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        ALTER TABLE audit ADD COLUMN room INTEGER NOT NULL DEFAULT 0 CHECK (room BETWEEN 0 AND 2);
        ALTER TABLE audit ADD COLUMN count INTEGER NOT NULL DEFAULT 1 CHECK (count > 0);
        ALTER TABLE audit ADD COLUMN last_ms INTEGER;

        UPDATE audit SET account = NULL WHERE length(CAST(account AS BLOB)) > 64;
        UPDATE audit SET room = CASE WHEN account IN (SELECT name FROM accounts) THEN 1 ELSE 2 END
            WHERE event IN ('refused', 'locked');
        DELETE FROM lockouts WHERE length(CAST(subject AS BLOB)) > 80;

        CREATE INDEX audit_by_room ON audit (room, id);
        CREATE INDEX audit_of_locked ON audit (source, account, id) WHERE event = 'locked';
        """
}
