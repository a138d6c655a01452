import Foundation
import GRDB
import Synchronization
public import Tracking

extension Store {
    /// The fixes of a device that were measured last, newest first.
    public func latest(of device: DeviceID, limit: Int) throws -> [StoredFix] {
        try read { database in
            guard limit > 0, let row = try database.row(of: device) else { return [] }
            return try latest(limit, of: device, row: row, database)
        }
    }

    /// The fixes of a device that were measured in a span of time, both ends included, oldest first.
    ///
    /// For more than `limit`, the oldest.
    public func fixes(
        of device: DeviceID,
        from start: Timestamp,
        to end: Timestamp,
        limit: Int = .max
    ) throws -> [StoredFix] {
        try read { database in
            guard limit > 0, start <= end, let row = try database.row(of: device) else { return [] }
            var records: [FixRecord] = []
            let blocks = try Self.blocks(of: row, from: start.milliseconds, to: end.milliseconds, database)
            while records.count < limit, let block = try blocks.next() {
                let inside = try Self.records(block)
                    .filter { (start.milliseconds...end.milliseconds).contains($0.key.time) }
                records += inside.prefix(limit - records.count)
            }
            return try complete(records, of: device, row: row, database)
        }
    }

    /// How many fixes of a device are stored.
    public func fixCount(of device: DeviceID) throws -> Int {
        try read { database in
            guard let row = try database.row(of: device) else { return 0 }
            let statement = try database.cachedStatement(
                sql: "SELECT ifnull(sum(fixes), 0) FROM fix_blocks WHERE device_id = ?"
            )
            return try Int.fetchOne(statement, arguments: [row]) ?? 0
        }
    }

    /// The sequence numbers of a boot that have come.
    public func received(of device: DeviceID, boot: UInt32) throws -> SequenceSet {
        try read { database in
            guard let row = try database.row(of: device) else { return SequenceSet() }
            return try ReceivedBoot(device: row, boot: boot, database).numbers
        }
    }
}

extension Store {
    func latest(_ limit: Int, of device: DeviceID, row: Int64, _ database: Database) throws -> [StoredFix] {
        let statement = try database.cachedStatement(
            sql: "SELECT first_ms, data FROM fix_blocks WHERE device_id = ? ORDER BY first_ms DESC"
        )
        let blocks = try Row.fetchCursor(statement, arguments: [row])
        var records: [FixRecord] = []
        while records.count < limit, let block = try blocks.next() {
            records += try Self.records(block).suffix(limit - records.count).reversed()
        }
        return try complete(records, of: device, row: row, database)
    }

    private static func blocks(of row: Int64, from: Int64, to: Int64, _ database: Database) throws -> RowCursor {
        let statement = try database.cachedStatement(
            sql: """
                SELECT first_ms, data FROM fix_blocks WHERE device_id = ?1 AND first_ms <= ?3 AND first_ms >= ifnull(
                    (SELECT max(first_ms) FROM fix_blocks WHERE device_id = ?1 AND first_ms <= ?2), ?2)
                ORDER BY first_ms
                """
        )
        return try Row.fetchCursor(statement, arguments: [row, from, to])
    }

    private static func records(_ row: Row) throws -> [FixRecord] {
        try FixBlock.records((row[1] as Data).bytes, first: row[0])
    }

    /// Fixes with their words and unknown keys.
    private func complete(
        _ records: [FixRecord],
        of device: DeviceID,
        row: Int64,
        _ database: Database
    ) throws -> [StoredFix] {
        try contexts.withLock { book in
            try records.map { record in
                let extra = record.hasExtra ? try database.extra(of: record.key, device: row) : nil
                return try StoredFix(
                    record,
                    device: device,
                    context: book.context(record.context, database),
                    extra: extra
                )
            }
        }
    }
}

extension Database {
    fileprivate func extra(of key: FixRecord.Key, device: Int64) throws -> [UInt8]? {
        let statement = try cachedStatement(
            sql: """
                SELECT json FROM fix_extras
                WHERE device_id = ? AND time_ms = ? AND boot = ? AND seq = ? AND lat_e7 = ? AND lon_e7 = ?
                """
        )
        return try Data.fetchOne(
            statement,
            arguments: [
                device, key.time, Int64(key.mark.boot), Int64(key.mark.sequence), key.latitude, key.longitude,
            ]
        )?.bytes
    }

    /// The row of a device; nil when the store does not know it.
    func row(of device: DeviceID) throws -> Int64? {
        let statement = try cachedStatement(sql: "SELECT id FROM devices WHERE owner = ? AND device = ?")
        return try Int64.fetchOne(statement, arguments: [device.owner.text, device.device.text])
    }
}
