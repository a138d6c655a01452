/// What workers do about others of whom nothing was heard for longer than a lease.
enum SilentWorkers {
    /// The lock that a worker has for as long as its connection lives.
    static let key = "hashtextextended('tagalong worker ' || CAST(? AS text), 0)"

    /// What the lock of a worker is named after.
    static func name(of worker: String, _ address: PostgresAddress) -> String { "\(worker) of \(address.schema)" }

    /// Ends their connections: one that was frozen in the middle of a round has rows that others would wait for.
    ///
    /// In a transaction that has no rows of others yet. The lease is in milliseconds.
    ///
    /// - Throws: `PostgresFailure`.
    static func end(_ session: PostgresSession, _ address: PostgresAddress, lease: Int64) throws {
        let names = "SELECT name || ' of ' || CAST(? AS text) AS named FROM workers WHERE beat_ms <= "
        let keys = "SELECT hashtextextended('tagalong worker ' || named, 0) AS key FROM ("
        _ = try session.rows(
            AdvisoryHolder.end(of: "\(keys)\(names)\(PartitionTables.now) - CAST(? AS BIGINT)) AS silent"),
            [.text(address.schema), .number(lease)]
        )
    }
}
