import GRDBSQLite

/// The search as it would be without an index, with SQLite's own interface: a look at every name.
@safe
final class BareNames {
    private var database: OpaquePointer?
    private var statement: OpaquePointer?

    struct Trouble: Error {}

    init(_ path: String) throws {
        guard unsafe sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY, nil) == SQLITE_OK else { throw Trouble() }
        let sql = "SELECT count(*) FROM found WHERE instr(name, ?1) > 0 OR instr(more, ?1) > 0"
        guard unsafe sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK else { throw Trouble() }
    }

    deinit {
        unsafe sqlite3_finalize(statement)
        unsafe sqlite3_close(database)
    }

    /// How many people have a text in their names, or in anything else that they show.
    func count(containing text: String) throws -> Int {
        defer { unsafe sqlite3_reset(statement) }
        let transient = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        unsafe sqlite3_bind_text(statement, 1, text, -1, transient)
        guard unsafe sqlite3_step(statement) == SQLITE_ROW else { throw Trouble() }
        return Int(unsafe sqlite3_column_int64(statement, 0))
    }
}
