public import Tracking

extension Store {
    /// The months that are out: of a device, or of all; by device and month.
    public func monthsOut(of device: DeviceID? = nil) throws -> [MonthOut] {
        try read { database in
            try database.rows(
                """
                SELECT \(MonthOut.columns) FROM months_out JOIN devices ON devices.id = device_id
                \(device == nil ? "" : "WHERE owner = ? AND device = ?") ORDER BY owner, device, month_ms
                """,
                device?.arguments ?? []
            ) { try MonthOut(row: $0) }
        }
    }

    /// The objects of all months that are out, also of those that a worker does not hold.
    public func objectsOut() throws -> Set<String> {
        try read { database in Set(try database.rows("SELECT object FROM months_out") { $0.text(at: 0) }) }
    }

    /// Whether any month of a device is out.
    public func hasMonthsOut(_ device: DeviceID) throws -> Bool {
        try read { database in
            let sql = """
                SELECT 1 FROM devices JOIN months_out ON device_id = devices.id WHERE owner = ? AND device = ? LIMIT 1
                """
            return try database.value(sql, device.arguments) as Int? != nil
        }
    }

    /// Those that have fixes of a span of time, oldest first.
    func monthsOut(of device: DeviceID, _ times: ClosedRange<Int64>, _ database: Session) throws -> [MonthOut] {
        try database.rows(
            """
            SELECT \(MonthOut.columns) FROM devices JOIN months_out ON devices.id = device_id
            WHERE owner = ? AND device = ? AND first_ms <= ? AND last_ms >= ? ORDER BY month_ms
            """,
            device.arguments + [times.upperBound, times.lowerBound]
        ) { try MonthOut(row: $0) }
    }

    /// The objects that are to go from the object storage, those noted first in front.
    public func removals() throws -> [ObjectRemoval] {
        try read { database in
            try database.rows("\(ObjectRemoval.columns) \(ObjectRemoval.order)") { try ObjectRemoval(row: $0) }
        }
    }

    /// So many of a device's newest fixes always stay in the store, and the newest one that is plausible.
    ///
    /// What the service goes on with after a start, and what pages show of where things are now, is among these.
    public static let newestKept = 64

    /// The months of a device, oldest first, that have ended before a moment, and of which the store has fixes that need
    /// not stay: those that are out already and to which some came late are among them.
    ///
    /// - Throws: ``StoreError``, or `CancellationError`.
    public func monthsToMove(of device: DeviceID, endedBefore time: Timestamp) throws -> [CalendarMonth] {
        let months = try readTogether { try $0.months(of: device) }.filter { $0.end <= time }
        guard !months.isEmpty else { return [] }
        var count = CountBack(keeping: Self.newestKept)
        while !count.isDone { try countBack(device, &count, blocks: 512) }
        guard let kept = count.cutoff else { return [] }
        let plausible = try latest(of: device, limit: 1, isPlausible: true, reach: .store).first?.fix.time ?? kept
        return months.filter { $0.end <= min(kept, plausible) }
    }

    /// Hands out what the store has of a month, oldest first, and returns by what it is known again.
    ///
    /// It is read in pieces, and handed out between them, so that whoever stores something meanwhile waits for no more than
    /// a piece. What changes meanwhile makes it another month, by which it is known again.
    ///
    /// - Throws: What `body` throws, or ``StoreError``.
    public func scanStored(
        _ device: DeviceID, _ month: CalendarMonth, _ body: (StoredFix) throws -> Void
    ) throws -> MonthStamp {
        var stamp = MonthStamp()
        var next = month.times.lowerBound as Int64?
        while let start = next {
            let piece = try readTogether { try nextPiece(of: device, start...month.times.upperBound, $0) }
            piece.records.forEach { stamp.add($0) }
            try piece.fixes.forEach(body)
            next = piece.next
        }
        return stamp
    }

    /// Fixes that are read at once, some milliseconds' worth.
    private static let mostOfPiece = 4096

    private struct Piece {
        var records: [FixRecord] = []
        var fixes: [StoredFix] = []
        /// Where the next one begins; nil for none.
        var next: Int64?
    }

    private func nextPiece(of device: DeviceID, _ times: ClosedRange<Int64>, _ database: Session) throws -> Piece {
        var piece = Piece()
        let blocks = try Self.blocks(of: device, times, database)
        while piece.records.count < Self.mostOfPiece, let block = try blocks.next() {
            piece.records += try Self.records(block).filter { times.contains($0.key.time) }
        }
        piece.fixes = try complete(piece.records, of: device, database)
        // Those of one moment are in one block.
        if piece.records.count >= Self.mostOfPiece, let last = piece.records.last?.key.time, last < times.upperBound {
            piece.next = last + 1
        }
        return piece
    }
}

/// By what the fixes that a store had of a month are known again within one process.
public struct MonthStamp: Hashable, Sendable {
    public private(set) var fixes = 0
    private var hash = 0

    mutating func add(_ record: FixRecord) {
        fixes += 1
        var hasher = Hasher()
        hasher.combine(hash)
        hasher.combine(record)
        hash = hasher.finalize()
    }
}

extension ObjectRemoval {
    static let columns = "SELECT owner, device, object, asked_ms, until_ms, again_ms FROM removals"
    static let order = "ORDER BY asked_ms, object"

    init(row: SQLRow) throws {
        self.init(
            object: row[2], device: try DeviceID(row), asked: Timestamp(milliseconds: row[3]),
            until: (row[4] as Int64?).map { Timestamp(milliseconds: $0) },
            again: (row[5] as Int64?).map { Timestamp(milliseconds: $0) })
    }
}
