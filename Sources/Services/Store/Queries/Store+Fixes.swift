import Synchronization
public import Tracking

extension Store {
    /// The fixes of a device that were measured last, newest first; with `isPlausible` without those at places where
    /// nothing could have come so fast.
    ///
    /// - Throws: ``StoreError``.
    public func latest(
        of device: DeviceID, limit: Int, before end: Timestamp? = nil, isPlausible: Bool = false,
        reach: FixReach = .everything
    ) throws -> [StoredFix] {
        guard limit > 0 else { return [] }
        guard reach == .everything else {
            return try read { try latest(limit, of: device, before: end, isPlausible: isPlausible, $0) }
        }
        // Mostly none is out of what is asked for: then one statement has told it all.
        let found = try read { database in
            var out: Int64? = .min
            let fixes = try latest(limit, of: device, before: end, isPlausible: isPlausible, database, out: &out)
            guard let oldest = fixes.last?.fix.time.milliseconds else { return nil as [StoredFix]? }
            return out.map { fixes.count == limit && $0 < oldest } ?? true ? fixes : nil
        }
        if let found { return found }
        let last = end.map { $0.milliseconds &- 1 } ?? .max
        return try readTogether { database in
            try newest(limit, of: device, .min...last, database) {
                try latest($0, of: device, before: end, isPlausible: isPlausible, database)
            } out: {
                try $0.latest(of: device, limit: limit, before: end, isPlausible: isPlausible, reach: .store)
            }
        }
    }

    /// The fixes of a device that were measured in a span of time, both ends included, oldest first.
    ///
    /// For more than `limit`, the oldest.
    public func fixes(
        of device: DeviceID, from start: Timestamp, to end: Timestamp, limit: Int = .max,
        reach: FixReach = .everything
    ) throws -> [StoredFix] {
        guard limit > 0, start <= end else { return [] }
        let times = start.milliseconds...end.milliseconds
        guard reach == .everything else { return try read { try stored(of: device, times, limit, $0) } }
        return try readTogether { database in
            try oldest(limit, of: device, times, database) {
                try stored(of: device, $0, $1, database)
            } out: { store, span, limit in
                try store.read { try store.stored(of: device, span, limit, $0) }
            }
        }
    }

    /// What the store itself has of a span of time.
    private func stored(
        of device: DeviceID, _ times: ClosedRange<Int64>, _ limit: Int, _ database: Session
    ) throws -> [StoredFix] {
        let blocks = try Self.blocks(of: device, times, database)
        var packed: [FixRecord] = []
        while packed.count < limit, let block = try blocks.next() {
            let inside = try Self.records(block).lazy.filter { times.contains($0.key.time) }
            packed += inside.prefix(limit - packed.count)
        }
        return try complete(packed, of: device, database)
    }

    /// How many fixes of a device there are, also of months that are out; copies that came late and are still to be found
    /// out count.
    public func fixCount(of device: DeviceID) throws -> Int {
        try read { database in
            try database.value(
                """
                SELECT CAST(coalesce((SELECT sum(fixes) FROM fix_blocks WHERE device_id = devices.id), 0)
                    + coalesce((SELECT sum(fixes) FROM months_out WHERE device_id = devices.id), 0) AS BIGINT)
                FROM devices WHERE owner = ? AND device = ?
                """,
                device.arguments
            ) ?? 0
        }
    }

    /// How many fixes of a device were measured in a span of time, both ends included, and from when to when.
    ///
    /// - Throws: ``StoreError``.
    public func count(of device: DeviceID, from start: Timestamp, to end: Timestamp) throws -> FixCount {
        guard start <= end else { return FixCount() }
        let times = start.milliseconds...end.milliseconds
        return try readTogether { database in
            let months = try monthsOut(of: device, times, database)
            var count = FixCount()
            for (span, month) in Self.spans(times, months) {
                let here = try Self.count(of: device, span, database)
                guard let month else {
                    count.add(here)
                    continue
                }
                if here.fixes == 0, span.contains(month.first.milliseconds), span.contains(month.last.milliseconds) {
                    count.add(month.fixes, first: month.first.milliseconds, last: month.last.milliseconds)
                    continue
                }
                let late = here.fixes == 0 ? [] : try stored(of: device, span, .max, database)
                let out = try openMonths([month]).flatMap { store in
                    try store.read { try store.stored(of: device, span, .max, $0) }
                }
                let all = FixMerge.merged(late, out)
                guard let first = all.first?.fix.time, let last = all.last?.fix.time else { continue }
                count.add(all.count, first: first.milliseconds, last: last.milliseconds)
            }
            return count
        }
    }

