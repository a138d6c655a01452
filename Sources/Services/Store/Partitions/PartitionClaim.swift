import Postgres

/// That a worker holds a partition: what it shows when it writes.
///
/// Whoever takes the partition over gets a higher fence, and then nothing is written under this one any more.
public struct PartitionClaim: Hashable, Sendable {
    public let unit: WorkUnit
    /// Grows each time that the partition is taken.
    public let fence: Int64
    /// Which run of a worker holds it.
    let instance: String

    /// What becomes of a claim.
    public enum Standing: Hashable, Sendable {
        case held
        /// Somebody else has the partition, or may take it.
        case lost
        /// There is no such partition any more.
        case gone
    }
}

/// What workers share among themselves.
public enum WorkUnit: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// What comes of owners whom nobody knows yet.
    case strangers
    /// Who tells people of alerts.
    case notifications
    case partition(Int)

    /// As the database has it.
    var number: Int64 {
        switch self {
        case .strangers: -1
        case .notifications: -2
        case .partition(let number): Int64(number)
        }
    }

    init(number: Int64) {
        self =
            switch number {
            case -2: .notifications
            case ..<0: .strangers
            default: .partition(Int(number))
            }
    }

    /// `strangers`, `notifications`, or the number of the partition.
    public var description: String {
        switch self {
        case .strangers: "strangers"
        case .notifications: "notifications"
        case .partition(let number): "\(number)"
        }
    }
}

/// How a claim is made good on a connection, which from then on is the only one that can write the partition.
extension PartitionClaim {
    /// Makes this connection the one that writes the partition, by a lock that ends with it, and ends whoever had it.
    ///
    /// Because a commit goes over the connection that has the lock, nobody can commit who was ended before the next one
    /// has got it, however long he was frozen and whatever his clock says.
    ///
    /// - Throws: `PostgresFailure`, or ``StoreError`` with ``StoreError/Reason/fenced`` when the partition was taken over.
    func lock(_ connection: PostgresConnection, _ address: PostgresAddress) throws {
        // Whoever writes all of it has it alone.
        try connection.send("SELECT pg_advisory_lock_shared(\(PostgresAddress.lock))", [.text(address.schema)])
        try check(connection, address)
        let key = PostgresValue.text("\(unit) of \(address.schema)")
        _ = try connection.ask(Self.endHolder, [key])
        try connection.send("SELECT pg_advisory_lock(\(Self.key))", [key])
        try check(connection, address)
        try narrow(connection, address)
    }

    private func check(_ connection: PostgresConnection, _ address: PostgresAddress) throws {
        let found = try connection.ask(
            "SELECT 1 FROM partitions WHERE number = ? AND fence = ? AND instance = ?",
            [.number(unit.number), .number(fence), .text(instance)]
        )
        guard found.count > 0 else { throw StoreError(path: address.shown, .fenced) }
    }

    /// The number of the lock.
    static let key = "hashtextextended('tagalong writes partition ' || CAST(? AS text), 0)"

    /// Ends the connection of whoever has it.
    static let endHolder = AdvisoryHolder.end(of: "SELECT \(key) AS key")

    /// Makes the tables that list devices show those of the partition only, wherever ``narrowed`` is said.
    func narrow(_ connection: PostgresConnection, _ address: PostgresAddress) throws {
        for table in ["devices", "deletions", "removals", "reminders", "reminder_events", "calendars"] {
            try connection.send(
                """
                CREATE TEMPORARY VIEW \(table) AS SELECT * FROM \(address.quotedSchema).\(table) WHERE owner IN (
                    SELECT owner FROM \(address.quotedSchema).owners WHERE partition = \(unit.number)
                )
                """
            )
        }
        // Those views last, as long as nothing else is said.
        try connection.send("SET search_path TO \(address.quotedSchema), pg_temp")
        try connection.settle()
    }

    /// Has a transaction see the partition only.
    static let narrowed = """
        SELECT set_config('search_path', 'pg_temp, ' || left(current_setting('search_path'), -9), true)
        """
}
