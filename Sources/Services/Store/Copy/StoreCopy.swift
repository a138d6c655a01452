/// Copies everything that one store holds to another of either engine, row by row.
///
/// What is copied is of one moment. A copy that was interrupted goes on where it was; whether it is the same in the end
/// is looked at for each row.
public struct StoreCopy: Sendable {
    private let source: Store
    private let target: Store

    /// So many rows are written in one transaction.
    private static let rowsAtOnce = 2000

    /// What differs between a store and its copy.
    public struct Difference: Error, Hashable, Sendable, CustomStringConvertible {
        /// The table.
        public let table: String
        /// How many rows the store has, and the copy.
        public let rows: Int
        public let copied: Int

        public var description: String {
            let counts = rows == copied ? "\(rows) rows each, some of them other ones" : "\(rows) rows and \(copied)"
            return "table \(table) of the copy differs: \(counts)"
        }
    }

    /// Copies a store to one that nobody uses: new, or with what an earlier copy of the same one has left in it.
    public init(from source: Store, to target: Store) { (self.source, self.target) = (source, target) }

    /// Copies what is missing, and compares all of it.
    ///
    /// - Parameter progress: Told now and then how many rows have been copied or compared, of how many; what it throws
    ///   ends the copy, which can go on later.
    /// - Returns: How many rows there are.
    /// - Throws: ``StoreError``, ``Difference``, or what `progress` throws.
    @discardableResult
    public func run(progress: @escaping (_ done: Int, _ all: Int) throws -> Void = { _, _ in }) throws -> Int {
        try source.readTogether { session in
            var counts: [Int] = []
            for table in CopiedTable.all {
                counts.append(try session.value("SELECT count(*) FROM \(table.name)") ?? 0)
            }
            // Each row is copied, read again and compared.
            let meter = Meter(all: 2 * counts.reduce(0, +), tell: progress)
            for table in CopiedTable.all { try copy(table, from: session, meter) }
            try target.write { try $0.database.numberOn() }
            try compare(session, meter)
            return counts.reduce(0, +)
        }
    }

    /// Tells how far it is.
    private final class Meter {
        private let all: Int
        private let tell: (Int, Int) throws -> Void
        private var done = 0

        init(all: Int, tell: @escaping (Int, Int) throws -> Void) { (self.all, self.tell) = (all, tell) }

        func add(_ rows: Int) throws {
            done += rows
            try tell(min(done, all), all)
        }
    }

    private func copy(_ table: CopiedTable, from session: Session, _ meter: Meter) throws {
        let there = table.isLong ? try target.read { try $0.lastKey(of: table) } : nil
        let rows = try session.longCursor(table.question(behind: there), SQLArguments(there ?? []), atOnce: 500)
        if there != nil { try meter.add(try target.read { try $0.value("SELECT count(*) FROM \(table.name)") ?? 0 }) }
        var batch: [[SQLValue]] = []
        while true {
            let row = try rows.next()
            if let row { batch.append(table.columns.indices.map { row.value(at: $0, table.columns[$0].kind) }) }
            guard batch.count == Self.rowsAtOnce || row == nil && !batch.isEmpty else {
                if row == nil { return }
                continue
            }
            try target.write { transaction in
                for values in batch { try transaction.database.execute(table.insertion, SQLArguments(values)) }
            }
            try meter.add(batch.count)
            batch.removeAll(keepingCapacity: true)
        }
    }

    private func compare(_ session: Session, _ meter: Meter) throws {
        try target.readTogether { copied in
            for table in CopiedTable.all {
                let (one, other) = (try session.digest(of: table), try copied.digest(of: table))
                guard one == other else {
                    throw Difference(table: table.name, rows: one.rows, copied: other.rows)
                }
                try meter.add(one.rows)
            }
        }
    }
}

extension CopiedTable {
    /// All rows in the order of the key, or those behind one.
    fileprivate func question(behind key: [SQLValue]?) -> String {
        let names = self.key.map { "\"\($0)\"" }.joined(separator: ", ")
        let places = self.key.map { _ in "?" }.joined(separator: ", ")
        let condition = key == nil ? "" : " WHERE (\(names)) > (\(places))"
        return "SELECT \(columnList) FROM \(name)\(condition) ORDER BY \(names)"
    }

    fileprivate var insertion: String {
        let places = columns.map { _ in "?" }.joined(separator: ", ")
        let names = key.map { "\"\($0)\"" }.joined(separator: ", ")
        return "INSERT INTO \(name) (\(columnList)) VALUES (\(places)) ON CONFLICT (\(names)) DO NOTHING"
    }
}

extension Session {
    /// The key of the last row of a table; nil for none.
    fileprivate func lastKey(of table: CopiedTable) throws -> [SQLValue]? {
        let names = table.key.map { "\"\($0)\"" }.joined(separator: ", ")
        let backwards = table.key.map { "\"\($0)\" DESC" }.joined(separator: ", ")
        let kinds = table.key.map { name in table.columns.first { $0.name == name }?.kind ?? .number }
        return try row("SELECT \(names) FROM \(table.name) ORDER BY \(backwards) LIMIT 1") { row in
            kinds.indices.map { row.value(at: $0, kinds[$0]) }
        }
    }

    /// How many rows a table has, and a number that any difference in one of them changes, whatever their order.
    fileprivate func digest(of table: CopiedTable) throws -> RowDigest {
        var digest = RowDigest()
        let rows = try longCursor("SELECT \(table.columnList) FROM \(table.name)", atOnce: 500)
        while let row = try rows.next() {
            digest.add(table.columns.indices.lazy.map { row.value(at: $0, table.columns[$0].kind) })
        }
        return digest
    }

    /// Has the database number new rows behind those that there are.
    fileprivate func numberOn() throws {
        guard case .postgres = engine else { return }
        for table in CopiedTable.all where table.isNumbered {
            let next = "SELECT coalesce(max(id), 0) + 1 FROM \(table.name)"
            try execute("SELECT setval(pg_get_serial_sequence('\(table.name)', 'id'), (\(next)), false)")
        }
    }
}
