internal import Store
public import Tracking

extension NotificationOutbox {
    /// How the channels get through, by name.
    public func health() throws(NotificationError) -> [Name: ChannelHealth] {
        try database.read { database in
            let sql = """
                SELECT name, failures,
                    (SELECT max(done_ms) FROM deliveries WHERE channel = name AND state = 'sent')
                FROM channels
                """
            let rows = try database.rows(sql) { row in
                (name: row[0] as String, failures: row[1] as Int, last: row[2] as Int64?)
            }
            return try Dictionary(
                uniqueKeysWithValues: rows.map { row in
                    let name = try Name(row.name)
                    var health = ChannelHealth()
                    health.lastSent = row.last.map { Timestamp(milliseconds: $0) }
                    health.failure = try Self.failure(
                        on: name, failures: row.failures, since: row.last ?? .min, database)
                    return (name, health)
                }
            )
        }
    }

    /// What of what was tried in vain after the last that went out still waits, or was given up.
    private static func failure(
        on channel: Name, failures: Int, since last: Int64, _ database: SQLSession
    ) throws -> ChannelHealth.Failure? {
        // First what is tried next, behind it what was given up last. That a channel was not there is not its receiver's.
        let rows = try database.rows(
            """
            SELECT known_ms, trouble, state IN ('waiting', 'failed') FROM deliveries JOIN notices ON number = notice
            WHERE channel = ? AND state <> 'sent' AND (attempts > 0 OR state = 'failed')
                AND coalesce(done_ms > ?, TRUE) AND coalesce(trouble <> ?, TRUE)
            ORDER BY state = 'waiting' DESC, state = 'failed' DESC,
                CASE state WHEN 'waiting' THEN refusals ELSE -done_ms END, number
            """,
            [channel.text, last, channelIsGone]
        ) { (known: $0[0] as Int64, reason: $0[1] as String?, isOpen: $0[2] as Bool) }
        let newest = rows.first
        guard newest?.isOpen == true || failures > 0, let since = rows.map(\.known).min() else { return nil }
        let (first, pause) = try outlook(of: channel, database)
        return ChannelHealth.Failure(
            since: Timestamp(milliseconds: since),
            reason: newest?.isOpen == true ? newest?.reason : nil,
            nextTry: first.map { max($0, pause) }
        )
    }
}