    /// How many the store itself has.
    static func count(of device: DeviceID, _ times: ClosedRange<Int64>, _ database: Session) throws -> FixCount {
        let rows = try database.cursor(
            """
            SELECT first_ms, last_ms, fixes FROM devices JOIN fix_blocks ON device_id = devices.id
            WHERE owner = ? AND device = ? AND first_ms <= ? AND last_ms >= ? ORDER BY first_ms
            """,
            device.arguments + [times.upperBound, times.lowerBound]
        )
        var count = FixCount()
        while let row = try rows.next() {
            let (first, last): (Int64, Int64) = (row[0], row[1])
            if times.contains(first), times.contains(last) {
                count.add(row[2], first: first, last: last)
            } else {
                // Only blocks at the ends have to be read.
                let inside = try Self.times(first: first, of: device, database).filter(times.contains)
                if let first = inside.first, let last = inside.last {
                    count.add(inside.count, first: first, last: last)
                }
            }
        }
        return count
    }

    /// The sequence numbers of a boot that have come.
    public func received(of device: DeviceID, boot: UInt32) throws -> SequenceSet {
        try readTogether { database in
            guard let row = try database.row(of: device) else { return SequenceSet() }
            return try ReceivedBoot(device: row, boot: boot, database).numbers
        }
    }
}

extension Store {
    func latest(
        _ limit: Int, of device: DeviceID, before end: Timestamp? = nil, isPlausible: Bool, _ database: Session
    ) throws -> [StoredFix] {
        var unasked: Int64?
        return try latest(limit, of: device, before: end, isPlausible: isPlausible, database, out: &unasked)
    }

    /// The newest that the store itself has, newest first.
    ///
    /// Where `out` is not nil it becomes when the last fix was measured that is out, nil for none; as it was where there is
    /// no block of fixes.
    private func latest(
        _ limit: Int, of device: DeviceID, before end: Timestamp?, isPlausible: Bool, _ database: Session,
        out: inout Int64?
    ) throws -> [StoredFix] {
        guard limit > 0 else { return [] }
        let isAsked = out != nil
        let months = """
            , (SELECT last_ms FROM months_out WHERE months_out.device_id = fix_blocks.device_id
                ORDER BY month_ms DESC LIMIT 1)
            """
        // The device is asked for within, not joined: then PostgreSQL knows that the index has the blocks in order.
        let blocks = try database.longCursor(
            """
            SELECT first_ms, data\(isAsked ? months : "") FROM fix_blocks
            WHERE device_id = (SELECT id FROM devices WHERE owner = ? AND device = ?) AND first_ms < ?
            ORDER BY first_ms DESC
            """,
            device.arguments + [end?.milliseconds ?? .max], atOnce: 2 + limit / 16
        )
        var packed: [FixRecord] = []
        while packed.count < limit, let block = try blocks.next() {
            if isAsked { out = block[2] }
            var records = try Self.records(block)
            if isPlausible { records.removeAll(where: \.isImplausible) }
            if let end { records.removeAll { $0.key.time >= end.milliseconds } }
            packed += records.suffix(limit - packed.count).reversed()
        }
        return try complete(packed, of: device, database)
    }

    static func blocks(of device: DeviceID, _ times: ClosedRange<Int64>, _ database: Session) throws -> SQLCursor {
        // From the block that the first time belongs to, which may start before it.
        try database.longCursor(
            """
            SELECT first_ms, data FROM devices JOIN fix_blocks ON device_id = devices.id
            WHERE owner = ?1 AND device = ?2 AND first_ms <= ?4 AND first_ms >= coalesce(
                (SELECT max(first_ms) FROM fix_blocks WHERE device_id = devices.id AND first_ms <= ?3), ?3)
            ORDER BY first_ms
            """,
            device.arguments + [times.lowerBound, times.upperBound]
        )
    }

    static func records(_ row: SQLRow) throws -> [FixRecord] {
        try FixBlock.records(row.bytes(at: 1), first: row.number(at: 0))
    }

    /// Fixes with their words and unknown keys.
    func complete(_ records: [FixRecord], of device: DeviceID, _ database: Session) throws -> [StoredFix] {
        try contexts.withLock { cache in
            try records.map { record in
                try StoredFix(
                    record,
                    device: device,
                    context: cache.context(record.context, database),
                    extra: record.hasExtra ? database.extra(of: record.key, device: device) : nil
                )
            }
        }
    }
}

extension Session {
    fileprivate func extra(of key: FixRecord.Key, device: DeviceID) throws -> [UInt8]? {
        let boot = Int64(key.mark.boot)
        let sequence = Int64(key.mark.sequence)
        return try value(
            """
            SELECT json FROM devices JOIN fix_extras ON device_id = devices.id
            WHERE owner = ? AND device = ? AND time_ms = ? AND boot = ? AND seq = ? AND lat_e7 = ? AND lon_e7 = ?
            """,
            device.arguments + [key.time, boot, sequence, key.latitude, key.longitude]
        )
    }

    /// The row of a device; nil when the store does not know it.
    fileprivate func row(of device: DeviceID) throws -> Int64? {
        try value("SELECT id FROM devices WHERE owner = ? AND device = ?", device.arguments)
    }
}

extension DeviceID {
    /// For `WHERE owner = ? AND device = ?`.
    var arguments: SQLArguments { [owner.text, device.text] }
}
