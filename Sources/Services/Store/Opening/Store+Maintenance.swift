import GRDB

extension Store {
    /// Runs a pragma on the writer and returns what it says, for tests that bring about a state of the file.
    func pragma(_ text: String) throws -> String? {
        guard let writer else { throw StoreError(path: path, .readOnly) }
        return try writer.writeWithoutTransaction { try String.fetchOne($0, sql: "PRAGMA \(text)") }
    }

    /// Writes the file anew, for tests that bring about a state of it.
    func vacuum() throws { try spoil("VACUUM") }

    /// Runs statements on the writer behind the store's back, for tests that bring about damage.
    func spoil(_ sql: String) throws {
        guard let writer else { throw StoreError(path: path, .readOnly) }
        try writer.writeWithoutTransaction { try $0.execute(sql: sql) }
    }
}
