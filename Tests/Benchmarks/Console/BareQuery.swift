import GRDBSQLite

/// The same row with SQLite's own interface: a prepared statement, and a look at the bytes.
@safe
final class BareQuery {
    private var database: OpaquePointer?
    private var statement: OpaquePointer?

    struct Trouble: Error {}

    init(_ path: String, owner: String, device: String) throws {
        guard unsafe sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY, nil) == SQLITE_OK else { throw Trouble() }
        let sql = """
            SELECT first_ms, data FROM devices JOIN fix_blocks ON device_id = devices.id
            WHERE owner = '\(owner)' AND device = '\(device)' ORDER BY first_ms DESC
            """
        guard unsafe sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK else { throw Trouble() }
    }

    deinit {
        unsafe sqlite3_finalize(statement)
        unsafe sqlite3_close(database)
    }

    /// The bytes of the newest block.
    func newest() throws -> Int {
        defer { unsafe sqlite3_reset(statement) }
        guard unsafe sqlite3_step(statement) == SQLITE_ROW else { throw Trouble() }
        unsafe keep(sqlite3_column_blob(statement, 1))
        return Int(unsafe sqlite3_column_bytes(statement, 1))
    }
}
