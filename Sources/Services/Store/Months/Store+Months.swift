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
    /// - Throws: What `body` throws, or ``StoreError``.
    public func scanStored(
        _ device: DeviceID, _ month: CalendarMonth, _ body: (StoredFix) throws -> Void
    ) throws -> MonthStamp {
        try readTogether { database in
            var stamp = MonthStamp()
            let blocks = try Self.blocks(of: device, month.times, database)
            while let block = try blocks.next() {
                let inside = try Self.records(block).filter { month.times.contains($0.key.time) }
                inside.forEach { stamp.add($0) }
                try complete(inside, of: device, database).forEach(body)
            }
            return stamp
        }
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
    static let columns = "SELECT owner, device, object, asked_ms FROM removals"
    static let order = "ORDER BY asked_ms, object"

    init(row: SQLRow) throws {
        self.init(object: row[2], device: try DeviceID(row), asked: Timestamp(milliseconds: row[3]))
    }
}
