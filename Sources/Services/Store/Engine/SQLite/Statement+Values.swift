import GRDB
internal import GRDBSQLite

extension Statement {
    /// Runs a statement that answers with no row.
    ///
    /// - Throws: `DatabaseError`.
    func run<let count: Int>(_ values: InlineArray<count, SQLValue>) throws {
        try forEachRow(values) { _ in }
    }

    /// What is read from the first row; nil when there is none.
    ///
    /// - Throws: `DatabaseError`, or what `read` throws.
    func first<let count: Int, Value>(
        _ values: InlineArray<count, SQLValue>, _ read: (Statement) throws -> Value
    ) throws -> Value? {
        defer { reset() }
        try bind(values)
        return try step() ? read(self) : nil
    }

    /// Reads each row, by the columns of the statement.
    ///
    /// - Throws: `DatabaseError`, or what `read` throws.
    func forEachRow<let count: Int>(
        _ values: InlineArray<count, SQLValue>, _ read: (Statement) throws -> Void
    ) throws {
        defer { reset() }
        try bind(values)
        while try step() { try read(self) }
    }

    /// Runs a statement that answers with no row, or whose rows nobody wants.
    ///
    /// - Throws: `DatabaseError`.
    func run(_ values: [SQLValue]) throws {
        defer { reset() }
        try bind(values)
        while try step() {}
    }

    private func bind<let count: Int>(_ values: InlineArray<count, SQLValue>) throws {
        for index in values.indices { try bind(values[index], at: Int32(index) + 1) }
    }

    /// Sets its parameters, in their order.
    ///
    /// - Throws: `DatabaseError`.
    func bind(_ values: [SQLValue]) throws {
        for index in values.indices { try bind(values[index], at: Int32(index) + 1) }
    }

    private func bind(_ value: SQLValue, at place: Int32) throws {
        let code =
            switch value {
            case .null: unsafe sqlite3_bind_null(sqliteStatement, place)
            case .number(let number): unsafe sqlite3_bind_int64(sqliteStatement, place, number)
            case .real(let number): unsafe sqlite3_bind_double(sqliteStatement, place, number)
            case .text(let text): bind(text, at: place)
            case .bytes(let bytes): bind(bytes, at: place)
            }
        try check(code, SQLITE_OK)
    }

    private func bind(_ text: String, at place: Int32) -> Int32 {
        var text = text
        return text.withUTF8 { utf8 in
            unsafe utf8.withMemoryRebound(to: CChar.self) { characters in
                unsafe sqlite3_bind_text(
                    sqliteStatement, place, characters.baseAddress, Int32(characters.count), Self.copied
                )
            }
        }
    }

    private func bind(_ bytes: [UInt8], at place: Int32) -> Int32 {
        // An empty array has no address, which would be NULL.
        if bytes.isEmpty { return unsafe sqlite3_bind_zeroblob(sqliteStatement, place, 0) }
        return unsafe bytes.withUnsafeBytes { buffer in
            unsafe sqlite3_bind_blob(sqliteStatement, place, buffer.baseAddress, Int32(buffer.count), Self.copied)
        }
    }

    /// `SQLITE_TRANSIENT`, which Swift cannot read: SQLite makes a copy before the call returns.
    private static var copied: sqlite3_destructor_type { unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

    /// Goes to the next row; false when there is none.
    func step() throws -> Bool {
        let code = unsafe sqlite3_step(sqliteStatement)
        if code == SQLITE_ROW { return true }
        try check(code, SQLITE_DONE)
        return false
    }

    /// Makes it ready to run again, with nothing bound.
    func reset() {
        unsafe sqlite3_reset(sqliteStatement)
        unsafe sqlite3_clear_bindings(sqliteStatement)
    }
}

/// The columns of the row that a statement stands at; what is NULL is 0, or empty.
extension Statement {
    func number(at column: Int32) -> Int64 { unsafe sqlite3_column_int64(sqliteStatement, column) }

    func isNull(at column: Int32) -> Bool { unsafe sqlite3_column_type(sqliteStatement, column) == SQLITE_NULL }

    func real(at column: Int32) -> Double { unsafe sqlite3_column_double(sqliteStatement, column) }

    func text(at column: Int32) -> String { String(decoding: bytes(at: column), as: UTF8.self) }

    func bytes(at column: Int32) -> [UInt8] {
        let start = unsafe sqlite3_column_blob(sqliteStatement, column)
        let count = unsafe Int(sqlite3_column_bytes(sqliteStatement, column))
        return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }
}
