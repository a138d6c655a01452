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
    /// Keeps a message for the partition of its owner, whoever holds that.
    public mutating func leave(_ stray: StrayRow) throws {
        try database.execute(
            "INSERT INTO strays (owner, received_ms, topic, payload, retained) VALUES (?, ?, ?, ?, ?)",
            [stray.owner.text, stray.received.milliseconds, stray.topic, stray.payload, stray.retained]
        )
    }

    /// Makes an owner known, to be subscribed by the partition; nothing when he is.
    public mutating func addOwner(_ owner: Name, to partition: Int) throws {
        try database.execute(
            "INSERT INTO owners (owner, partition) VALUES (?, ?) ON CONFLICT (owner) DO NOTHING",
            [owner.text, partition]
        )
    }

    /// Whether the session of the partition gets what comes of an owner.
    public mutating func isSubscribed(_ owner: Name) throws -> Bool {
        try database.value("SELECT subscribed FROM owners WHERE owner = ?", [owner.text]) == 1 as Int64?
    }

    /// Notes that the session of the partition gets what comes of an owner.
    public mutating func setSubscribed(_ owner: Name) throws {
        try database.execute("UPDATE owners SET subscribed = 1 WHERE owner = ?", [owner.text])
    }

    /// Notes that nothing of an owner that is of use to his partition comes any more over the session that gets everybody's.
    public mutating func setKnown(_ owner: Name) throws {
        try database.execute("UPDATE owners SET known = 1 WHERE owner = ?", [owner.text])
    }

    /// The messages that wait for an owner's partition, in the order in which they came; they are gone with this.
    public mutating func takeStrays(of owner: Name) throws -> [StrayRow] {
        try database.rows(
            """
            WITH taken AS (DELETE FROM strays WHERE owner = ? RETURNING id, received_ms, topic, payload, retained)
            SELECT received_ms, topic, payload, retained FROM taken ORDER BY id
            """,
            [owner.text]
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

extension Store {
    /// The owners of a partition, by name, and whether its session gets what comes of them.
    ///
    /// - Throws: ``StoreError``.
    public func owners(of partition: Int) throws -> [(owner: Name, isSubscribed: Bool)] {
        try read { database in
            try database.rows(
                "SELECT owner, subscribed FROM owners WHERE partition = ? ORDER BY owner", [partition]
            ) { (try Name(stored: $0[0]), $0.number(at: 1) != 0) }
        }
    }

    /// All owners whose messages come to the sessions of their partitions, and whether nothing older that is of use to
    /// these comes any more over the session that gets everybody's.
    ///
    /// - Throws: ``StoreError``.
    public func subscribedOwners() throws -> [(owner: Name, isKnown: Bool)] {
        try read { database in
            try database.rows("SELECT owner, known FROM owners WHERE subscribed = 1") {
                (try Name(stored: $0[0]), $0.number(at: 1) != 0)
            }
        }
    }
}
