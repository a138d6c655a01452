import GRDB

extension Store {
    /// Runs a pragma on the writer and returns what it says, for tests that bring about a state of the file.
    func pragma(_ text: String) throws -> String? {
        guard let writer else { throw StoreError(path: path, .readOnly) }
        return try writer.writeWithoutTransaction { try String.fetchOne($0, sql: "PRAGMA \(text)") }
    }
}
