import GRDB
public import Tracking

/// What is in a database, in a few numbers.
public struct StoreOverview: Hashable, Sendable {
    public var fixes: Int
    public var oldest: Timestamp?
    public var newest: Timestamp?
    /// Bytes of the file, without its log.
    public var size: Int
    /// Bytes of it that hold nothing.
    public var unused: Int
    /// Whether unused space is given back by and by.
    public var canShrink: Bool
}

extension Store {
    /// What is in the database.
    ///
    /// - Throws: ``StoreError``.
    public func overview() throws -> StoreOverview {
        try readTogether { database in
            let row = try Row.fetchOne(
                database, sql: "SELECT ifnull(sum(fixes), 0), min(first_ms), max(last_ms) FROM fix_blocks"
            )
            let page = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0
            let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
            let free = try Int.fetchOne(database, sql: "PRAGMA freelist_count") ?? 0
            return StoreOverview(
                fixes: row?[0] ?? 0,
                oldest: (row?[1] as Int64?).map { Timestamp(milliseconds: $0) },
                newest: (row?[2] as Int64?).map { Timestamp(milliseconds: $0) },
                size: page * pages,
                unused: page * free,
                canShrink: try Int.fetchOne(database, sql: "PRAGMA auto_vacuum") == 2
            )
        }
    }
}
