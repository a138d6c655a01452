import GRDB

extension Store {
    /// The version of SQLite that this process runs with, such as `3.40.1`.
    public static func sqliteVersion() throws -> String {
        try DatabaseQueue().read { try String.fetchOne($0, sql: "SELECT sqlite_version()") } ?? ""
    }

    /// What SQLite's quick check finds wrong with the file: nothing in a sound one, and in PostgreSQL, which checks itself.
    ///
    /// Reads the whole file.
    /// - Throws: ``StoreError``.
    public func damages() throws -> [String] {
        isPostgres ? [] : try read { try $0.rows("PRAGMA quick_check") { $0[0] }.filter { $0 != "ok" } }
    }
}
