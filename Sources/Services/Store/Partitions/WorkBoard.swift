import Postgres
import Synchronization
import Tracking

/// Where the workers of one history agree on who does what: tables in the database that they write.
///
/// Blocks its thread while it waits for the server. A worker holds what it has taken for as long as a lease, and goes on
/// holding it by ``beat(of:)``; one that is silent for longer may find that another has taken it over.
public final class WorkBoard: Sendable {
    /// The name of this worker, which no other has.
    public let worker: String
    private let path: String
    private let address: PostgresAddress
    private let partitioning: Partitioning
    private let takesStrangers: Bool
    private let notifies: Bool
    /// Milliseconds.
    private let lease: Int64
    /// Which run of the worker this is.
    private let instance: String
    private let link = Mutex(Link())

    private struct Link {
        var session: PostgresSession?
        /// Whether there was one before.
        var isAgain = false
        /// Until when nothing is taken from others, by the server's clock: after it was away all leases are over, and
        /// nobody could have said that he is there.
        var patientUntil: Int64 = 0
    }

    /// Seconds without a word from the server before it counts as lost.
    private static let patience = 5

    /// The board of a history, which is not joined yet.
    ///
    /// The lease is in milliseconds; the instance names this run of the worker, and no other has had it.
    ///
    /// - Throws: ``StoreError`` for a path that is no address of PostgreSQL.
    public init(
        path: String,
        worker: String,
        partitioning: Partitioning,
        takesStrangers: Bool,
        notifies: Bool = false,
        lease: Int64,
        instance: String
    ) throws {
        guard let address = PostgresAddress(path) else {
            throw StoreError(path: path, .unsupported("workers share a history in PostgreSQL only"))
        }
        self.path = address.shown
        self.address = address
        (self.worker, self.partitioning, self.takesStrangers) = (worker, partitioning, takesStrangers)
        self.notifies = notifies
        (self.lease, self.instance) = (lease, instance)
    }

    /// Whether this worker can do something with what there is to hold.
    private func takes(_ unit: WorkUnit) -> Bool {
        switch unit {
        case .strangers: takesStrangers
        case .notifications: notifies
        case .partition: true
        }
    }

    private func layout(_ session: PostgresSession) -> PartitionLayout {
        PartitionLayout(session: session, address: address)
    }

    /// Makes the tables where they are missing, and joins the others.
    ///
    /// - Throws: ``StoreError``, with ``StoreError/Reason/unsuited(_:)`` where the others have another number of
    ///   partitions or other households, or one of them has this worker's name.
    public func join() throws { try use { _, _ in } }

    /// Goes on holding what is held, and finds out what else there is to do.
    ///
    /// - Parameters:
    ///   - held: What the worker holds as far as it knows.
    ///   - avoided: What it leaves to others for now.
    ///   - reachesBroker: Whether it can do anything; where another one can, it has to leave it to him.
    ///   - reports: How it does.
    /// - Returns: What it finds, and has to do.
    /// - Throws: ``StoreError``; with ``StoreError/Reason/unsuited(_:)`` another run of the worker has taken its place.
    public func beat(
        of held: [WorkUnit], avoiding avoided: Set<WorkUnit> = [], reachesBroker: Bool = true, reports: [Report] = []
    ) throws -> Round {
        try use { session, patientUntil in
            session.begin("BEGIN")
            var round = Round(partitioning: partitioning)
            // Not after the server was away: then nobody could have said that he is there.
            let before = try session.rows("SELECT \(PartitionTables.now)").first?.number(at: 0) ?? 0
            if before > patientUntil { try SilentWorkers.end(session, address, lease: lease) }
            try layout(session).hold()
            try stay(session, reachesBroker)
            round.held = try renew(session)
            for report in reports { try tell(report, session) }
            let now = PartitionTables.now
            let living = try session.rows(
                "SELECT name, reaches_broker FROM workers WHERE beat_ms > \(now) - CAST(? AS BIGINT) ORDER BY name",
                [.number(lease)]
            )
            // Whoever had to wait for this for longer than a lease lives all the same.
            let able = living.filter { $0.number(at: 1) != 0 }.map { $0.text(at: 0) } + (reachesBroker ? [worker] : [])
            round.workers = Set(living.map { $0.text(at: 0) } + [worker]).sorted()
            if held.isEmpty, round.held.isEmpty {
                _ = try layout(session).change(households: partitioning.households, patientUntil: patientUntil)
            }
            guard let numbers = try layout(session).numbers() else { throw unsuited("its partitions are gone") }
            round.partitioning = Partitioning(count: numbers.count, households: partitioning.households)
            round.wanted = numbers.wanted
            if numbers.wanted != nil {
                round.give = held
            } else {
                let plan = try plan(
                    held: Set(held).union(round.held.map(\.unit)), workers: able.isEmpty ? round.workers : able,
                    avoiding: avoided, session, patientUntil)
                for unit in plan.take { if let claim = try take(unit, session) { round.taken.append(claim) } }
                if plan.givesAll { round.give = held }
                if let give = plan.give, try mayMove(session) { round.give = [give] }
            }
            round.time = Timestamp(milliseconds: try session.rows("SELECT \(now)").first?.number(at: 0) ?? 0)
            try findOwners(&round, session)
            try session.commit()
            return round
        }
    }

