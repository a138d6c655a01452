internal import Foundation
internal import GRDB
internal import Store

/// Where the outbox is: a file that only its owner may read, or tables in PostgreSQL that workers share.
struct OutboxDatabase: Sendable {
    /// The file, or the address of PostgreSQL without its password.
    let path: String
    /// What it was opened with.
    let place: String
    private let engine: Engine

    private enum Engine: Sendable {
        case sqlite(DatabaseQueue)
        case postgres(PostgresTables)
    }

    /// Opens the file, to look at it only, or else making it when it is missing; for an address of PostgreSQL, the tables
    /// beside the history that lies there.
    init(path: String, isReadOnly: Bool, for claim: PartitionClaim? = nil) throws(NotificationError) {
        place = path
        do {
            if let tables = try PostgresTables(beside: path, .outbox, for: claim) {
                self.path = tables.shown
                engine = .postgres(tables)
                return
            }
            self.path = path
            if !isReadOnly, !FileManager.default.fileExists(atPath: path) {
                // Before SQLite makes it readable for everybody; its -wal and -shm files take the same mode.
                let mode = [FileAttributeKey.posixPermissions: 0o600]
                guard FileManager.default.createFile(atPath: path, contents: nil, attributes: mode) else {
                    throw NotificationError.database(
                        path: path, "cannot be made; check the directory and its permissions"
                    )
                }
            }
            var configuration = Configuration()
            configuration.busyMode = .timeout(5)
            configuration.readonly = isReadOnly
            configuration.label = "notifications"
            // What is erased must not stay in unused parts of the file.
            configuration.prepareDatabase { try $0.execute(sql: "PRAGMA secure_delete = ON") }
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            if isReadOnly { try Self.check(queue, path) } else { try Self.migrate(queue, path) }
            engine = .sqlite(queue)
        } catch { throw Self.translated(error, path) }
    }

    /// Whether workers share it.
    var isShared: Bool { if case .postgres = engine { true } else { false } }

    func read<Value>(_ body: (SQLSession) throws -> Value) throws(NotificationError) -> Value {
        do {
            switch engine {
            case .sqlite(let queue): return try queue.read { try body(SQLSession($0)) }
            case .postgres(let tables): return try tables.read(body)
            }
        } catch { throw Self.translated(error, path) }
    }

    func write<Value>(_ body: (SQLSession) throws -> Value) throws(NotificationError) -> Value {
        do {
            switch engine {
            case .sqlite(let queue): return try queue.write { try body(SQLSession($0)) }
            case .postgres(let tables): return try tables.write(body)
            }
        } catch { throw Self.translated(error, path) }
    }

    /// Moves what was written from the log into the file, so that nothing erased stays in the log; in PostgreSQL the tables
    /// are written anew.
    func checkpoint() throws(NotificationError) {
        do {
            switch engine {
            case .sqlite(let queue):
                try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
            case .postgres(let tables): try tables.rewrite()
            }
        } catch { throw Self.translated(error, path) }
    }

    private static func translated(_ error: any Error, _ path: String) -> NotificationError {
        if let error = error as? NotificationError { return error }
        if let error = error as? StoreError {
            return error.reason == .foreign ? foreign(error.path) : .database(path: error.path, "\(error.reason)")
        }
        guard let error = error as? DatabaseError else { return .database(path: path, "\(error)") }
        if error.resultCode == .SQLITE_NOTADB { return foreign(path) }
        return .database(path: path, error.message ?? "SQLite error \(error.resultCode.rawValue)")
    }

    private static func foreign(_ path: String) -> NotificationError {
        .database(path: path, "is no outbox of notifications")
    }

    private static let applicationID = 0x5447_4E4F
    private static let version = 1

    /// The version of the file's tables, 0 for an empty file.
    private static func version(of database: Database, _ path: String) throws -> Int {
        let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        let id = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        let isEmpty = try Bool.fetchOne(database, sql: "SELECT NOT EXISTS (SELECT 1 FROM sqlite_master)") ?? true
        guard id == applicationID || (found == 0 && isEmpty) else { throw foreign(path) }
        guard found <= version else {
            throw NotificationError.database(
                path: path,
                "has version \(found), but this program knows versions up to \(version); use a newer program"
            )
        }
        return found
    }

    private static func check(_ queue: DatabaseQueue, _ path: String) throws {
        let found = try queue.read { try version(of: $0, path) }
        if found == 0 { throw foreign(path) }
    }

    private static func migrate(_ queue: DatabaseQueue, _ path: String) throws {
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA journal_mode = WAL")
            // What is told must not be forgotten with the power.
            try database.execute(sql: "PRAGMA synchronous = FULL")
            try database.inTransaction(.immediate) {
                if try version(of: database, path) == 0 {
                    try database.execute(sql: tables)
                    try database.execute(sql: "PRAGMA application_id = \(applicationID)")
                    try database.execute(sql: "PRAGMA user_version = \(version)")
                }
                return .commit
            }
        }
    }

    private static let tables = """
        CREATE TABLE channels (
            name TEXT PRIMARY KEY,
            since_ms INTEGER NOT NULL,
            -- In a row, since something got through.
            failures INTEGER NOT NULL DEFAULT 0,
            paused_ms INTEGER NOT NULL DEFAULT 0,
            sent INTEGER NOT NULL DEFAULT 0,
            failed INTEGER NOT NULL DEFAULT 0,
            superseded INTEGER NOT NULL DEFAULT 0
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE notices (
            -- In the order in which they were learnt.
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            owner TEXT NOT NULL,
            tracker TEXT NOT NULL,
            episode TEXT NOT NULL,
            repetition INTEGER NOT NULL CHECK (repetition >= 0),
            payload BLOB NOT NULL,
            low_m REAL,
            high_m REAL,
            known_ms INTEGER NOT NULL
        ) STRICT;

        CREATE INDEX notices_of_episode ON notices (episode);

        CREATE TABLE deliveries (
            channel TEXT NOT NULL REFERENCES channels (name) ON DELETE CASCADE,
            notice INTEGER NOT NULL REFERENCES notices (number) ON DELETE CASCADE,
            state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'superseded', 'failed')),
            -- How often it was tried, and how often of these the receiver refused this very message.
            attempts INTEGER NOT NULL DEFAULT 0,
            refusals INTEGER NOT NULL DEFAULT 0,
            next_ms INTEGER NOT NULL,
            done_ms INTEGER,
            trouble TEXT,
            PRIMARY KEY (channel, notice)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX deliveries_waiting ON deliveries (channel, notice) WHERE state = 'waiting';

        -- What a desktop shows of each item, so that it is replaced and closed after a restart too.
        CREATE TABLE shown (
            channel TEXT NOT NULL,
            device TEXT NOT NULL,
            server TEXT NOT NULL,
            number INTEGER NOT NULL,
            link TEXT,
            PRIMARY KEY (channel, device)
        ) STRICT, WITHOUT ROWID;
        """
}
