import GRDB
import Glibc
import Synchronization

/// The history of devices in one database: one process writes it, any number read it at the same time.
///
/// Reads see the last committed batch. It is SQLite's, in a file in WAL mode, whose `-wal` and `-shm` files belong to it;
/// or PostgreSQL's, in a schema of its own.
public final class Store: Sendable {
    /// The version of the schema that this program writes.
    public static let schemaVersion = Schema.current.version

    /// The database file, or the address of PostgreSQL without its password; `:memory:` for a store in memory.
    public let path: String

    enum Engine: Sendable {
        /// The writer is nil in a store opened for reading.
        case sqlite(reader: any DatabaseReader, writer: (any DatabaseWriter)?)
        case postgres(PostgresStore)
    }

    let engine: Engine
    private let cache = Mutex(IngestCache())
    /// Whether batches stay in memory until somebody reads.
    private let isBehind: Bool
    /// The file that was opened; nil in memory.
    let file: FileIdentity?
    let committed = Atomic(0)
    let contexts = Mutex(ContextCache())
    /// Where months that are out can be read; nil for nowhere.
    let shelf = Mutex<(any FixShelf)?>(nil)

    /// Opens the database file, or for a path such as `postgres://user@host/database` that of PostgreSQL.
    ///
    /// Of PostgreSQL `schema=NAME` says in which schema, `tagalong` where it is left out; all else is as libpq takes it.
    ///
    /// - Throws: ``StoreError``, and leaves a file that is no database, another program's or of a newer schema as
    ///   it was.
    public convenience init(path: String, mode: StoreMode, durability: Durability = .full) throws {
        try self.init(path: path, mode: mode, durability: durability, schema: .current)
    }

    /// Opens what a worker holds of a history in PostgreSQL, which it alone writes; what is asked of all devices is asked
    /// of those of the partition.
    ///
    /// - Throws: ``StoreError``, with ``StoreError/Reason/fenced`` when another worker has taken it over.
    public init(path: String, claim: PartitionClaim) throws {
        guard let address = PostgresAddress(path) else {
            throw StoreError(path: path, .unsupported("workers share a history in PostgreSQL only"))
        }
        (self.path, file, isBehind) = (address.shown, nil, false)
        do { engine = .postgres(try PostgresStore(address, .readWrite(create: false), claim: claim)) } catch {
            throw StoreError.translated(error, path: address.shown)
        }
    }

    /// A store in memory that ends with this object, for simulations and tests.
    public static func inMemory() throws -> Store { try Store(memory: .current) }

