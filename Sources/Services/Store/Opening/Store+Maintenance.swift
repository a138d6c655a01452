import GRDB

extension Store {
    /// Runs a pragma on the writer and returns what it says, for tests that bring about a state of the file.
    func pragma(_ text: String) throws -> String? {
        try fileWriter().writeWithoutTransaction { try String.fetchOne($0, sql: "PRAGMA \(text)") }
    }

    /// Writes the file anew, for tests that bring about a state of it.
    func vacuum() throws { try spoil("VACUUM") }

    /// Runs statements on the writer behind the store's back, for tests that bring about damage.
    func spoil(_ sql: String) throws {
        switch engine {
        case .sqlite: try fileWriter().writeWithoutTransaction { try $0.execute(sql: sql) }
        case .postgres(let store): try store.run(script: sql)
        }
    }
}