    /// Gives up what nobody needs any more: it is not there from now on.
    ///
    /// - Throws: ``StoreError``.
    public func retire(_ claim: PartitionClaim) throws {
        try use { session, _ in
            session.begin("BEGIN")
            // Not while another number is about to need it.
            try layout(session).hold()
            try session.execute(
                """
                DELETE FROM partitions WHERE number = ? AND fence = ? AND instance = ?
                    AND number >= (SELECT partitions FROM partition_layout)
                """,
                [.number(claim.unit.number), .number(claim.fence), .text(instance)]
            )
            try session.commit()
        }
    }

    /// What has become of what this worker holds, or has just held.
    ///
    /// - Throws: ``StoreError``.
    public func standing(of claim: PartitionClaim) throws -> PartitionClaim.Standing {
        try use { session, _ in
            session.begin("BEGIN")
            let row = try session.rows(
                "SELECT fence, coalesce(instance, '') FROM partitions WHERE number = ?", [.number(claim.unit.number)]
            ).first
            try session.commit()
            guard let row else { return .gone }
            return row.number(at: 0) == claim.fence && row.text(at: 1) == instance ? .held : .lost
        }
    }

    /// Gives back what this worker holds, so that another can take it at once.
    ///
    /// - Throws: ``StoreError``.
    public func giveBack(_ claim: PartitionClaim) throws {
        try use { session, _ in
            session.begin("BEGIN")
            try session.execute(
                """
                UPDATE partitions SET holder = NULL, instance = NULL, until_ms = 0, connected = 0, rate = 0
                WHERE number = ? AND fence = ? AND instance = ?
                """,
                [.number(claim.unit.number), .number(claim.fence), .text(instance)]
            )
            try session.commit()
        }
    }

    /// Leaves, with everything given back.
    ///
    /// - Throws: ``StoreError``.
    public func leave() throws {
        try use { session, _ in
            session.begin("BEGIN")
            try session.execute(
                "DELETE FROM workers WHERE name = ? AND instance = ?", [.text(worker), .text(instance)])
            try session.commit()
        }
        link.withLock { $0.session = nil }
    }
}

/// What a round consists of.
extension WorkBoard {
    /// What to take and what to give.
    private func plan(
        held: Set<WorkUnit>, workers: [String], avoiding avoided: Set<WorkUnit>, _ session: PostgresSession,
        _ patientUntil: Int64
    ) throws -> WorkPlan {
        let now = PartitionTables.now
        let rows = try session.rows(
            """
            SELECT number,
                holder IS NULL OR until_ms < \(now) AND \(now) > CAST(? AS BIGINT) OR holder = ? AND instance <> ?
            FROM partitions ORDER BY number
            """,
            [.number(patientUntil), .text(worker), .text(instance)]
        ).map { (unit: WorkUnit(number: $0[0]), isFree: $0.number(at: 1) != 0) }
        let units = rows.filter { takes($0.unit) }
        return WorkPlan(
            worker: worker,
            workers: workers,
            free: units.filter { $0.isFree && !avoided.contains($0.unit) }.map(\.unit),
            held: Array(held),
            total: units.count
        )
    }

