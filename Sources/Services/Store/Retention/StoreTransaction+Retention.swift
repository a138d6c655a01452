public import Tracking

extension StoreTransaction {
    /// Says how long a device's fixes are kept; nil for as long as those of all devices.
    public mutating func setRetention(_ retention: Retention?, of id: DeviceID, at time: Timestamp) throws {
        let device = try device(for: id, at: time)
        guard let retention else {
            return try database.execute("DELETE FROM retention WHERE device_id = ?", [device])
        }
        try database.execute(
            """
            INSERT INTO retention (device_id, keep_ms, keep_fixes) VALUES (?, ?, ?)
            ON CONFLICT (device_id) DO UPDATE SET keep_ms = excluded.keep_ms, keep_fixes = excluded.keep_fixes
            """,
            [device, retention.age, retention.fixes]
        )
    }

    /// Removes a device's fixes of before a time, oldest first; all but the newest one, and counts them.
    ///
    /// Removes so many rows at most, each of up to 64 fixes; tells whether nothing of before that time is left.
    ///
    /// The sequence numbers that have come stay known, so that a copy of a removed fix is still a copy, and the
    /// tracker is told nothing else than before.
    ///
    /// - Throws: ``StoreError``.
    public mutating func expire(_ id: DeviceID, before time: Timestamp, blocks: Int) throws -> Bool {
        guard let device = try writtenRow(of: id) else { return true }
        guard let newest = try newestTime(device) else { return true }
        let cutoff = min(time.milliseconds, newest)
        let rows = try database.rows(
            """
            SELECT id, last_ms, fixes FROM fix_blocks WHERE device_id = ? AND first_ms < ? ORDER BY first_ms LIMIT ?
            """,
            [device, cutoff, blocks]
        ) { (id: $0.number(at: 0), last: $0.number(at: 1), fixes: $0[2] as Int) }
        var removed = 0
        for block in rows {
            if block.last < cutoff {
                try database.execute("DELETE FROM fix_blocks WHERE id = ?", [block.id])
                removed += block.fixes
            } else {
                removed += try shorten(block.id, device, before: cutoff)
            }
        }
        guard let last = rows.last else { return true }
        let end = min(cutoff, last.last &+ 1)
        try database.execute("DELETE FROM fix_extras WHERE device_id = ? AND time_ms < ?", [device, end])
        if removed > 0 { count(.expired, by: removed) }
        return rows.count < blocks
    }

    private func newestTime(_ device: Int64) throws -> Int64? {
        try database.value(
            "SELECT last_ms FROM fix_blocks WHERE device_id = ? ORDER BY first_ms DESC LIMIT 1", [device])
    }

    /// Takes the fixes of before a time out of a block of which some stay.
    private func shorten(_ block: Int64, _ device: Int64, before cutoff: Int64) throws -> Int {
        let found = try database.row("SELECT first_ms, data FROM fix_blocks WHERE id = ?", [block]) {
            (first: $0.number(at: 0), bytes: $0.bytes(at: 1))
        }
        guard let (first, bytes) = found else { return 0 }
        let records = try FixBlock.records(bytes, first: first)
        let kept = records.drop { $0.key.time < cutoff }
        var shorter = FixBlock(id: block, times: first ... .max, kept)
        shorter.isMoved = shorter.first != first
        try shorter.write(device: device, database)
        return records.count - kept.count
    }

    /// Removes what happened to a device before a time: its alerts, without those of an episode that goes on, and what
    /// it said of places, so many rows of each kind at most.
    ///
    /// Tells whether nothing of before that time is left.
    ///
    /// - Throws: ``StoreError``.
    public mutating func expireEvents(of id: DeviceID, before time: Timestamp, rows: Int) throws -> Bool {
        guard let device = try writtenRow(of: id) else { return true }
        let alerts = try database.change(
            """
            DELETE FROM alerts WHERE id IN (
                SELECT id FROM alerts WHERE device_id = ?1 AND time_ms < ?2 AND episode <> coalesce((
                    SELECT CASE event WHEN 'cleared' THEN '' ELSE episode END FROM alerts
                    WHERE device_id = ?1 ORDER BY time_ms DESC, id DESC LIMIT 1), '')
                ORDER BY time_ms LIMIT ?3)
            """,
            [device, time.milliseconds, rows]
        )
        let events = try database.change(
            """
            DELETE FROM place_events WHERE id IN (
                SELECT id FROM place_events WHERE device_id = ? AND time_ms < ? LIMIT ?)
            """,
            [device, time.milliseconds, rows]
        )
        return alerts < rows && events < rows
    }

    /// Removes what waited to be published of a device since before a time, but for alerts that are still stored, and
    /// returns the numbers of those removed.
    ///
    /// - Throws: ``StoreError``.
    public mutating func expireOutbox(of id: DeviceID, before time: Timestamp, rows: Int) throws -> [String] {
        guard let device = try writtenRow(of: id) else { return [] }
        return try database.rows(
            """
            DELETE FROM outbox WHERE id IN (
                SELECT id FROM outbox WHERE device_id = ? AND created_ms < ?
                    AND NOT EXISTS (SELECT 1 FROM alerts WHERE alerts.id = outbox.id) LIMIT ?)
            RETURNING id
            """,
            [device, time.milliseconds, rows]
        ) { $0[0] }
    }

    /// Removes refused messages that came before a time, so many rows at most; tells whether none of before that time
    /// is left.
    ///
    /// - Throws: ``StoreError``.
    public mutating func expireQuarantine(before time: Timestamp, rows: Int) throws -> Bool {
        forgetQuarantine()
        return try database.change(
            """
            DELETE FROM quarantine WHERE id IN (SELECT id FROM quarantine WHERE received_ms < ? ORDER BY id LIMIT ?)
            """,
            [time.milliseconds, rows]
        ) < rows
    }
}

extension [UInt8] {
    static func fetchData(first: Int64, of device: DeviceID, _ database: Session) throws -> [UInt8] {
        try database.value(
            """
            SELECT data FROM devices JOIN fix_blocks ON device_id = devices.id
            WHERE owner = ? AND device = ? AND first_ms = ?
            """,
            device.arguments + [first]
        ) ?? []
    }
}
