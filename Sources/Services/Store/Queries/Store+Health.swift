import GRDB

extension Store {
    /// The version of SQLite that this process runs with, such as `3.40.1`.
    public static func sqliteVersion() throws -> String {
        try DatabaseQueue().read { try String.fetchOne($0, sql: "SELECT sqlite_version()") } ?? ""
    }

    /// What SQLite's quick check finds wrong with the file: nothing in a sound one.
    ///
    /// Reads the whole file.
    /// - Throws: ``StoreError``.
    public func damages() throws -> [String] {
        try read { try String.fetchAll($0, sql: "PRAGMA quick_check").filter { $0 != "ok" } }
    }
}