    /// Finds those who come to what this worker holds, and those who have gone.
    private func findOwners(_ round: inout Round, _ session: PostgresSession) throws {
        let own = (round.held + round.taken).map { "\($0.unit.number)" }.joined(separator: ",")
        let held = SQLValue.text("{\(own)}")
        for row in try session.rows(RoundQuestion.waiting, [held]) {
            round.waiting[Int(row.number(at: 1)), default: []].append(try Name(stored: row[0]))
        }
        for row in try session.rows(RoundQuestion.departing, [held]) {
            round.departing[Int(row.number(at: 1)), default: []].append(try Name(stored: row[0]))
        }
        round.retired = try session.rows(RoundQuestion.retired, [held, .number(Int64(round.partitioning.count))]).map {
            WorkUnit(number: $0[0])
        }
    }

    /// Shows that this worker lives, which another of the same name may have ended.
    private func stay(_ session: PostgresSession, _ reachesBroker: Bool) throws {
        let found = try session.change(
            """
            UPDATE workers SET beat_ms = \(PartitionTables.now), reaches_broker = ? WHERE name = ? AND instance = ?
            """,
            [.number(reachesBroker ? 1 : 0), .text(worker), .text(instance)]
        )
        guard found > 0 else { throw unsuited("another worker has taken the name \(worker)") }
    }

    private func renew(_ session: PostgresSession) throws -> [PartitionClaim] {
        let now = PartitionTables.now
        return try session.rows(
            """
            UPDATE partitions SET until_ms = \(now) + CAST(? AS BIGINT) WHERE instance = ? RETURNING number, fence
            """,
            [.number(lease), .text(instance)]
        ).map { PartitionClaim(unit: WorkUnit(number: $0[0]), fence: $0[1], instance: instance) }
    }

    private func take(_ unit: WorkUnit, _ session: PostgresSession) throws -> PartitionClaim? {
        let now = PartitionTables.now
        return try session.rows(
            """
            UPDATE partitions SET fence = fence + 1, holder = ?, instance = ?, until_ms = \(now) + CAST(? AS BIGINT),
                since_ms = \(now), told_ms = \(now), connected = 0, received = 0, rate = 0, lag_ms = NULL
            WHERE number = ? AND (holder IS NULL OR until_ms < \(now) OR holder = ? AND instance <> ?) RETURNING fence
            """,
            [
                .text(worker), .text(instance), .number(lease), .number(unit.number), .text(worker), .text(instance),
            ]
        ).first.map { PartitionClaim(unit: unit, fence: $0[0], instance: instance) }
    }

    private func tell(_ report: Report, _ session: PostgresSession) throws {
        try session.execute(
            """
            UPDATE partitions SET connected = ?1,
                rate = greatest(0, CAST(?2 AS BIGINT) - received) * 1000.0 / greatest(1, \(PartitionTables.now) - told_ms),
                received = ?2, lag_ms = ?3, told_ms = \(PartitionTables.now)
            WHERE number = ?4 AND instance = ?5
            """,
            [
                .number(report.isConnected ? 1 : 0), .number(Int64(report.received)),
                report.lag.map { .number($0) } ?? .null, .number(report.unit.number), .text(instance),
            ]
        )
    }

    /// Whether one may change hands for the sake of an even spread: one a second, of all workers.
    ///
    /// Where another worker is about to find that out, this one may not, and does not wait for it.
    private func mayMove(_ session: PostgresSession) throws -> Bool {
        let now = PartitionTables.now
        return try session.change(
            """
            UPDATE partition_layout SET moved_ms = \(now) WHERE ctid = (
                SELECT ctid FROM partition_layout WHERE moved_ms <= \(now) - 1000 OR moved_ms > \(now)
                FOR UPDATE SKIP LOCKED
            )
            """,
            []
        ) > 0
    }

    private func unsuited(_ sentence: String) -> StoreError { StoreError(path: path, .unsuited(sentence)) }
}

