public import Tracking

/// A message that came to a session of another partition, or of an owner whom nobody knew, and waits to be taken in.
public struct StrayRow: Hashable, Sendable {
    /// Whose it is, or is about.
    public let owner: Name
    public let received: Timestamp
    public let topic: String
    public let payload: [UInt8]
    public let retained: Bool

    public init(owner: Name, received: Timestamp, topic: String, payload: [UInt8], retained: Bool) {
        (self.owner, self.received, self.topic) = (owner, received, topic)
        (self.payload, self.retained) = (payload, retained)
    }
}

extension StrayRow {
    /// What came over one session, without what it begins with on a topic and the other one ended with there.
    ///
    /// Two sessions that were subscribed to the same for a while have got the same in the same order, of each topic.
    static func unique(_ later: [StrayRow], after earlier: [StrayRow]) -> [StrayRow] {
        func payloads(_ rows: [StrayRow]) -> [String: [[UInt8]]] {
            Dictionary(grouping: rows.filter { !$0.retained }, by: \.topic).mapValues { $0.map(\.payload) }
        }
        let before = payloads(earlier)
        var repeated = payloads(later).reduce(into: [String: Int]()) { repeated, entry in
            guard let ended = before[entry.key] else { return }
            let most = min(ended.count, entry.value.count)
            repeated[entry.key] = (1...most).last { ended.suffix($0).elementsEqual(entry.value.prefix($0)) }
        }
        return later.filter { row in
            guard !row.retained, let left = repeated[row.topic], left > 0 else { return true }
            repeated[row.topic] = left - 1
            return false
        }
    }
}

/// What a worker writes beside what comes to a partition, in the same transaction.
extension StoreTransaction {
    /// Keeps a message for the partition of its owner, whoever holds that; nil for a session that gets everybody's.
    public mutating func leave(_ stray: StrayRow, from partition: Int? = nil) throws {
        try database.execute(
            "INSERT INTO strays (owner, received_ms, topic, payload, retained, source) VALUES (?, ?, ?, ?, ?, ?)",
            [stray.owner.text, stray.received.milliseconds, stray.topic, stray.payload, stray.retained, partition]
        )
    }

    /// The messages that wait for the partition of some owners, in the order in which they came; they are gone with this.
    ///
    /// What came over the session of that partition itself comes behind what others have left, without what these have too.
    public mutating func takeStrays(of owners: [Name], in partition: Int? = nil) throws -> [StrayRow] {
        let rows = try database.rows(
            """
            WITH taken AS (
                DELETE FROM strays WHERE owner = ANY(CAST(CAST(? AS TEXT) AS TEXT[]))
                RETURNING id, owner, received_ms, topic, payload, retained, source
            )
            SELECT owner, received_ms, topic, payload, retained, source IS NOT NULL AND source = CAST(? AS BIGINT)
            FROM taken ORDER BY id
            """,
            // Names have no character that means something there.
            ["{\(owners.map(\.text).joined(separator: ","))}", partition]
        ) { row in
            let stray = StrayRow(
                owner: try Name(stored: row[0]),
                received: Timestamp(milliseconds: row[1]),
                topic: row[2],
                payload: row[3],
                retained: row.number(at: 4) != 0
            )
            return (stray: stray, isOwn: row.number(at: 5) != 0)
        }
        let others = rows.filter { !$0.isOwn }.map(\.stray)
        return others + StrayRow.unique(rows.filter(\.isOwn).map(\.stray), after: others)
    }
}
