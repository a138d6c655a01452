import Postgres
import Synchronization

/// The sessions with PostgreSQL of one store: one that writes, and as many as read at the same time.
final class PostgresStore: Sendable {
    private let address: PostgresAddress
    private let isWritable: Bool
    private let writing = Mutex(Writing())
    /// Sessions of which nobody reads at the moment.
    private let idle = Mutex<[PostgresSession]>([])

    private struct Writing {
        /// The session that holds the lock of the one writer; nil after it was lost.
        var session: PostgresSession?
        /// The number of those that have begun to write, with this one.
        var number: Int64 = 0
    }

    /// Another process has written while the lock was lost: what is remembered here may not hold any more.
    struct Overtaken: Error {}

    /// So many sessions for reading are kept while nobody reads.
    private static let mostIdle = 4
    /// Seconds without a word from the server before it is asked whether it is there: pages wait for what is read.
    private static let writingPatience = 30
    private static let readingPatience = 10

    /// Connects, and for writing makes the tables when they are missing.
    ///
    /// - Throws: `PostgresFailure`, or ``StoreError`` when the schema is another program's, too new, or written by
    ///   another process.
    init(_ address: PostgresAddress, _ mode: StoreMode) throws {
        self.address = address
        if let problem = address.problem { throw StoreError(path: address.shown, .cannotOpen(problem)) }
        switch mode {
        case .readWrite(let create):
            isWritable = true
            let (session, former) = try connectForWriting { try PostgresSchema.prepare($0, address, create: create) }
            writing.withLock { $0 = Writing(session: session, number: former + 1) }
        case .readOnly:
            isWritable = false
            let session = try connect { try PostgresSchema.checkReadable($0, address) }
            idle.withLock { $0 = [session] }
        }
    }

    private func connect(
        patience: Int = readingPatience, _ check: (PostgresConnection) throws -> Void = { _ in }
    ) throws -> PostgresSession {
        let connection = try PostgresConnection(address.connection, patience: patience)
        try connection.send("SET search_path TO \(address.quotedSchema)")
        // So that the server too learns soon of a client that is no more, and releases its lock.
        for (name, seconds) in [("idle", 15), ("interval", 5), ("count", 3)] {
            try connection.send("SET tcp_keepalives_\(name) TO \(seconds)")
        }
        try connection.settle()
        try check(connection)
        // What was asked meanwhile is a transaction of its own.
        try connection.settle()
        return PostgresSession(connection)
    }

    /// Takes the lock, which is PostgreSQL's and ends with the session; answers with how many had begun to write before.
    private func connectForWriting(
        _ check: (PostgresConnection) throws -> Void
    ) throws -> (PostgresSession, former: Int64) {
        var former: Int64 = 0
        let session = try connect(patience: Self.writingPatience) { connection in
            try connection.send("SET lock_timeout TO '\(Store.patience)s'")
            try connection.send(
                "SELECT pg_advisory_lock(hashtextextended('tagalong writes ' || CAST(? AS text), 0))",
                [.text(address.schema)]
            )
            try connection.send("SET lock_timeout TO DEFAULT")
            try connection.settle()
            try check(connection)
            let counted = try connection.ask("UPDATE store SET writers = writers + 1 RETURNING writers")
            former = counted.integer(0, 0) - 1
        }
        return (session, former)
    }

    /// The session that writes.
    ///
    /// - Throws: `PostgresFailure`, ``StoreError``, or ``Overtaken`` once after another process has written meanwhile.
    private func session(of writing: inout Writing) throws -> PostgresSession {
        if let session = writing.session, session.lives() { return session }
        writing.session = nil
        let (session, former) = try connectForWriting { try PostgresSchema.checkReadable($0, address) }
        let isOvertaken = former != writing.number
        writing = Writing(session: session, number: former + 1)
        if isOvertaken { throw Overtaken() }
        return session
    }

    /// Writes in one transaction, which `body` commits: all of it, or when it throws, nothing.
    func write<Value>(_ body: (PostgresSession) throws -> Value) throws -> Value {
        guard isWritable else { throw StoreError(path: address.shown, .readOnly) }
        return try writing.withLock { writing in
            let session = try session(of: &writing)
            do {
                session.begin("BEGIN")
                return try body(session)
            } catch {
                session.rollBack()
                if !session.isSound { writing.session = nil }
                throw error
            }
        }
    }

    /// Reads what one commit has left.
    func read<Value>(_ body: (PostgresSession) throws -> Value) throws -> Value {
        let session = try idleSession() ?? connect()
        do {
            session.begin("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            let value = try body(session)
            try session.commit()
            keep(session)
            return value
        } catch {
            session.rollBack()
            keep(session)
            throw error
        }
    }

    /// One that the server has not ended since, as when it was restarted.
    private func idleSession() -> PostgresSession? {
        while let session = idle.withLock({ $0.popLast() }) {
            if session.lives() { return session }
        }
        return nil
    }

    private func keep(_ session: PostgresSession) {
        guard session.isSound else { return }
        idle.withLock { idle in
            if idle.count < Self.mostIdle { idle.append(session) }
        }
    }

    /// Gives the schema another name, while nobody else can write it.
    func rename(to schema: String) throws {
        try write { session in
            try session.execute(
                "ALTER SCHEMA \(address.quotedSchema) RENAME TO \(address.renamed(schema).quotedSchema)")
            try session.commit()
        }
    }

    /// Runs statements behind the store's back.
    func run(script: String) throws {
        let connection = try PostgresConnection(address.connection)
        try connection.run(script: "SET search_path TO \(address.quotedSchema); " + script)
    }

    /// Gives the space of removed rows free for others.
    func compact() throws {
        let connection = try PostgresConnection(address.connection)
        try connection.run(script: "SET search_path TO \(address.quotedSchema)")
        for table in CopiedTable.all { try connection.run(script: "VACUUM (ANALYZE) \(table.name)") }
    }
}
