import Postgres

/// A connection to PostgreSQL as the store uses it, one transaction at a time.
///
/// - Note: `@unchecked Sendable` because ``PostgresStore`` alone makes sessions, and hands each to one user at a time,
///   who has taken it out of a locked place or holds the writer's lock.
final class PostgresSession: @unchecked Sendable {
    private let connection: PostgresConnection
    /// What begins the transaction; sent with its first statement, so that one without any costs nothing.
    private var opening: String?
    private var isOpen = false
    /// Whether the transaction has sent anything but questions.
    private(set) var hasChanged = false
    /// Numbers that no other session gives to rows, by table.
    private var numbers: [Substring: ArraySlice<Int64>] = [:]
    /// Insertions with the number of their row, and the table, by what they are without it.
    private var numbered: [String: (sql: String, table: Substring)] = [:]
    /// How many long answers the transaction has begun to read.
    private var cursors = 0
    /// Rows that are written together before anything else runs, by their statement.
    private var gathered: [String: PostgresRows] = [:]

    /// So many numbers of rows are fetched at once.
    private static let numbersAtOnce = 256

    /// The part of the history that alone is written over it; nil for all of it.
    let partition: WorkUnit?

    init(_ connection: PostgresConnection, partition: WorkUnit? = nil) {
        (self.connection, self.partition) = (connection, partition)
    }

    var isSound: Bool { connection.isSound }

    /// Whether the server has not ended it since it was used last.
    func lives() -> Bool { connection.lives() }

    /// Begins a transaction.
    func begin(_ opening: String) {
        self.opening = opening
        hasChanged = false
        cursors = 0
        gathered = [:]
    }

    /// Ends the transaction, and waits until what it did is stored.
    ///
    /// - Throws: `PostgresFailure`; then nothing of it is stored, unless the connection was lost.
    func commit() throws {
        try writeGathered()
        opening = nil
        guard isOpen else { return }
        try connection.send("COMMIT")
        try connection.settle()
        isOpen = false
    }

    /// Ends the transaction without a trace, as far as the connection still stands.
    func rollBack() {
        opening = nil
        gathered = [:]
        guard isOpen else { return }
        isOpen = false
        try? connection.settle()
        do {
            try connection.send("ROLLBACK")
            try connection.settle()
        } catch {
            // Nobody knows what it is in the middle of.
            connection.abandon()
        }
    }

    /// What comes before each statement.
    private func open() throws {
        if let opening {
            try connection.send(opening)
            self.opening = nil
            isOpen = true
        }
        if !gathered.isEmpty { try writeGathered() }
    }

    /// Writes a row with many others, later in the transaction and before anything else is asked or written.
    ///
    /// - Parameters:
    ///   - sql: An insertion with `VALUES (?, …)` that replaces a row of the same key.
    ///   - values: The row.
    ///   - key: How many of the first values are the key; of rows with the same one the last counts.
    /// - Throws: `PostgresFailure`.
    func gather(_ sql: String, _ values: [SQLValue], key: Int) throws {
        hasChanged = true
        gathered[sql, default: PostgresRows(columns: values.count)].add(values, key: key)
        if let rows = gathered[sql], rows.isFull { try writeGathered() }
    }

    private func writeGathered() throws {
        let all = gathered
        gathered = [:]
        // In an order of their own, so that what fails is the same each time.
        for (sql, rows) in all.sorted(by: { $0.key < $1.key }) {
            try execute(rows.statement(for: sql), rows.columns.map { .array($0) })
        }
    }

    private func execute(_ sql: String, _ values: [PostgresValue]) throws {
        try open()
        try connection.send(sql, values)
    }

    func execute(_ sql: String, _ values: [SQLValue] = []) throws {
        try open()
        hasChanged = true
        try connection.send(sql, values.map(PostgresValue.init))
    }

    func change(_ sql: String, _ values: [SQLValue]) throws -> Int {
        try open()
        let changes = try connection.ask(sql, values.map(PostgresValue.init)).changes
        if changes > 0 { hasChanged = true }
        return changes
    }

    func rows(_ sql: String, _ values: [SQLValue] = []) throws -> [SQLRow] {
        try open()
        return Self.rows(of: try connection.ask(sql, values.map(PostgresValue.init)))
    }

    private static func rows(of result: PostgresResult) -> [SQLRow] {
        (0..<result.count).map { SQLRow(result, row: $0) }
    }

    /// Inserts a row under a number that was fetched before, so that nobody has to wait for it.
    func insert(_ sql: String, _ values: [SQLValue]) throws -> Int64 {
        let insertion = numbered[sql] ?? Self.numbered(sql)
        numbered[sql] = insertion
        let number = try number(for: insertion.table)
        try execute(insertion.sql, [.number(number)] + values)
        return number
    }

    /// A number for a new row of a table, which nobody else gets.
    func number(for table: Substring) throws -> Int64 {
        if numbers[table]?.isEmpty ?? true { numbers[table] = try fetchNumbers(table)[...] }
        guard let number = numbers[table]?.popFirst() else {
            throw Damage(detail: "table \(table) has no numbers for its rows")
        }
        return number
    }

    private func fetchNumbers(_ table: Substring) throws -> [Int64] {
        let sequence = "CAST(pg_get_serial_sequence('\(table)', 'id') AS regclass)"
        return try rows("SELECT nextval(\(sequence)) FROM generate_series(1, \(Self.numbersAtOnce))")
            .map { $0.number(at: 0) }
    }

    /// `INSERT INTO table (a, …) VALUES (?, …)` with `id` as its first column.
    private static func numbered(_ sql: String) -> (sql: String, table: Substring) {
        let table = sql.split(separator: " ", maxSplits: 3).dropFirst(2).first ?? ""
        let named = sql.replacing("(", with: "(id, ", maxReplacements: 1)
        return (named.replacing("VALUES (", with: "VALUES (?, ", maxReplacements: 1), table)
    }

    /// Rows of which only so many are in memory at a time, until the transaction ends.
    func pages(_ sql: String, _ values: [SQLValue], atOnce: Int) throws -> SQLCursor {
        let name = "rows\(cursors)"
        cursors += 1
        try open()
        try connection.send("DECLARE \(name) NO SCROLL CURSOR FOR \(sql)", values.map(PostgresValue.init))
        let fetch = "FETCH \(atOnce) FROM \(name)"
        let first = Self.rows(of: try connection.askOnce(fetch))
        guard first.count == atOnce else { return SQLCursor(first) }
        return SQLCursor(first) { Self.rows(of: try self.connection.askOnce(fetch)) }
    }
}

extension PostgresValue {
    init(_ value: SQLValue) {
        switch value {
        case .null: self = .null
        case .number(let number): self = .number(number)
        case .real(let number): self = .real(number)
        case .text(let text): self = .text(text)
        case .bytes(let bytes): self = .bytes(bytes)
        }
    }
}
