import GRDB

/// A statement that is prepared once in each session, and run often.
struct SQLStatement {
    enum Engine {
        case sqlite(Statement, Database)
        case postgres(PostgresSession, String)
    }

    let engine: Engine

    /// Runs a statement that answers with no row.
    ///
    /// On PostgreSQL nobody waits for it: what is wrong with it the next question or the commit tells.
    ///
    /// - Throws: the engine's error.
    func run<let count: Int>(_ values: InlineArray<count, SQLValue>) throws {
        switch engine {
        case .sqlite(let statement, _): try statement.run(values)
        case .postgres(let session, let sql): try session.execute(sql, Self.array(values))
        }
    }

    /// The same with numbers as its first parameters, and bytes as the next one.
    ///
    /// - Throws: the engine's error.
    func execute<let count: Int>(_ numbers: InlineArray<count, Int64>, bytes: [UInt8]? = nil) throws {
        switch engine {
        case .sqlite(let statement, _): try statement.execute(numbers, bytes: bytes)
        case .postgres(let session, let sql): try session.execute(sql, Self.array(numbers, bytes))
        }
    }

    /// Runs an insertion that replaces a row of the same key, which is so many of the first values: at once, or on PostgreSQL
    /// with others of its kind.
    ///
    /// - Throws: the engine's error.
    func upsert<let count: Int>(_ values: InlineArray<count, SQLValue>, key: Int) throws {
        switch engine {
        case .sqlite(let statement, _): try statement.run(values)
        case .postgres(let session, let sql): try session.gather(sql, Self.array(values), key: key)
        }
    }

    /// The same with numbers as its first values, and bytes as the next one.
    ///
    /// - Throws: the engine's error.
    func upsert<let count: Int>(_ numbers: InlineArray<count, Int64>, bytes: [UInt8]? = nil, key: Int) throws {
        switch engine {
        case .sqlite(let statement, _): try statement.execute(numbers, bytes: bytes)
        case .postgres(let session, let sql): try session.gather(sql, Self.array(numbers, bytes), key: key)
        }
    }

    /// Inserts a row in a table whose `id` is made for it; returns that.
    ///
    /// - Throws: the engine's error.
    func insert<let count: Int>(_ numbers: InlineArray<count, Int64>, bytes: [UInt8]) throws -> Int64 {
        switch engine {
        case .sqlite(let statement, let database):
            try statement.execute(numbers, bytes: bytes)
            return database.lastInsertedRowID
        case .postgres(let session, let sql): return try session.insert(sql, Self.array(numbers, bytes))
        }
    }

    /// What is read from the first row; nil when there is none.
    ///
    /// - Throws: the engine's error, or what `read` throws.
    func first<let count: Int, Value>(
        _ values: InlineArray<count, SQLValue>, _ read: (SQLRow) throws -> Value
    ) throws -> Value? {
        switch engine {
        case .sqlite(let statement, _): try statement.first(values) { try read(SQLRow($0)) }
        case .postgres(let session, let sql): try session.rows(sql, Self.array(values)).first.map(read)
        }
    }

    /// Reads each row.
    ///
    /// - Throws: the engine's error, or what `read` throws.
    func forEachRow<let count: Int>(
        _ values: InlineArray<count, SQLValue>, _ read: (SQLRow) throws -> Void
    ) throws {
        switch engine {
        case .sqlite(let statement, _): try statement.forEachRow(values) { try read(SQLRow($0)) }
        case .postgres(let session, let sql): try session.rows(sql, Self.array(values)).forEach(read)
        }
    }

    private static func array<let count: Int>(_ values: InlineArray<count, SQLValue>) -> [SQLValue] {
        values.indices.map { values[$0] }
    }

    private static func array<let count: Int>(_ numbers: InlineArray<count, Int64>, _ bytes: [UInt8]?) -> [SQLValue] {
        numbers.indices.map { .number(numbers[$0]) } + (bytes.map { [.bytes($0)] } ?? [])
    }
}
