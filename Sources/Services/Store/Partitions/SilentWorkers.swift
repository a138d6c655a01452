/// What workers do about others of whom nothing was heard for longer than a lease.
enum SilentWorkers {
    /// The lock that a worker has for as long as its connection lives.
    static let key = "hashtextextended('tagalong worker ' || CAST(? AS text), 0)"

    /// What the lock of a worker is named after.
    static func name(of worker: String, _ address: PostgresAddress) -> String { "\(worker) of \(address.schema)" }

    /// Ends their connections: one that was frozen in the middle of a round has rows that others would wait for.
    ///
    /// Only where the server has waited for the rest of that for as long: a worker that comes again has its lock before
    /// others can see that it is there. In a transaction that has no rows of others yet. The lease is in milliseconds.
    ///
    /// - Throws: `PostgresFailure`.
    static func end(_ session: PostgresSession, _ address: PostgresAddress, lease: Int64) throws {
        let names = "SELECT name || ' of ' || CAST(? AS text) AS named FROM workers WHERE beat_ms <= "
        let keys = "SELECT hashtextextended('tagalong worker ' || named, 0) AS key FROM ("
        let stuck = """
            AND pid IN (
                SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Client'
                    AND xact_start <= clock_timestamp() - CAST(? AS BIGINT) * INTERVAL '1 millisecond'
            )
            """
        let silent = "\(keys)\(names)\(PartitionTables.now) - CAST(? AS BIGINT)) AS silent"
        _ = try session.rows(
            "\(AdvisoryHolder.end(of: silent)) \(stuck)", [.text(address.schema), .number(lease), .number(lease)]
        )
    }
}
