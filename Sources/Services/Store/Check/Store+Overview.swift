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
            let (size, unused, canShrink) = try database.space()
            let overview = try database.row(
                "SELECT CAST(coalesce(sum(fixes), 0) AS BIGINT), min(first_ms), max(last_ms) FROM fix_blocks"
            ) { row in
                StoreOverview(
                    fixes: row[0],
                    oldest: (row[1] as Int64?).map { Timestamp(milliseconds: $0) },
                    newest: (row[2] as Int64?).map { Timestamp(milliseconds: $0) },
                    size: size,
                    unused: unused,
                    canShrink: canShrink
                )
            }
            return overview ?? StoreOverview(fixes: 0, size: size, unused: unused, canShrink: canShrink)
        }
    }
}

extension Session {
    /// Bytes of the database, those of them that hold nothing, and whether these are given back by and by.
    func space() throws -> (size: Int, unused: Int, canShrink: Bool) {
        switch engine {
        case .sqlite:
            let page: Int = try value("PRAGMA page_size") ?? 0
            let pages: Int = try value("PRAGMA page_count") ?? 0
            let free: Int = try value("PRAGMA freelist_count") ?? 0
            return (page * pages, page * free, try value("PRAGMA auto_vacuum") == 2)
        case .postgres:
            // The server's own cleaning makes room for new rows in the same files.
            let sql = """
                SELECT CAST(sum(pg_total_relation_size(pg_class.oid)) AS BIGINT)
                FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
                WHERE nspname = current_schema() AND relkind = 'r'
                """
            return (try value(sql) ?? 0, 0, true)
        }
    }
}
