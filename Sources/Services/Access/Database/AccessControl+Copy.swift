internal import Store

extension AccessControl {
    /// Takes over all that another database of accounts has, in one transaction; returns how many accounts there are.
    ///
    /// What had been made here by itself, such as the key that closes lists, is replaced.
    ///
    /// - Throws: ``AccessError/notEmpty(path:)`` where there are accounts here, and nothing is changed.
    public func takeOver(_ other: AccessControl) throws(AccessError) -> Int {
        try other.keepLockedTries()
        let all = try other.database.read { session in
            try AccessTable.all.map { (table: $0, rows: try $0.rows(session)) }
        }
        let path = database.path
        return try database.write { session in
            let count: Int = try session.value("SELECT count(*) FROM accounts") ?? 0
            guard count == 0 else { throw AccessError.notEmpty(path: path) }
            for table in AccessTable.all.reversed() { try session.execute("DELETE FROM \(table.name)") }
            for (table, rows) in all { try table.insert(rows, session) }
            try session.rebuildFound()
            return try session.value("SELECT count(*) FROM accounts") ?? 0
        }
    }

    /// Where they lie: the file, or the address of PostgreSQL without its password.
    public var path: String { database.path }
}
