import Postgres
import Synchronization

/// Small tables in PostgreSQL that any number of processes read and write, one of them at a time.
package final class PostgresTables: Sendable {
    /// The address as a person may see it, with the schema.
    package let shown: String
    private let address: PostgresAddress
    private let design: TableDesign
    /// Where workers of the history show what they hold, and what a worker has to hold to write; nil where anybody may.
    private let fence: (board: PostgresAddress, claim: PartitionClaim)?
    /// Sessions that nobody uses at the moment.
    private let idle = IdleSessions()

    /// Seconds without a word from the server before it is asked whether it is there: pages wait for what is read.
    private static let patience = 10
    /// Seconds after which the server ends one that stands still in the middle of a transaction, as others wait for it.
    private static let stillness = 10

    /// Connects, and makes the tables when they are missing; nil for a path that is no address of PostgreSQL.
    ///
    /// The path is the address of a history, whose schema that of the tables is named after. With a claim nothing is
    /// written once another worker has taken over what it is of.
    ///
    /// - Throws: ``StoreError``.
    package init?(beside path: String, _ design: TableDesign, for claim: PartitionClaim? = nil) throws {
        guard let history = PostgresAddress(path) else { return nil }
        fence = claim.map { (history, $0) }
        address = history.renamed("\(history.schema)_\(design.name)")
        self.design = design
        shown = "\(history.shown) (schema \(address.schema))"
        let problem = history.problem ?? address.problem
        if let problem { throw StoreError(path: history.shown, .cannotOpen(problem)) }
        do {
            let connection = try address.connect(patience: Self.patience)
            try make(connection)
            idle.keep(PostgresSession(connection))
        } catch { throw StoreError.translated(error, path: shown) }
    }

    /// Reads what one commit has left.
    ///
    /// - Throws: What `body` throws, or ``StoreError``.
    package func read<Value>(_ body: (Session) throws -> Value) throws -> Value {
        try use("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY") { try body(Session($0)) }
    }

    /// Writes in one transaction: all of it, or when `body` throws, nothing.
    ///
    /// Nobody else writes meanwhile, so that what was asked before is still so when it is written, as in a file.
    ///
    /// - Throws: What `body` throws, or ``StoreError``.
    package func write<Value>(_ body: (Session) throws -> Value) throws -> Value {
        try use("BEGIN") { session in
            try session.execute("SELECT pg_advisory_xact_lock(\(Self.lock("changes")))", [.text(address.schema)])
            if let (board, claim) = fence {
                let found = try session.rows(
                    """
                    SELECT 1 FROM \(board.quotedSchema).partitions WHERE number = ? AND fence = ? AND instance = ?
                    """,
                    [.number(claim.unit.number), .number(claim.fence), .text(claim.instance)]
                )
                guard !found.isEmpty else { throw StoreError(path: shown, .fenced) }
            }
            return try body(Session(session))
        }
    }

    /// Writes the tables anew, so that nothing of what was removed is left in them; false when somebody reads one of them
    /// for long, such as a dump, behind which all others would have to wait.
    ///
    /// - Throws: ``StoreError``.
    @discardableResult
    package func rewrite() throws -> Bool {
        do {
            let connection = try address.connect(patience: Self.patience)
            try connection.run(script: "SET lock_timeout TO '1s'")
            for table in design.tables { try connection.run(script: "VACUUM FULL \(table)") }
            return true
        } catch {
            let error = StoreError.translated(error, path: shown)
            if (error as? StoreError)?.reason == .busy { return false }
            throw error
        }
    }

    /// A lock of a name that one process has at a time, for as long as it keeps it; nil while somebody has it.
    ///
    /// It is of a connection that nobody else uses: whoever dies has it no more.
    ///
    /// - Throws: ``StoreError``.
    package func hold(_ name: String) throws -> TableLock? {
        do {
            let session = try idle.take() ?? connect()
            let sql = "SELECT 1 WHERE pg_try_advisory_lock(\(Self.lock("holds")))"
            // Of the session, which keeps it beyond the transaction.
            session.begin("BEGIN")
            let isFree = try !session.rows(sql, [.text("\(address.schema) \(name)")]).isEmpty
            try session.commit()
            if isFree { return TableLock(session) }
            idle.keep(session)
            return nil
        } catch { throw StoreError.translated(error, path: shown) }
    }

    private static func lock(_ what: String) -> String {
        "hashtextextended('tagalong \(what) ' || CAST(? AS text), 0)"
    }

    private func use<Value>(_ opening: String, _ body: (PostgresSession) throws -> Value) throws -> Value {
        do {
            let session = try idle.take() ?? connect()
            defer { idle.keep(session) }
            do {
                session.begin(opening)
                let value = try body(session)
                try session.commit()
                return value
            } catch {
                session.rollBack()
                throw error
            }
        } catch { throw StoreError.translated(error, path: shown) }
    }

    private func connect() throws -> PostgresSession {
        let connection = try address.connect(patience: Self.patience)
        try set(up: connection)
        return PostgresSession(connection)
    }

    private func set(up connection: PostgresConnection) throws {
        try connection.send("SET lock_timeout TO '\(Store.patience)s'")
        try connection.send("SET idle_in_transaction_session_timeout TO '\(Self.stillness)s'")
        try connection.settle()
    }

    /// Takes the steps that are missing, while no other process does.
    private func make(_ connection: PostgresConnection) throws {
        try set(up: connection)
        try connection.send("SELECT pg_advisory_lock(\(Self.lock("makes")))", [.text(address.schema)])
        try connection.settle()
        let found = try version(connection)
        let version = design.steps.count
        guard found <= version else {
            throw StoreError(path: shown, .newerSchema(found: found, supported: version))
        }
        if found < version {
            try connection.run(
                script: """
                    BEGIN;
                    CREATE SCHEMA IF NOT EXISTS \(address.quotedSchema);
                    CREATE TABLE IF NOT EXISTS \(design.name)_version (version BIGINT NOT NULL);
                    \(design.steps.dropFirst(found).joined(separator: "\n"))
                    DELETE FROM \(design.name)_version;
                    INSERT INTO \(design.name)_version (version) VALUES (\(version));
                    COMMIT;
                    """
            )
        }
        try connection.send("SELECT pg_advisory_unlock_all()")
        try connection.settle()
    }

    /// The version that is there; 0 for none.
    private func version(_ connection: PostgresConnection) throws -> Int {
        let tables = try connection.ask(
            """
            SELECT relname = CAST(? AS text) FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
            WHERE nspname = ? AND relkind IN ('r', 'v', 'm', 'p')
            """,
            [.text("\(design.name)_version"), .text(address.schema)]
        )
        if tables.count == 0 { return 0 }
        guard (0..<tables.count).contains(where: { tables.integer($0, 0) != 0 }) else {
            throw StoreError(path: shown, .foreign)
        }
        return try Int(connection.ask("SELECT version FROM \(design.name)_version").integer(0, 0))
    }
}