    /// A store for what nobody keeps, in memory as far as that is little, and else in a file without a name, which ends
    /// with the process.
    ///
    /// What is written to it is held back until somebody reads, so that it costs little; a batch that fails is not undone.
    public static func temporary() throws -> Store {
        do {
            // SQLite's temporary database, of which pages go to a file only when its cache is full.
            var configuration = Configuration.writing
            // One stays open from reading to reading.
            configuration.allowsUnsafeTransactions = true
            let queue = try DatabaseQueue(path: "", configuration: configuration)
            try prepare(queue, path: "", durability: .off, schema: .current)
            try queue.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA cache_size = -\(temporaryCache)")
            }
            return Store(temporary: queue)
        } catch { throw StoreError.translated(error, path: "") }
    }

    /// KiB of pages in memory: a large fleet has a store for each of its shards.
    private static let temporaryCache = 256

    private init(temporary queue: DatabaseQueue) {
        (path, file, isBehind) = ("", nil, true)
        engine = .sqlite(reader: queue, writer: queue)
    }

    init(path: String, mode: StoreMode, durability: Durability, schema: Schema) throws {
        isBehind = false
        if let address = PostgresAddress(path) {
            (self.path, file) = (address.shown, nil)
            do { engine = .postgres(try PostgresStore(address, mode)) } catch {
                throw StoreError.translated(error, path: address.shown)
            }
            return
        }
        self.path = path
        do {
            switch mode {
            case .readWrite(let create):
                try Preflight.check(path: path, create: create, supported: schema.version)
                if create { Self.makePrivate(path) }
                let pool = try DatabasePool(path: path, configuration: .writing)
                try Self.prepare(pool, path: path, durability: durability, schema: schema)
                engine = .sqlite(reader: pool, writer: pool)
            case .readOnly:
                try Preflight.check(path: path, create: false, supported: schema.version)
                let queue = try DatabaseQueue(path: path, configuration: .reading)
                try schema.checkReadable(queue, path: path)
                engine = .sqlite(reader: queue, writer: nil)
            }
            file = FileIdentity(path: path)
        } catch { throw StoreError.translated(error, path: path) }
    }

    /// Makes the file, for its owner alone, unless it is there.
    ///
    /// SQLite would let everybody read it; its `-wal` and `-shm` files take the same mode. What is wrong with the path is
    /// SQLite's to say.
    private static func makePrivate(_ path: String) {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 { close(descriptor) }
    }

    private init(memory schema: Schema) throws {
        (path, file, isBehind) = (":memory:", nil, false)
        let queue = try DatabaseQueue(configuration: .writing)
        try Self.prepare(queue, path: path, durability: .off, schema: schema)
        engine = .sqlite(reader: queue, writer: queue)
    }

    private static func prepare(
        _ writer: some DatabaseWriter, path: String, durability: Durability, schema: Schema
    ) throws {
        try writer.writeWithoutTransaction { database in
            // After opening, because GRDB itself sets synchronous=NORMAL when it turns WAL mode on.
            try database.execute(sql: "PRAGMA synchronous = \(durability.rawValue)")
            // Checkpoints at SQLite's 1,000 pages halve the rate of batches.
            try database.execute(sql: "PRAGMA wal_autocheckpoint = 20000")
            // 16 MiB: the newest block of each of 10,000 devices.
            try database.execute(sql: "PRAGMA cache_size = -16384")
            try schema.migrate(database, path: path)
        }
    }

    /// Writes a batch in one transaction: all of it, or when `body` or SQLite throws, nothing.
    ///
    /// `body` must not call the store itself; what it may ask is in ``StoreTransaction``.
    /// - Throws: what `body` throws, or ``StoreError``.
    public func write<Value>(_ body: (inout StoreTransaction) throws -> Value) throws -> Value {
        do {
            switch engine {
            case .sqlite:
                let writer = try fileWriter()
                // SQLite would go on writing a file that nobody finds any more under its name.
                guard file == nil || file == FileIdentity(path: path) else { throw StoreError(path: path, .moved) }
                return try writer.writeWithoutTransaction { try transact(on: $0, body) }
            case .postgres(let store): return try store.write { try transact(on: $0, body) }
            }
        } catch is PostgresStore.Overtaken {
            cache.withLock { $0 = IngestCache() }
            throw StoreError(path: path, .overtaken)
        } catch { throw StoreError.translated(error, path: path) }
    }

    /// Runs on the writer's queue, so that the cache is never of another moment than the database.
    private func transact<Value>(
        on database: Database, _ body: (inout StoreTransaction) throws -> Value
    ) throws -> Value {
        if isBehind { return try postpone(on: database, body) }
        // The cache is put back only after the commit: after a failure the next batch reads from the database.
        var transaction = StoreTransaction(Session(database), cache: cache.withLock { $0.drain() })
        var value: Value?
        let changes = database.totalChangesCount
        try database.inTransaction(.immediate) {
            value = try body(&transaction)
            try transaction.flush()
            return .commit
        }
        let settled = transaction.settledCache()
        cache.withLock { $0 = settled }
        if database.totalChangesCount != changes { committed.add(1, ordering: .relaxed) }
        guard let value else { throw Damage(detail: "a transaction ended without a value") }
        return value
    }

    /// The same on PostgreSQL, while nobody else writes through this store.
    private func transact<Value>(
        on session: PostgresSession, _ body: (inout StoreTransaction) throws -> Value
    ) throws -> Value {
        var transaction = StoreTransaction(Session(session), cache: cache.withLock { $0.drain() })
        let value = try body(&transaction)
        try transaction.flush()
        let hasChanged = session.hasChanged
        try session.commit()
        let settled = transaction.settledCache()
        cache.withLock { $0 = settled }
        if hasChanged { committed.add(1, ordering: .relaxed) }
        return value
    }

    /// The same where nothing has to last: one transaction until somebody reads, and few rows.
    private func postpone<Value>(
        on database: Database, _ body: (inout StoreTransaction) throws -> Value
    ) throws -> Value {
        if !database.isInsideTransaction { try database.beginTransaction(.immediate) }
        var transaction = StoreTransaction(Session(database), cache: cache.withLock { $0.drain() }, isBehind: true)
        let value = try body(&transaction)
        let left = try transaction.cacheBehind()
        cache.withLock { $0 = left }
        return value
    }

    /// Writes what was held back, before somebody reads.
    private func catchUp() throws {
        guard isBehind, case .sqlite(_, let writer?) = engine else { return }
        try writer.writeWithoutTransaction { database in
            var transaction = StoreTransaction(Session(database), cache: cache.withLock { $0.drain() }, isBehind: true)
            try transaction.catchUp()
            let left = try transaction.cacheBehind()
            cache.withLock { $0 = left }
            if database.isInsideTransaction { try database.commit() }
        }
    }

    /// Reads with one statement, which sees one commit by itself.
    ///
    /// Spares the 5 µs of a transaction. What else is read beside must be there since that commit and never change.
    func read<Value>(_ body: (Session) throws -> Value) throws -> Value {
        do {
            try catchUp()
            switch engine {
            case .sqlite(let reader, _): return try reader.unsafeRead { try body(Session($0)) }
            case .postgres(let store): return try store.read { try body(Session($0)) }
            }
        } catch { throw StoreError.translated(error, path: path) }
    }

    /// Reads with several statements that see the same commit.
    func readTogether<Value>(_ body: (Session) throws -> Value) throws -> Value {
        do {
            try catchUp()
            switch engine {
            case .sqlite(let reader, _): return try reader.read { try body(Session($0)) }
            case .postgres(let store): return try store.read { try body(Session($0)) }
            }
        } catch { throw StoreError.translated(error, path: path) }
    }
}

extension Store {
    /// Whether it is PostgreSQL's.
    public var isPostgres: Bool {
        if case .postgres = engine { true } else { false }
    }

    /// What writes the file.
    ///
    /// - Throws: ``StoreError`` where it was opened for reading only, or there is none.
    func fileWriter() throws -> any DatabaseWriter {
        guard case .sqlite(_, let writer) = engine else {
            throw StoreError(path: path, .unsupported("it has no file of its own"))
        }
        guard let writer else { throw StoreError(path: path, .readOnly) }
        return writer
    }
}

extension Store {
    /// Seconds that a connection waits for another one.
    static let patience = 5
}

extension Configuration {
    fileprivate static var store: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(Double(Store.patience))
        configuration.label = "store"
        return configuration
    }

    fileprivate static var writing: Configuration {
        var configuration = store
        configuration.prepareDatabase { database in
            // Possible only before a file has its first page: space that is no longer used can then be given back in
            // small steps. An older file is as it was until it is compacted.
            guard !database.configuration.readonly, try Int.fetchOne(database, sql: "PRAGMA page_count") == 0 else {
                return
            }
            try database.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
        }
        return configuration
    }

    fileprivate static var reading: Configuration {
        var configuration = store
        configuration.readonly = true
        return configuration
    }
}
