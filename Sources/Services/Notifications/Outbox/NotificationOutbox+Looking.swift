internal import Foundation
internal import Messages
internal import Store
public import Tracking

extension NotificationOutbox {
    /// The newest deliveries in the outbox, on one channel or all, and in some states only; what waits is tried next when
    /// its channel is.
    public func deliveries(
        on channel: Name? = nil, _ states: Set<Delivery.State> = Set(Delivery.State.allCases), limit: Int = .max
    ) throws(NotificationError) -> [Delivery] {
        let words = states.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")
        return try database.read { database in
            let pauses = try database.rows("SELECT name, paused_ms FROM channels WHERE paused_ms > 0") {
                (channel: $0[0] as String, until: Timestamp(milliseconds: $0[1]))
            }
            let paused = Dictionary(pauses.map { ($0.channel, $0.until) }) { first, _ in first }
            let found = try database.rows(
                """
                \(Self.selection) WHERE state IN (\(words)) AND (CAST(?1 AS TEXT) IS NULL OR channel = ?1)
                ORDER BY number DESC, channel LIMIT ?2
                """,
                [channel?.text, limit]
            ) { try Delivery($0) }
            return found.map { delivery in
                var delivery = delivery
                if let until = paused[delivery.channel.text] { delivery.next = max(delivery.next, until) }
                return delivery
            }
        }
    }

    /// How the channels stand, by name.
    public func counts() throws(NotificationError) -> [Name: ChannelCount] {
        try database.read { database in
            let rows = try database.rows(
                """
                SELECT name, sent, failed, superseded,
                    (SELECT count(*) FROM deliveries WHERE channel = name AND state = 'waiting')
                FROM channels
                """
            ) { row in
                (
                    try Name(row[0] as String),
                    ChannelCount(waiting: row[4], sent: row[1], failed: row[2], superseded: row[3])
                )
            }
            return Dictionary(uniqueKeysWithValues: rows)
        }
    }

    /// The notices of items that were marked as lost and, as far as anybody was told, are so still.
    func openMarks() throws(NotificationError) -> [Notice] {
        try database.read { database in
            try database.rows(
                """
                SELECT payload FROM notices AS one WHERE id = episode AND id LIKE '\(Notice.markStart)%'
                    AND NOT EXISTS (SELECT 1 FROM notices AS other WHERE other.episode = one.episode AND other.id <> one.id)
                ORDER BY number
                """
            ) { try Notice(payload: $0[0] as [UInt8]) }
        }
    }

    static func waiting(on channel: Name, dueAt now: Timestamp, _ database: SQLSession) throws -> Delivery? {
        try database.row(
            """
            \(selection) WHERE channel = ? AND state = 'waiting' AND next_ms <= ?
            ORDER BY refusals, number LIMIT 1
            """,
            [channel.text, now.milliseconds]
        ) { try Delivery($0) }
    }

    private static let selection = """
        SELECT channel, number, payload, low_m, high_m, repetition, state, known_ms, attempts, refusals, next_ms,
            done_ms, trouble
        FROM deliveries JOIN notices ON number = notice
        """
}

extension Delivery {
    fileprivate init(_ row: SQLRow) throws {
        let low: Double? = row[3]
        let high: Double? = row[4]
        var notice = try Notice(payload: row[2] as [UInt8])
        if let low, let high, low <= high { notice.interval = low...high }
        notice.repetition = row[5]
        self.init(
            channel: try Name(row[0] as String),
            number: row[1],
            notice: notice,
            state: State(rawValue: row[6]) ?? .waiting,
            known: Timestamp(milliseconds: row[7]),
            attempts: row[8],
            refusals: row[9],
            next: Timestamp(milliseconds: row[10]),
            done: (row[11] as Int64?).map(Timestamp.init(milliseconds:)),
            trouble: row[12]
        )
    }
}
