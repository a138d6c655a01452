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

/// What a worker writes beside what comes to a partition, in the same transaction.
extension StoreTransaction {
    /// Keeps a message for the partition of its owner, whoever holds that; nil for a session that gets everybody's.
    public mutating func leave(_ stray: StrayRow, from partition: Int? = nil) throws {
        try database.execute(
            "INSERT INTO strays (owner, received_ms, topic, payload, retained, source) VALUES (?, ?, ?, ?, ?, ?)",
            [stray.owner.text, stray.received.milliseconds, stray.topic, stray.payload, stray.retained, partition]
        )
    }

    /// The messages that wait for an owner's partition, in the order in which they came; they are gone with this.
    ///
    /// What came over the session of that partition itself came behind what others have left.
    public mutating func takeStrays(of owner: Name, in partition: Int? = nil) throws -> [StrayRow] {
        try database.rows(
            """
            WITH taken AS (
                DELETE FROM strays WHERE owner = ? RETURNING id, received_ms, topic, payload, retained, source
            )
            SELECT received_ms, topic, payload, retained FROM taken
            ORDER BY source IS NOT DISTINCT FROM CAST(? AS BIGINT) AND source IS NOT NULL, id
            """,
            [owner.text, partition]
        ) { row in
            StrayRow(
                owner: owner,
                received: Timestamp(milliseconds: row[0]),
                topic: row[1],
                payload: row[2],
                retained: row.number(at: 3) != 0
            )
        }
    }
}
