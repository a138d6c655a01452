import Postgres
import Synchronization
public import Tracking

/// What workers ask of each other, in tables of the database that they write: a console on one has a change made by the
/// one that holds the owner's partition.
///
/// An errand is taken by one worker, once: whoever takes it marks it before it begins. Blocks its thread while it waits for
/// the server.
public final class ErrandBoard: Sendable {
    private let path: String
    private let address: PostgresAddress
    private let link = Mutex<PostgresSession?>(nil)

    /// An errand that somebody has taken.
    public struct Taken: Sendable {
        public let id: Int64
        public let errand: [UInt8]
    }

    /// What has become of an errand.
    public enum Standing: Hashable, Sendable {
        case answered([UInt8])
        /// Nobody has begun it.
        case waiting
        /// Somebody has begun it, and has not answered.
        case begun
        case gone
    }

    /// Seconds without a word from the server before it counts as lost.
    private static let patience = 10

    /// A board of a history that workers share.
    ///
    /// - Throws: ``StoreError`` for a path that is no address of PostgreSQL.
    public init(path: String) throws {
        guard let address = PostgresAddress(path) else {
            throw StoreError(path: path, .unsupported("workers share a history in PostgreSQL only"))
        }
        (self.path, self.address) = (address.shown, address)
    }

    /// Asks for an errand of an owner, which nobody begins after so many milliseconds; answers with its number.
    ///
    /// - Throws: ``StoreError``; then nobody does it.
    public func ask(_ errand: [UInt8], of owner: Name, patience: Int64) throws -> Int64 {
        try use { session in
            let now = PartitionTables.now
            let id = try session.rows(
                """
                INSERT INTO errands (owner, asked_ms, until_ms, errand)
                VALUES (?, \(now), \(now) + CAST(? AS BIGINT), ?) RETURNING id
                """,
                [.text(owner.text), .number(patience), .bytes(errand)]
            ).first?.number(at: 0)
            guard let id else { throw Damage(detail: "an errand has no number") }
            try notify("e\(owner.text)", session)
            return id
        }
    }

    /// The owners of errands that nobody has begun.
    ///
    /// - Throws: ``StoreError``.
    public func owners() throws -> [Name] {
        try use { session in
            try session.rows(
                "SELECT DISTINCT owner FROM errands WHERE taken_ms IS NULL AND until_ms > \(PartitionTables.now)"
            ).map { try Name(stored: $0[0]) }
        }
    }

    /// Takes the oldest errand of an owner that nobody has begun; nil for none.
    ///
    /// The owner is one of the partition from here on, if nobody had heard of him. What is asked for, such as positions that
    /// were posted, is nowhere but with whoever has taken it.
    ///
    /// - Throws: ``StoreError``; then it is not taken, or taken and never begun.
    public func take(of owner: Name, in partition: Int, of count: Int) throws -> Taken? {
        try use { session in
            let now = PartitionTables.now
            let taken = try session.rows(
                """
                WITH found AS (
                    SELECT id, errand FROM errands WHERE owner = ? AND taken_ms IS NULL AND until_ms > \(now)
                    ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
                )
                UPDATE errands SET taken_ms = \(now), errand = '' FROM found WHERE errands.id = found.id
                RETURNING found.id, found.errand
                """,
                [.text(owner.text)]
            ).first.map { Taken(id: $0[0], errand: $0[1]) }
            if taken != nil { try know(owner, in: partition, of: count, session) }
            return taken
        }
    }

    /// Has an owner belong to a partition, where nobody has heard of him.
    ///
    /// - Throws: ``StoreError``; ``StoreError/Reason/fenced`` where there are not so many partitions any more.
    public func know(_ owner: Name, in partition: Int, of count: Int) throws {
        try use { try know(owner, in: partition, of: count, $0) }
    }

