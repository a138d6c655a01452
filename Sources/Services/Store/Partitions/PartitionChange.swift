import Postgres

/// Another number of partitions for a history that workers share, asked for by whoever runs them.
public enum PartitionChange {
    /// What came of it.
    public enum Outcome: Hashable, Sendable {
        /// So many workers live, and are about to do it; with none the next one does.
        case begun(workers: Int)
        /// The number is the one there is, and no other is wanted any more.
        case unchanged(hadBegun: Bool)
    }

    /// Asks for a number.
    ///
    /// - Throws: ``StoreError``; with ``StoreError/Reason/unsuited(_:)`` where no worker has been, or the last change is not
    ///   over.
    public static func ask(for count: Int, path: String) throws -> Outcome {
        guard let address = PostgresAddress(path) else {
            throw StoreError(path: path, .unsupported("workers share a history in PostgreSQL only"))
        }
        do { return try ask(for: count, address) } catch { throw StoreError.translated(error, path: address.shown) }
    }

    private static func ask(for count: Int, _ address: PostgresAddress) throws -> Outcome {
        func unsuited(_ sentence: String) -> StoreError { StoreError(path: address.shown, .unsuited(sentence)) }
        let connection = try address.connect(patience: 10)
        try PostgresSchema.checkReadable(connection, address)
        let tables = try connection.ask("SELECT to_regclass('partitions') IS NOT NULL")
        try connection.settle()
        guard tables.integer(0, 0) != 0 else {
            throw unsuited("no worker has shared this history yet; start them with --partitions \(count)")
        }
        try PartitionTables.upgrade(connection)
        let session = PostgresSession(connection)
        session.begin("BEGIN")
        // One after the other; nobody waits for one that was frozen here.
        try session.execute("SET LOCAL idle_in_transaction_session_timeout TO '10s'")
        _ = try session.rows("SELECT 1 FROM partition_layout FOR UPDATE")
        let layout = PartitionLayout(session: session, address: address)
        guard let numbers = try layout.numbers() else {
            throw unsuited("no worker has shared this history yet; start them with --partitions \(count)")
        }
        let moving = try layout.moving()
        guard moving == 0 || count == numbers.count else {
            throw unsuited(
                "\(moving) owners are on their way to another partition since the last change, which has to be over first"
            )
        }
        let wanted = count == numbers.count ? nil : count
        try session.execute(
            "UPDATE partition_layout SET wanted = ?", [wanted.map { .number(Int64($0)) } ?? .null])
        let living = try session.rows(
            "SELECT count(*) FROM workers WHERE beat_ms > \(PartitionTables.now) - \(recently)"
        ).first
        try session.commit()
        guard wanted != nil else { return .unchanged(hadBegun: numbers.wanted != nil) }
        return .begun(workers: Int(living?.number(at: 0) ?? 0))
    }

    /// Milliseconds in which a worker that lives was heard of.
    private static let recently = 10_000
}
