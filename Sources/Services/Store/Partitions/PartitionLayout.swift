import Postgres
import Tracking

/// Over how many partitions the owners of a history are spread, and how that becomes another number while workers run.
///
/// Whoever asks for another number only writes it down. Each worker then gives back what it holds, and when nobody holds
/// anything one of them spreads the owners anew. An owner who comes to another partition is on the way there until that one
/// is subscribed to what comes of him, and has been left what came over the session of the former one.
struct PartitionLayout {
    let session: PostgresSession
    let address: PostgresAddress

    /// What is written down.
    struct Numbers {
        let count: Int
        /// What it is to become; nil for that.
        let wanted: Int?
        /// What it was before the last change.
        let former: Int?
        let households: String

        /// Whether a worker that was told a number fits in: it may have been told before or after a change.
        func allows(_ count: Int) -> Bool { [self.count, wanted, former].contains(count) }
    }

    /// Nil before the first worker has come.
    func numbers() throws -> Numbers? {
        try session.rows("SELECT partitions, wanted, former, households FROM partition_layout").first.map { row in
            Numbers(
                count: Int(row.number(at: 0)), wanted: (row[1] as Int64?).map { Int($0) },
                former: (row[2] as Int64?).map { Int($0) }, households: row.text(at: 3))
        }
    }

    /// Keeps it as it is until the transaction ends, for those who take partitions.
    func hold() throws { _ = try session.rows("SELECT pg_advisory_xact_lock_shared(\(Self.key))", [name]) }

    /// Whether nobody else holds it: then nobody does until the transaction ends.
    private func holdAlone() throws -> Bool {
        try session.rows("SELECT pg_try_advisory_xact_lock(\(Self.key))", [name]).first?.number(at: 0) != 0
    }

    /// Until the transaction ends: somebody may be frozen with a lock, while all others wait for this.
    private static let limitWaiting = "SET LOCAL lock_timeout TO '\(Store.patience)s'"

    private static let key = "hashtextextended('tagalong partitions of ' || CAST(? AS text), 0)"
    private var name: SQLValue { .text(address.schema) }

    /// Makes the number the one that is wanted, when nobody holds anything any more; false when somebody does.
    ///
    /// Until `patientUntil`, by the server's clock, a lease that is over is none that was lost.
    func change(households: Households, patientUntil: Int64) throws -> Bool {
        guard try holdAlone() else { return false }
        try session.execute(Self.limitWaiting)
        // Whoever asks for another number meanwhile has to wait for the outcome.
        _ = try session.rows("SELECT 1 FROM partition_layout FOR UPDATE")
        guard let wanted = try numbers()?.wanted else { return false }
        let now = PartitionTables.now
        let held = try session.rows(
            """
            SELECT 1 FROM partitions
            WHERE holder IS NOT NULL AND (until_ms >= \(now) OR \(now) <= CAST(? AS BIGINT)) LIMIT 1
            """,
            [.number(patientUntil)]
        )
        guard held.isEmpty else { return false }
        try reshape(Partitioning(count: wanted, households: households))
        return true
    }

    /// Spreads the owners for the first time.
    func begin(_ partitioning: Partitioning) throws {
        try session.execute(
            "INSERT INTO partition_layout (partitions, households) VALUES (?, ?)",
            [.number(Int64(partitioning.count)), .text(partitioning.writtenHouseholds)]
        )
        try addUnits(partitioning.count)
        try spread(partitioning)
    }

    /// Puts those owners into partitions whom nobody has put into any: who was there before workers were, or was imported.
    func addNew(to partitioning: Partitioning, _ numbers: Numbers) throws {
        try spread(Partitioning(count: numbers.count, households: partitioning.households))
    }

    /// Spreads them as other households have it, while no worker lives; in another number, too, where one is wanted.
    func change(to households: Households, _ numbers: Numbers, lease: Int64) throws {
        // One that was frozen in the middle of a round may hold it still.
        if try !holdAlone() {
            try SilentWorkers.end(session, address, lease: lease)
            try session.execute(Self.limitWaiting)
            _ = try session.rows("SELECT pg_advisory_xact_lock(\(Self.key))", [name])
        }
        try reshape(Partitioning(count: numbers.wanted ?? numbers.count, households: households))
    }

    /// How many owners are on the way to another partition.
    func moving() throws -> Int {
        Int(try session.rows("SELECT count(*) FROM owners WHERE former IS NOT NULL").first?.number(at: 0) ?? 0)
    }

    private func reshape(_ partitioning: Partitioning) throws {
        try endHolders()
        try session.execute(
            """
            UPDATE partition_layout SET former = CASE WHEN partitions = ?1 THEN former ELSE partitions END,
                partitions = ?1, wanted = NULL, households = ?2
            """,
            [.number(Int64(partitioning.count)), .text(partitioning.writtenHouseholds)]
        )
        try addUnits(partitioning.count)
        try spread(partitioning)
    }

    /// Whoever was frozen with a partition must not write under what was so far, not even with one that was given back.
    private func endHolders() throws {
        for row in try session.rows("SELECT number FROM partitions ORDER BY number") {
            let key = SQLValue.text("\(WorkUnit(number: row[0])) of \(address.schema)")
            _ = try session.rows(PartitionClaim.endHolder, [key])
            _ = try session.rows("SELECT pg_advisory_xact_lock(\(PartitionClaim.key))", [key])
        }
        try session.execute(
            """
            UPDATE partitions SET holder = NULL, instance = NULL, until_ms = 0, connected = 0, rate = 0, fence = fence + 1
            WHERE holder IS NOT NULL
            """
        )
    }

    /// Adds what there is to hold, where it is missing: those of who moves are there until nobody is on the way from them.
    private func addUnits(_ count: Int) throws {
        try session.execute(
            """
            INSERT INTO partitions (number) SELECT generate_series(0, CAST(? AS BIGINT) - 1)
            ON CONFLICT (number) DO NOTHING
            """,
            [.number(Int64(count))]
        )
    }

    /// Puts each owner into a partition: those that were there before workers were, and those who belong elsewhere now.
    ///
    /// Also those of whom there are only reminders or a calendar, or nothing left but objects that somebody has to remove.
    private func spread(_ partitioning: Partitioning) throws {
        let moved = try session.rows(
            """
            SELECT owner, coalesce(partition, -1) FROM (
                SELECT owner FROM devices UNION SELECT owner FROM removals UNION SELECT owner FROM reminders
                UNION SELECT owner FROM calendars
            ) AS known FULL JOIN owners USING (owner)
            """
        ).compactMap { row -> (owner: Name, partition: Int)? in
            let owner = try Name(stored: row[0])
            let partition = partitioning.partition(of: owner)
            return row.number(at: 1) == Int64(partition) ? nil : (owner, partition)
        }
        try session.execute(
            """
            INSERT INTO owners (owner, partition)
            SELECT * FROM unnest(CAST(CAST(? AS TEXT) AS TEXT[]), CAST(CAST(? AS TEXT) AS BIGINT[]))
            ON CONFLICT (owner) DO UPDATE SET partition = excluded.partition, subscribed = 0,
                former = owners.partition, drained = 0
            """,
            [
                // Names have no character that means something there.
                .text("{\(moved.map(\.owner.text).joined(separator: ","))}"),
                .text("{\(moved.map { "\($0.partition)" }.joined(separator: ","))}"),
            ]
        )
    }
}
