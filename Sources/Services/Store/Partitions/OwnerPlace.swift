public import Tracking

/// Where what comes of an owner is stored.
public struct OwnerPlace: Hashable, Sendable {
    public let owner: Name
    public let partition: Int
    /// Whether the session of the partition gets what comes of the owner.
    public let isSubscribed: Bool
    /// The partition that the owner comes from, whose session may still have older messages; nil when it has none.
    public let former: Int?

    /// Whether nothing is of use that comes over another session.
    public var isSettled: Bool { isSubscribed && former == nil }
}

extension OwnerPlace {
    static let columns = "owner, partition, subscribed, CASE WHEN drained = 0 THEN former END"

    init(row: SQLRow) throws {
        owner = try Name(stored: row[0])
        (partition, isSubscribed) = (Int(row.number(at: 1)), row.number(at: 2) != 0)
        former = (row[3] as Int64?).map { Int($0) }
    }
}

/// How an owner comes to a partition, and from one to another.
extension StoreTransaction {
    /// Makes an owner known, to be subscribed by the partition; nothing when he is.
    public mutating func addOwner(_ owner: Name, to partition: Int) throws {
        try database.execute(
            "INSERT INTO owners (owner, partition) VALUES (?, ?) ON CONFLICT (owner) DO NOTHING",
            [owner.text, partition]
        )
    }

    /// Where an owner is; nil for one whom nobody knows.
    public mutating func place(of owner: Name) throws -> OwnerPlace? {
        try database.rows("SELECT \(OwnerPlace.columns) FROM owners WHERE owner = ?", [owner.text]) {
            try OwnerPlace(row: $0)
        }.first
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

    /// Notes that nothing of an owner that is of use comes any more over the session of the partition that he comes from.
    public mutating func setDrained(_ owner: Name, from partition: Int) throws {
        try database.execute("UPDATE owners SET drained = 1 WHERE owner = ? AND former = ?", [owner.text, partition])
    }

    /// Notes that all that the former partition of an owner had of him has been taken in.
    public mutating func setArrived(_ owner: Name) throws {
        try database.execute("UPDATE owners SET former = NULL, drained = 0 WHERE owner = ?", [owner.text])
    }
}

extension Store {
    /// The owners of a partition, by name.
    ///
    /// Of those who have come from another one and have not been taken in it is told, whether or not that has been drained.
    ///
    /// - Throws: ``StoreError``.
    public func owners(of partition: Int) throws -> [(place: OwnerPlace, isArriving: Bool)] {
        try read { database in
            try database.rows(
                "SELECT \(OwnerPlace.columns), former IS NOT NULL FROM owners WHERE partition = ? ORDER BY owner",
                [partition]
            ) { (try OwnerPlace(row: $0), $0.number(at: 4) != 0) }
        }
    }

    /// The owners who have come from a partition, and of whom its session may still have something, by name.
    ///
    /// - Throws: ``StoreError``.
    public func departing(from partition: Int) throws -> [Name] {
        try read { database in
            try database.rows(
                "SELECT owner FROM owners WHERE former = ? AND drained = 0 ORDER BY owner", [partition]
            ) { try Name(stored: $0[0]) }
        }
    }

    /// All owners whose messages come to the sessions of their partitions, and whether nothing older that is of use to
    /// these comes any more over the session that gets everybody's.
    ///
    /// Of one of whom that was known it stays known: his partition has it from the session of the former one.
    ///
    /// - Throws: ``StoreError``.
    public func subscribedOwners() throws -> [(owner: Name, isKnown: Bool)] {
        try read { database in
            try database.rows("SELECT owner, known FROM owners WHERE subscribed = 1 OR known = 1") {
                (try Name(stored: $0[0]), $0.number(at: 1) != 0)
            }
        }
    }
}
