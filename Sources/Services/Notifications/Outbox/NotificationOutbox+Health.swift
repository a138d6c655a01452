internal import GRDB
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
            let rows = try Row.fetchAll(database, sql: sql)
            return try Dictionary(
                uniqueKeysWithValues: rows.map { row in
                    let name = try Name(row[0] as String)
                    var health = ChannelHealth()
                    health.lastSent = (row[2] as Int64?).map { Timestamp(milliseconds: $0) }
                    health.failure = try Self.failure(on: name, failures: row[1], since: row[2] ?? .min, database)
                    return (name, health)
                }
            )
        }
    }

    /// What of what was tried in vain after the last that went out still waits, or was given up.
    private static func failure(
        on channel: Name, failures: Int, since last: Int64, _ database: Database
    ) throws -> ChannelHealth.Failure? {
        // First what is tried next, behind it what was given up last. That a channel was not there is not its receiver's.
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT known_ms, trouble, state IN ('waiting', 'failed') FROM deliveries JOIN notices ON number = notice
                WHERE channel = ? AND state <> 'sent' AND (attempts > 0 OR state = 'failed')
                    AND ifnull(done_ms > ?, TRUE) AND ifnull(trouble <> ?, TRUE)
                ORDER BY state = 'waiting' DESC, state = 'failed' DESC,
                    CASE state WHEN 'waiting' THEN refusals ELSE -done_ms END, number
                """,
            arguments: [channel.text, last, channelIsGone]
        )
        let newest = rows.first.map { row in (reason: row[1] as String?, isOpen: row[2] as Bool) }
        guard newest?.isOpen == true || failures > 0, let since = rows.map({ $0[0] as Int64 }).min() else { return nil }
        let (first, pause) = try outlook(of: channel, database)
        return ChannelHealth.Failure(
            since: Timestamp(milliseconds: since),
            reason: newest?.isOpen == true ? newest?.reason : nil,
            nextTry: first.map { max($0, pause) }
        )
    }
}
