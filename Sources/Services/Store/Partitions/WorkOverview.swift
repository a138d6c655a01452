import Postgres

/// Who does what on a history that several workers share, at one moment.
public struct WorkOverview: Sendable {
    /// One of the things that are shared.
    public struct Partition: Sendable {
        public let unit: WorkUnit
        /// The worker that holds it; nil for nobody.
        public let holder: String?
        public let fence: Int64
        /// Milliseconds until it can be taken over; 0 for at once.
        public let lease: Int64
        /// How many owners it has.
        public let owners: Int
        /// Whether its session with the broker stands.
        public let isConnected: Bool
        /// Messages since it was taken.
        public let received: Int64
        /// Messages a second.
        public let rate: Double
        /// How long a message takes until it is handled, in milliseconds; nil for unknown.
        public let lag: Int64?
    }

    /// One of those who share.
    public struct Worker: Sendable {
        public let name: String
        /// Milliseconds since it was heard of.
        public let silent: Int64
        /// How much it holds.
        public let held: Int
    }

    /// By number, what comes of strangers first; empty where no worker has been.
    public private(set) var partitions: [Partition] = []
    /// By name.
    public private(set) var workers: [Worker] = []
    /// Messages that wait for the partition of their owner.
    public private(set) var strays = 0
    /// Over how many partitions owners are spread; nil where no worker has been.
    public private(set) var count: Int?
    /// The number that this is to become; nil for that.
    public private(set) var wanted: Int?
    /// Owners on their way from one partition to another.
    public private(set) var moving = 0

    /// Reads how it stands.
    ///
    /// - Throws: ``StoreError``, also for a file, which nobody shares.
    public init(path: String) throws {
        guard let address = PostgresAddress(path) else {
            throw StoreError(path: path, .unsupported("workers share a history in PostgreSQL only"))
        }
        do { try read(address) } catch { throw StoreError.translated(error, path: address.shown) }
    }

    private mutating func read(_ address: PostgresAddress) throws {
        let connection = try address.connect(patience: 10)
        try PostgresSchema.checkReadable(connection, address)
        let tables = try connection.ask("SELECT to_regclass('partitions') IS NOT NULL")
        // What was asked so far was a transaction of its own.
        try connection.settle()
        guard tables.integer(0, 0) != 0 else { return }
        let columns = try connection.ask(PartitionTables.areCurrent)
        try connection.settle()
        let now = PartitionTables.now
        let session = PostgresSession(connection)
        session.begin("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        partitions = try session.rows(
            """
            SELECT number, holder, fence, greatest(0, until_ms - \(now)),
                (SELECT count(*) FROM owners WHERE partition = number), connected, received, rate, lag_ms
            FROM partitions ORDER BY number
            """
        ).map { row in
            Partition(
                unit: WorkUnit(number: row[0]), holder: row[1], fence: row[2], lease: row[3],
                owners: Int(row.number(at: 4)), isConnected: row.number(at: 5) != 0, received: row[6], rate: row[7],
                lag: row[8]
            )
        }
        workers = try session.rows(
            """
            SELECT name, greatest(0, \(now) - beat_ms), (SELECT count(*) FROM partitions WHERE holder = name)
            FROM workers ORDER BY name
            """
        ).map { Worker(name: $0[0], silent: $0[1], held: Int($0.number(at: 2))) }
        strays = Int(try session.rows("SELECT count(*) FROM strays").first?.number(at: 0) ?? 0)
        if columns.integer(0, 0) != 0 {
            let layout = PartitionLayout(session: session, address: address)
            let numbers = try layout.numbers()
            (count, wanted, moving) = (numbers?.count, numbers?.wanted, try layout.moving())
        } else {
            // Workers of an earlier version, which cannot change it.
            count = try session.rows("SELECT partitions FROM partition_layout").first.map { Int($0.number(at: 0)) }
        }
        try session.commit()
    }
}
