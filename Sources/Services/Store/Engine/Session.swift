package import GRDB

/// A connection to the store's database while a batch is written or something is read, whichever engine it is.
///
/// Statements are in the words that both engines know, with `?` or `?1` for parameters; the few that differ ask
/// ``engine``.
package struct Session {
    enum Engine {
        case sqlite(Database)
        case postgres(PostgresSession)
    }

    let engine: Engine

    package init(_ database: Database) { engine = .sqlite(database) }

    init(_ session: PostgresSession) { engine = .postgres(session) }

    /// Whether others may write the database at the same time.
    package var isShared: Bool {
        if case .postgres = engine { true } else { false }
    }

    /// The part of the history that alone is written here; nil for all of it.
    var partition: WorkUnit? {
        if case .postgres(let session) = engine { session.partition } else { nil }
    }

    /// A statement that is run often.
    func statement(_ sql: String) throws -> SQLStatement {
        switch engine {
        case .sqlite(let database):
            SQLStatement(engine: .sqlite(try database.cachedStatement(sql: sql), database))
        case .postgres(let session): SQLStatement(engine: .postgres(session, sql))
        }
    }

    /// Runs a statement that answers with no row.
    ///
    /// On PostgreSQL nobody waits for it: what is wrong with it the next question or the commit tells.
    package func execute(_ sql: String, _ arguments: SQLArguments = []) throws {
        switch engine {
        case .sqlite(let database): try database.cachedStatement(sql: sql).run(arguments.values)
        case .postgres(let session): try session.execute(sql, arguments.values)
        }
    }

    /// The same; returns how many rows it inserted, changed or removed.
    package func change(_ sql: String, _ arguments: SQLArguments = []) throws -> Int {
        switch engine {
        case .sqlite(let database):
            try database.cachedStatement(sql: sql).run(arguments.values)
            return database.changesCount
        case .postgres(let session): return try session.change(sql, arguments.values)
        }
    }

    /// Inserts a row in a table whose `id` is made for it; returns that.
    func insert(_ sql: String, _ arguments: SQLArguments) throws -> Int64 {
        switch engine {
        case .sqlite(let database):
            try database.cachedStatement(sql: sql).run(arguments.values)
            return database.lastInsertedRowID
        case .postgres(let session): return try session.insert(sql, arguments.values)
        }
    }

    /// What is read from the first row; nil when there is none.
    package func row<Value>(
        _ sql: String, _ arguments: SQLArguments = [], _ read: (SQLRow) throws -> Value
    ) throws -> Value? {
        let rows = try cursor(sql, arguments)
        // The row is there as long as its cursor.
        return try withExtendedLifetime(rows) { try rows.next().map(read) }
    }

    /// What is read from each row.
    package func rows<Value>(
        _ sql: String, _ arguments: SQLArguments = [], _ read: (SQLRow) throws -> Value
    ) throws -> [Value] {
        let rows = try cursor(sql, arguments)
        var values: [Value] = []
        while let row = try rows.next() { values.append(try read(row)) }
        return values
    }

    /// The first column of the first row; nil when there is none, or NULL.
    package func value<Value: SQLReadable>(_ sql: String, _ arguments: SQLArguments = []) throws -> Value? {
        try row(sql, arguments) { $0[0] as Value? } ?? nil
    }

    /// The rows that a question is answered with, to be read one by one.
    func cursor(_ sql: String, _ arguments: SQLArguments = []) throws -> SQLCursor {
        switch engine {
        case .sqlite(let database): try SQLCursor(database.cachedStatement(sql: sql), arguments.values)
        case .postgres(let session): try SQLCursor(session.rows(sql, arguments.values))
        }
    }

    /// The same where there may be so many rows that they are not all to be in memory at once.
    ///
    /// On PostgreSQL so many at once.
    func longCursor(_ sql: String, _ arguments: SQLArguments = [], atOnce: Int = 64) throws -> SQLCursor {
        switch engine {
        case .sqlite: try cursor(sql, arguments)
        case .postgres(let session): try session.pages(sql, arguments.values, atOnce: atOnce)
        }
    }
}

/// The same under a name that is no other module's.
package typealias SQLSession = Session
