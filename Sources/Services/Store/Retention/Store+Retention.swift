import GRDB
public import Tracking

extension Store {
    /// The devices that have a retention of their own.
    public func retentions() throws -> [DeviceID: Retention] {
        try read { database in
            let rows = try database.rows(
                "SELECT owner, device, keep_ms, keep_fixes FROM retention JOIN devices ON devices.id = device_id"
            ) { (try DeviceID($0), Retention(age: $0[2], fixes: $0[3])) }
            return Dictionary(uniqueKeysWithValues: rows)
        }
    }

    /// Goes back from the newest fixes until enough are found to be kept, or so many rows are read.
    ///
    /// - Throws: ``StoreError``.
    public func countBack(_ device: DeviceID, _ count: inout CountBack, blocks: Int) throws {
        let start = count
        count = try read { database in
            let rows = try database.cursor(
                """
                SELECT first_ms, fixes, last_ms FROM devices JOIN fix_blocks ON device_id = devices.id
                WHERE owner = ? AND device = ? AND first_ms < ? ORDER BY first_ms DESC LIMIT ?
                """,
                device.arguments + [start.time, blocks]
            )
            var moved = start
            var read = 0
            while !moved.isDone, let row = try rows.next() {
                read += 1
                try moved.step(first: row[0], fixes: row[1]) { try Self.times(first: row[0], of: device, database) }
            }
            if read < blocks { moved.isDone = true }
            return moved
        }
    }

    static func times(first: Int64, of device: DeviceID, _ database: Session) throws -> [Int64] {
        let data = try [UInt8].fetchData(first: first, of: device, database)
        return try FixBlock.records(data, first: first).map(\.key.time)
    }

    /// What of a device's fixes is older than a retention keeps.
    ///
    /// - Throws: ``StoreError``, or `CancellationError`.
    public func excess(of device: DeviceID, over retention: Retention, at now: Timestamp) throws -> RetentionExcess {
        var cutoff = retention.age.map { Timestamp(milliseconds: now.milliseconds - $0) }
        if let fixes = retention.fixes {
            var count = CountBack(keeping: fixes)
            while !count.isDone {
                try Task.checkCancellation()
                try countBack(device, &count, blocks: 512)
            }
            cutoff = try [cutoff, count.cutoff ?? endOfMonths(of: device, beyond: fixes)].compactMap(\.self).max()
        }
        let all = try self.count(of: device, from: .init(milliseconds: .min), to: .init(milliseconds: .max))
        guard let cutoff, let newest = all.last else { return RetentionExcess(fixes: 0, all: all.fixes, before: nil) }
        // The newest one always stays.
        let before = min(cutoff, newest)
        let end = Timestamp(milliseconds: before.milliseconds - 1)
        let old = try self.count(of: device, from: .init(milliseconds: .min), to: end)
        return RetentionExcess(fixes: old.fixes, all: all.fixes, before: before)
    }

    /// The end of the months that are out and of which none is among so many of the newest; nil for none.
    private func endOfMonths(of device: DeviceID, beyond fixes: Int) throws -> Timestamp? {
        var out = 0
        for month in try monthsOut(of: device).reversed() {
            let later: Int? = try read { database in
                try database.value(
                    """
                    SELECT CAST(sum(fixes) AS BIGINT) FROM fix_blocks JOIN devices ON devices.id = device_id
                    WHERE owner = ? AND device = ? AND first_ms >= ?
                    """,
                    device.arguments + [month.month.end.milliseconds])
            }
            if out + (later ?? 0) >= fixes { return month.month.end }
            out += month.fixes
        }
        return nil
    }

    /// Gives unused pages back, where the file can do so: those that were made by this version or compacted.
    ///
    /// Returns how many are still unused and can be given back.
    ///
    /// - Throws: ``StoreError``.
    @discardableResult
    public func giveBack(pages: Int) throws -> Int {
        guard !isPostgres else { return 0 }
        let writer = try fileWriter()
        do {
            return try writer.writeWithoutTransaction { database in
                guard try Int.fetchOne(database, sql: "PRAGMA auto_vacuum") == 2 else { return 0 }
                let unused = try Int.fetchOne(database, sql: "PRAGMA freelist_count") ?? 0
                guard unused > 0 else { return 0 }
                try database.execute(sql: "PRAGMA incremental_vacuum(\(pages))")
                return try Int.fetchOne(database, sql: "PRAGMA freelist_count") ?? 0
            }
        } catch { throw StoreError.translated(error, path: path) }
    }

    /// Moves what was written last from the log into the file, as far as no reader needs the log.
    public func checkpoint() throws {
        guard !isPostgres else { return }
        let writer = try fileWriter()
        do {
            try writer.writeWithoutTransaction { _ = try $0.checkpoint(.passive) }
        } catch { throw StoreError.translated(error, path: path) }
    }
}

/// What of a device's fixes is older than a retention keeps.
public struct RetentionExcess: Hashable, Sendable {
    /// How many are.
    public let fixes: Int
    /// How many there are.
    public let all: Int
    /// Those of before this moment are; nil where none is limited.
    public let before: Timestamp?
}

/// A count of a device's fixes from the newest back, which may pause.
public struct CountBack: Hashable, Sendable {
    /// How many are still to be found.
    private var left: Int
    /// Everything from here on is counted.
    fileprivate var time: Int64 = .max
    /// Whether enough were found, or all there are.
    public fileprivate(set) var isDone = false
    /// The time of the oldest fix to be kept; nil while it is not known, and when there are fewer.
    public private(set) var cutoff: Timestamp?

    /// A count that has not begun, of fixes to keep, at least 1.
    public init(keeping: Int) { left = keeping }

    fileprivate mutating func step(first: Int64, fixes: Int, times: () throws -> [Int64]) throws {
        time = first
        guard fixes >= left else { return left -= fixes }
        let kept = try times().suffix(left)
        cutoff = kept.first.map { Timestamp(milliseconds: $0) }
        isDone = true
    }
}