/// The connection.
extension WorkBoard {
    private func use<Value>(_ body: (PostgresSession, _ patientUntil: Int64) throws -> Value) throws -> Value {
        do {
            return try link.withLock { link in
                if link.session?.lives() != true { link.session = nil }
                let session = try link.session ?? connect(&link)
                do { return try body(session, link.patientUntil) } catch {
                    session.rollBack()
                    if !session.isSound { link.session = nil }
                    throw error
                }
            }
        } catch { throw StoreError.translated(error, path: path) }
    }

    private func connect(_ link: inout Link) throws -> PostgresSession {
        let connection = try address.connect(patience: Self.patience)
        try PartitionTables.prepare(connection, address)
        let session = PostgresSession(connection)
        session.begin("BEGIN")
        // One after the other: what the next one finds is what this one has written. Those at work wait for none of them,
        // as one may be frozen at this point.
        try session.execute(
            "SELECT pg_advisory_xact_lock(hashtextextended('tagalong workers join ' || CAST(? AS text), 0))",
            [.text(address.schema)]
        )
        try enrol(session)
        try agree(session, isAgain: link.isAgain)
        let now = try session.rows("SELECT \(PartitionTables.now)").first?.number(at: 0) ?? 0
        try session.commit()
        link = Link(session: session, isAgain: true, patientUntil: link.isAgain ? now + lease : 0)
        return session
    }

    /// Takes the worker's name, for as long as it shows that it lives: it has a lock, which ends with its connection, or
    /// was heard of within the lease.
    private func enrol(_ session: PostgresSession) throws {
        let now = PartitionTables.now
        let isFree =
            try session.rows(
                "SELECT pg_try_advisory_lock(\(SilentWorkers.key))", [.text(SilentWorkers.name(of: worker, address))]
            ).first?.number(at: 0) != 0
        let enrolled = try session.change(
            """
            INSERT INTO workers AS one (name, instance, beat_ms, version) VALUES (?, ?, \(now), \(Store.schemaVersion))
            ON CONFLICT (name) DO UPDATE SET instance = excluded.instance, beat_ms = excluded.beat_ms,
                version = excluded.version
            WHERE one.instance = excluded.instance OR one.beat_ms <= excluded.beat_ms - CAST(? AS BIGINT)
            """,
            [.text(worker), .text(instance), .number(isFree ? 0 : lease)]
        )
        guard enrolled > 0 else {
            throw unsuited("a worker named \(worker) is at work already; each needs a name of its own")
        }
    }

    /// Checks that all workers spread the owners in the same way, and writes down how where nobody has.
    ///
    /// One that was at work `isAgain`: it goes by the number that there is, whatever it was told.
    private func agree(_ session: PostgresSession, isAgain: Bool) throws {
        let now = PartitionTables.now
        let layout = layout(session)
        try layout.hold()
        for unit in [WorkUnit.strangers, .notifications] where takes(unit) {
            try session.execute(
                "INSERT INTO partitions (number) VALUES (?) ON CONFLICT (number) DO NOTHING", [.number(unit.number)]
            )
        }
        guard let numbers = try layout.numbers() else { return try layout.begin(partitioning) }
        guard isAgain || numbers.allows(partitioning.count) else {
            throw unsuited(
                "its owners are spread over \(numbers.count) partitions, and not over \(partitioning.count)")
        }
        if numbers.households == partitioning.writtenHouseholds { return try layout.addNew(to: partitioning, numbers) }
        let others = try session.rows(
            "SELECT name FROM workers WHERE name <> ? AND beat_ms > \(now) - CAST(? AS BIGINT) ORDER BY name",
            [.text(worker), .number(lease)]
        )
        if let other = others.first {
            throw unsuited(
                "worker \(other.text(at: 0)) was told other households; all need the same, and change them together")
        }
        let moving = try layout.moving()
        guard moving == 0 else {
            throw unsuited(
                "\(moving) owners are on their way to another partition since the last change, which has to be over before "
                    + "households change")
        }
        try layout.change(to: partitioning.households, numbers, lease: lease)
    }
}
