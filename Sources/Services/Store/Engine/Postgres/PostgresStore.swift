import Postgres
import Synchronization

/// The sessions with PostgreSQL of one store: one that writes, and as many as read at the same time.
final class PostgresStore: Sendable {
    private let address: PostgresAddress
    private let isWritable: Bool
    /// What of the history it writes; nil for all of it.
    private let claim: PartitionClaim?
    /// Whether it is a part of what several workers write.
    var isShared: Bool { claim != nil }
    private let writing = Mutex(Writing())
    /// Sessions of which nobody reads at the moment.
    private let idle = IdleSessions()

    private struct Writing {
        /// The session that holds the lock of the one writer; nil after it was lost.
        var session: PostgresSession?
        /// The number of those that have begun to write all of it, with this one.
        var number: Int64 = 0
    }

    /// Another process has written while the lock was lost: what is remembered here may not hold any more.
    struct Overtaken: Error {}

    /// Seconds without a word from the server before it is asked whether it is there: pages wait for what is read.
    private static let writingPatience = 30
    private static let readingPatience = 10

    /// Connects, and for writing makes the tables when they are missing.
    ///
    /// - Throws: `PostgresFailure`, or ``StoreError`` when the schema is another program's, too new, or written by
    ///   another process.
    init(_ address: PostgresAddress, _ mode: StoreMode, claim: PartitionClaim? = nil) throws {
        self.address = address
        self.claim = claim
        if let problem = address.problem { throw StoreError(path: address.shown, .cannotOpen(problem)) }
        switch mode {
        case .readWrite(let create):
            isWritable = true
            let (session, former) = try connectForWriting { try PostgresSchema.prepare($0, address, create: create) }
            writing.withLock { $0 = Writing(session: session, number: number(after: former)) }
        case .readOnly:
            isWritable = false
            let session = try connect { try PostgresSchema.checkReadable($0, address) }
            idle.keep(session)
        }
    }

    private func connect(
        patience: Int = readingPatience, _ check: (PostgresConnection) throws -> Void = { _ in }
    ) throws -> PostgresSession {
        let connection = try address.connect(patience: patience)
        try check(connection)
        // What was asked meanwhile is a transaction of its own.
        try connection.settle()
        return PostgresSession(connection, partition: claim?.unit)
    }

    /// Takes the lock, which is PostgreSQL's and ends with the session; answers with how many had begun to write before.
    private func connectForWriting(
        _ check: (PostgresConnection) throws -> Void
    ) throws -> (PostgresSession, former: Int64) {
        var former: Int64 = 0
        let session = try connect(patience: Self.writingPatience) { connection in
            try connection.send("SET lock_timeout TO '\(Store.patience)s'")
            if let claim {
                try claim.lock(connection, address)
            } else {
                try connection.send("SELECT pg_advisory_lock(\(PostgresAddress.lock))", [.text(address.schema)])
            }
            try connection.send("SET lock_timeout TO DEFAULT")
            try connection.settle()
            try check(connection)
            former = try connection.ask("SELECT writers FROM store").integer(0, 0)
            if claim == nil { try connection.send("UPDATE store SET writers = writers + 1") }
        }
        return (session, former)
    }

    /// How many there are with one who begins when there were so many; parts are not counted, as each has its fence.
    private func number(after former: Int64) -> Int64 { claim == nil ? former + 1 : former }

    /// The session that writes.
    ///
    /// - Throws: `PostgresFailure`, ``StoreError``, or ``Overtaken`` once after another process has written meanwhile.
    private func session(of writing: inout Writing) throws -> PostgresSession {
        if let session = writing.session, session.lives() { return session }
        writing.session = nil
        let (session, former) = try connectForWriting { try PostgresSchema.checkReadable($0, address) }
        let isOvertaken = former != writing.number
        writing = Writing(session: session, number: number(after: former))
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
    ///
    /// A part is read on the session that writes, so that it needs no second one, as long as there is that.
    func read<Value>(_ body: (PostgresSession) throws -> Value) throws -> Value {
        guard let claim else {
            let session = try idle.take() ?? connect()
            defer { idle.keep(session) }
            do {
                session.begin(Self.reading)
                let value = try body(session)
                try session.commit()
                return value
            } catch {
                session.rollBack()
                throw error
            }
        }
        return try writing.withLock { writing in
            if writing.session?.lives() != true { writing.session = nil }
            let session = try writing.session ?? connect { try claim.narrow($0, address) }
            do {
                session.begin(Self.reading)
                try session.execute(PartitionClaim.narrowed)
                let value = try body(session)
                try session.commit()
                return value
            } catch {
                session.rollBack()
                if !session.isSound { writing.session = nil }
                throw error
            }
        }
    }

    private static let reading = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

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