    private func know(_ owner: Name, in partition: Int, of count: Int, _ session: PostgresSession) throws {
        let layout = PartitionLayout(session: session, address: address)
        try layout.hold()
        guard try layout.numbers()?.count == count else { throw StoreError(path: path, .fenced) }
        try session.execute(
            "INSERT INTO owners (owner, partition) VALUES (?, ?) ON CONFLICT (owner) DO NOTHING",
            [.text(owner.text), .number(Int64(partition))]
        )
    }

    /// Lets another one take an errand of which nothing was done.
    ///
    /// - Throws: ``StoreError``.
    public func release(_ errand: Taken, of owner: Name) throws {
        try use { session in
            try session.execute(
                "UPDATE errands SET taken_ms = NULL, errand = ? WHERE id = ? AND answer IS NULL",
                [.bytes(errand.errand), .number(errand.id)])
            try notify("e\(owner.text)", session)
        }
    }

    /// Tells what has become of an errand.
    ///
    /// - Throws: ``StoreError``.
    public func answer(_ errand: Taken, _ answer: [UInt8]) throws {
        try use { session in
            try session.execute("UPDATE errands SET answer = ? WHERE id = ?", [.bytes(answer), .number(errand.id)])
            try notify("a\(errand.id)", session)
        }
    }

    /// What has become of an errand, whose answer is given once.
    ///
    /// With `withdraws` one that nobody has begun is taken back.
    ///
    /// - Throws: ``StoreError``.
    public func look(at id: Int64, withdraws: Bool = false) throws -> Standing {
        try use { session in
            let answered = try session.rows(
                "DELETE FROM errands WHERE id = ? AND answer IS NOT NULL RETURNING answer", [.number(id)]
            ).first
            if let answered { return .answered(answered[0]) }
            if withdraws {
                let withdrawn = try session.change(
                    "DELETE FROM errands WHERE id = ? AND taken_ms IS NULL", [.number(id)])
                if withdrawn > 0 { return .waiting }
            }
            let left = try session.rows("SELECT taken_ms IS NULL FROM errands WHERE id = ?", [.number(id)]).first
            guard let left else { return .gone }
            return left.number(at: 0) != 0 ? .waiting : .begun
        }
    }

    /// Forgets errands whose askers are gone.
    ///
    /// These have given up before, with what nobody has begun, and the answer of what was done. That somebody has begun one
    /// and not answered is kept for longer.
    ///
    /// - Throws: ``StoreError``.
    public func sweep() throws {
        try use { session in
            try session.execute(
                """
                DELETE FROM errands WHERE until_ms < \(PartitionTables.now) - CASE
                    WHEN taken_ms IS NULL OR answer IS NOT NULL THEN 30000 ELSE 600000 END
                """
            )
        }
    }

    /// Tells all who hear the board something of at most 7,999 bytes.
    ///
    /// - Throws: ``StoreError``.
    public func tell(_ words: [String]) throws {
        try use { session in for text in words { try notify(text, session) } }
    }

    private func notify(_ text: String, _ session: PostgresSession) throws {
        try session.execute("SELECT pg_notify(?, ?)", [.text(BoardEar.channel(of: address)), .text(text)])
    }

    /// Nobody waits for one that is frozen in the middle of something here.
    private func connect() throws -> PostgresSession {
        let connection = try address.connect(patience: Self.patience)
        try connection.run(
            script: "SET lock_timeout TO '5s'; SET idle_in_transaction_session_timeout TO '\(Self.patience)s'")
        return PostgresSession(connection)
    }

    private func use<Value>(_ body: (PostgresSession) throws -> Value) throws -> Value {
        do {
            return try link.withLock { link in
                if link?.lives() != true { link = nil }
                let session = try link ?? connect()
                link = session
                do {
                    session.begin("BEGIN")
                    let value = try body(session)
                    try session.commit()
                    return value
                } catch {
                    session.rollBack()
                    if !session.isSound { link = nil }
                    throw error
                }
            }
        } catch { throw StoreError.translated(error, path: path) }
    }
}
