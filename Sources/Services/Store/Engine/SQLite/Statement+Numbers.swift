import GRDB
internal import GRDBSQLite

extension Statement {
    /// Runs a statement that answers with no row, with numbers as its first parameters, and bytes as the next one.
    ///
    /// For what is written with each fix: GRDB boxes each argument and looks for its place, which takes as long as the
    /// statement itself.
    ///
    /// - Throws: `DatabaseError`.
    func execute<let count: Int>(_ numbers: InlineArray<count, Int64>, bytes: [UInt8]? = nil) throws {
        let statement = unsafe sqliteStatement
        defer { reset() }
        for index in numbers.indices {
            try check(unsafe sqlite3_bind_int64(statement, Int32(index) + 1, numbers[index]), SQLITE_OK)
        }
        guard let bytes else { return try check(unsafe sqlite3_step(statement), SQLITE_DONE) }
        // SQLite reads them where they are, until the step is done.
        try unsafe bytes.withUnsafeBytes { bytes in
            let place = Int32(count) + 1
            try check(
                unsafe sqlite3_bind_blob(statement, place, bytes.baseAddress, Int32(bytes.count), nil), SQLITE_OK
            )
            try check(unsafe sqlite3_step(statement), SQLITE_DONE)
        }
    }

    func check(_ code: Int32, _ expected: Int32) throws {
        guard code != expected else { return }
        let message = unsafe String(cString: sqlite3_errmsg(sqlite3_db_handle(sqliteStatement)))
        throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: sql)
    }
}
