import Foundation
import GRDB
import Synchronization

extension Store {
    /// Transactions that were committed through this object and changed something.
    public var commits: Int { committed.load(ordering: .relaxed) }

    /// Bytes of the write-ahead log; 0 in memory, and when there is none.
    public var logBytes: Int {
        guard file != nil else { return 0 }
        return (try? FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int) ?? 0
    }

    /// Moves everything from the log into the file, and empties the log, unless somebody is reading what is in it.
    ///
    /// Waits for no reader: what could be moved is moved, and the log stays as long as it is. False then.
    ///
    /// - Throws: ``StoreError``.
    @discardableResult
    public func settle() throws -> Bool {
        guard !isPostgres else { return true }
        let writer = try fileWriter()
        guard file != nil else { return true }
        do {
            return try writer.writeWithoutTransaction { database in
                // The connection's own patience is for those who write; here it would keep them from it.
                try database.execute(sql: "PRAGMA busy_timeout = 0")
                defer { try? database.execute(sql: "PRAGMA busy_timeout = \(Self.patience * 1000)") }
                return try Int.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)") == 0
            }
        } catch { throw StoreError.translated(error, path: path) }
    }
}
