public import Tracking

/// The steps of moving months out and back, as far as they are the store's; each is all or nothing.
extension StoreTransaction {
    /// Notes objects that are about to be written, so that they go again unless ``move(_:_:)`` records them; or that are
    /// to go.
    ///
    /// Those that are written have somebody at work on them `until` then at the latest.
    ///
    /// - Throws: ``StoreError``.
    public mutating func note(
        _ objects: [String], of device: DeviceID, at time: Timestamp, until: Timestamp? = nil
    ) throws {
        for object in objects {
            try database.execute(
                """
                INSERT INTO removals (object, owner, device, asked_ms, until_ms) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (object) DO UPDATE SET taken = 0, again_ms = NULL,
                    asked_ms = CASE WHEN excluded.asked_ms = 0 OR removals.asked_ms < excluded.asked_ms
                        THEN excluded.asked_ms ELSE removals.asked_ms END,
                    until_ms = CASE WHEN removals.until_ms IS NULL OR removals.until_ms < excluded.until_ms
                        THEN excluded.until_ms ELSE removals.until_ms END
                """,
                [object, device.owner.text, device.device.text, time.milliseconds, until?.milliseconds]
            )
        }
    }

    /// Notes that nobody writes an object any more that was noted, so that it can go at once.
    ///
    /// - Throws: ``StoreError``.
    public mutating func release(_ object: String) throws {
        try database.execute("UPDATE removals SET until_ms = NULL, again_ms = NULL WHERE object = ?", [object])
    }

    /// Records that a month is out, and drops what the store has of it; false, and nothing is done, when that is not what
    /// was written any more, or the device is gone.
    ///
    /// The object that the month had before is to go from then on.
    ///
    /// - Throws: ``StoreError``.
    public mutating func move(_ month: MonthOut, _ stamp: MonthStamp) throws -> Bool {
        guard let device = try writtenRow(of: month.device), try self.stamp(device, month.month) == stamp,
            stamp.fixes > 0
        else { return false }
        let before = try object(of: month.month, device)
        guard before?.generation ?? 0 == month.generation - 1 else { return false }
        // Without the note the object may be about to go.
        guard try database.change("DELETE FROM removals WHERE object = ? AND taken = 0", [month.object]) > 0 else {
            return false
        }
        if let before { try note([before.name], of: month.device, at: month.moved) }
        try save(month, device)
        try drop(month.month.times, device)
        return true
    }

    private func save(_ month: MonthOut, _ device: Int64) throws {
        try database.execute(
            """
            INSERT INTO months_out (device_id, month_ms, generation, object, fixes, first_ms, last_ms, bytes, digest,
                storage, moved_ms)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (device_id, month_ms) DO UPDATE SET generation = excluded.generation, object = excluded.object,
                fixes = excluded.fixes, first_ms = excluded.first_ms, last_ms = excluded.last_ms, bytes = excluded.bytes,
                digest = excluded.digest, storage = excluded.storage, moved_ms = excluded.moved_ms
            """,
            [
                device, month.month.start.milliseconds, month.generation, month.object, month.fixes,
                month.first.milliseconds, month.last.milliseconds, month.bytes, month.digest, month.storage,
                month.moved.milliseconds,
            ]
        )
    }

    /// Records a month that is out already, in the place of another object of it or of none; false when another one has
    /// come there since.
    ///
    /// What the store has of that month itself stays, and is put together with it. That the object was to go is no more.
    ///
    /// - Throws: ``StoreError``.
    public mutating func adopt(
        _ month: MonthOut, insteadOf former: MonthOut?, isOfTracker: Bool
    ) throws -> Bool {
        let device = try device(for: month.device, kind: isOfTracker ? .tracker : .phone, at: month.moved)
        guard try object(of: month.month, device)?.name == former?.object else { return false }
        try database.execute("DELETE FROM removals WHERE object = ?", [month.object])
        try save(month, device)
        return true
    }

    /// Forgets a month that is out, of which nobody has the object any more; the index is to be written anew.
    ///
    /// - Throws: ``StoreError``.
    public mutating func giveUp(_ month: MonthOut, at time: Timestamp) throws {
        guard let device = try writtenRow(of: month.device) else { return }
        let change = try database.change(
            "DELETE FROM months_out WHERE device_id = ? AND month_ms = ? AND object = ?",
            [device, month.month.start.milliseconds, month.object])
        if change > 0 { try note([ArchiveNames.index(of: month.device)], of: month.device, at: time) }
    }

    /// Takes a month back in, of which this is all that was out; false, and nothing is done, when another object has it by
    /// now.
    ///
    /// What the store has without a mark is dropped where one of those that come back has its time and coordinate, as by
    /// ``FixMerge``. The objects named are to go, or to be written anew, from then on.
    ///
    /// - Throws: ``StoreError``.
    public mutating func takeBack(
        _ month: MonthOut, _ fixes: [StoredFix], removing objects: [String], at time: Timestamp
    ) throws -> Bool {
        guard let device = try writtenRow(of: month.device),
            try object(of: month.month, device)?.name == month.object
        else { return false }
        try dropCopies(of: fixes, month.month.times, device)
        for (number, fix) in fixes.enumerated() {
            try restore(fix)
            // A month of seconds is no more at once than any batch.
            if number % 4096 == 4095 { try relieve() }
        }
        try relieve()
        try database.execute(
            "DELETE FROM months_out WHERE device_id = ? AND month_ms = ?", [device, month.month.start.milliseconds])
        try note(objects, of: month.device, at: time)
        return true
    }

    /// Removes those months of a device that a retention does not keep, whole ones only, and returns their objects, which
    /// are to go from then on; with them that of its index.
    ///
    /// By count, what is of later months is newer, whether in the store or out of it.
    ///
    /// - Throws: ``StoreError``.
    @discardableResult
    public mutating func expireMonths(
        of id: DeviceID, before time: Timestamp?, keeping count: Int?, index: String, at now: Timestamp
    ) throws -> [String] {
        guard let device = try writtenRow(of: id) else { return [] }
        let months = try database.rows(
            "SELECT month_ms, last_ms, fixes, object FROM months_out WHERE device_id = ? ORDER BY month_ms DESC",
            [device]
        ) { (start: $0.number(at: 0), last: $0.number(at: 1), fixes: $0[2] as Int, object: $0.text(at: 3)) }
        guard !months.isEmpty else { return [] }
        var (out, objects) = (0, [String]())
        for month in months {
            // What has come late of older times does not count, nor does what reaches into the month.
            let end = CalendarMonth(containing: Timestamp(milliseconds: month.start)).end.milliseconds
            let later: Int =
                try database.value(
                    "SELECT CAST(sum(fixes) AS BIGINT) FROM fix_blocks WHERE device_id = ? AND first_ms >= ?",
                    [device, end]) ?? 0
            let newer = out + later
            let isOld = time.map { month.last < $0.milliseconds } ?? false
            if isOld || count.map({ newer >= $0 }) ?? false {
                try database.execute(
                    "DELETE FROM months_out WHERE device_id = ? AND month_ms = ?", [device, month.start])
                objects.append(month.object)
                self.count(.expired, by: month.fixes)
            }
            out += month.fixes
        }
        if !objects.isEmpty { try note(objects + [index], of: id, at: now) }
        return objects
    }

    /// The objects that are to go, those noted first in front: of a partition, those of its owners.
    ///
    /// - Throws: ``StoreError``, with ``StoreError/Reason/fenced`` for a worker from which its partition was taken.
    public mutating func removals() throws -> [ObjectRemoval] {
        let condition =
            switch database.partition {
            case .partition(let number)?: "WHERE owner IN (SELECT owner FROM owners WHERE partition = \(number))"
            case .strangers?, .notifications?: "WHERE false"
            case nil: ""
            }
        return try database.rows("\(ObjectRemoval.columns) \(condition) \(ObjectRemoval.order)") {
            try ObjectRemoval(row: $0)
        }
    }

    /// Notes that an object goes now, so that nobody records it any more, or that an index is written anew, which takes
    /// `until` then at the latest; false when it need not go.
    ///
    /// - Throws: ``StoreError``.
    public mutating func take(_ removal: ObjectRemoval, until: Timestamp? = nil) throws -> Bool {
        try database.change(
            """
            UPDATE removals SET taken = 1, again_ms = NULL,
                until_ms = CASE WHEN until_ms IS NULL OR until_ms < ?2 THEN ?2 ELSE until_ms END WHERE object = ?1
            """,
            [removal.object, until?.milliseconds]) > 0
    }

    /// Notes that an object is gone, or an index written anew, unless it was noted once more since that was begun.
    ///
    /// While somebody else may still be writing it, it stays noted, to be looked for once more after that.
    ///
    /// - Throws: ``StoreError``.
    public mutating func forget(_ removal: ObjectRemoval, at now: Timestamp) throws {
        guard let until = removal.until, until > now else {
            return try database.execute("DELETE FROM removals WHERE object = ? AND taken = 1", [removal.object])
        }
        // A clock that was wrong is not waited for.
        let most = now.advanced(by: ObjectRemoval.patience).milliseconds
        try database.execute(
            """
            UPDATE removals SET again_ms = CASE WHEN until_ms > ?2 THEN ?2 ELSE until_ms END,
                until_ms = CASE WHEN until_ms > ?2 THEN ?2 ELSE until_ms END
            WHERE object = ?1 AND taken = 1
            """,
            [removal.object, most])
    }

    /// Notes that what is to be done about an object cannot be done now, and is tried again at a time, unless it was noted
    /// once more since that was begun.
    ///
    /// - Throws: ``StoreError``.
    public mutating func putOff(_ removal: ObjectRemoval, until time: Timestamp) throws {
        try database.execute(
            "UPDATE removals SET again_ms = ? WHERE object = ? AND taken = 1", [time.milliseconds, removal.object])
    }

    /// Whether an object in the folder of a device is that of a month that is out, the index of such ones, or noted by its
    /// own name, by which it goes unless it is recorded.
    ///
    /// - Throws: ``StoreError``.
    public mutating func isInUse(_ object: String, of device: DeviceID) throws -> Bool {
        let isIndex = object == ArchiveNames.index(of: device)
        let found: Int? = try database.value(
            """
            SELECT 1 WHERE EXISTS (SELECT 1 FROM removals WHERE object = ?1)
                OR EXISTS (SELECT 1 FROM months_out JOIN devices ON devices.id = device_id
                    WHERE owner = ?2 AND device = ?3 AND (object = ?1 OR ?4 = 1))
            """,
            [object, device.owner.text, device.device.text, isIndex ? 1 : 0])
        return found != nil
    }

    /// Has all objects of a device go, before it is forgotten.
    mutating func noteObjects(of id: DeviceID, _ device: Int64, at time: Timestamp?) throws {
        let objects = try database.rows("SELECT object FROM months_out WHERE device_id = ?", [device]) {
            $0.text(at: 0)
        }
        // Also where no month is out there may be objects that were never recorded.
        guard try !objects.isEmpty || archivePlace() != nil else { return }
        // Where nobody tells when that was asked for, nothing is taken for later.
        let others = [ArchiveNames.index(of: id), ArchiveNames.folder(of: id)]
        try note(objects + others, of: id, at: time ?? Timestamp(milliseconds: 0))
    }

    private func object(of month: CalendarMonth, _ device: Int64) throws -> (generation: Int, name: String)? {
        try database.row(
            "SELECT generation, object FROM months_out WHERE device_id = ? AND month_ms = ?",
            [device, month.start.milliseconds]
        ) { ($0[0], $0[1]) }
    }

    private func stamp(_ device: Int64, _ month: CalendarMonth) throws -> MonthStamp {
        var stamp = MonthStamp()
        for block in try blocks(of: device, month.times) {
            for record in block.records where month.times.contains(record.key.time) { stamp.add(record) }
        }
        return stamp
    }

    private struct Found {
        let id: Int64
        let records: [FixRecord]
    }

    private func blocks(of device: Int64, _ times: ClosedRange<Int64>) throws -> [Found] {
        try database.rows(
            """
            SELECT id, first_ms, data FROM fix_blocks WHERE device_id = ? AND first_ms <= ? AND last_ms >= ?
            ORDER BY first_ms
            """,
            [device, times.upperBound, times.lowerBound]
        ) { Found(id: $0[0], records: try FixBlock.records($0.bytes(at: 2), first: $0[1])) }
    }

    /// Drops unmarked fixes of which others have the time and coordinate.
    private func dropCopies(of fixes: [StoredFix], _ times: ClosedRange<Int64>, _ device: Int64) throws {
        let keys = Set(
            fixes.lazy.map { fix in
                var key = FixRecord.Key(fix.fix, fix.mark)
                key.mark = .none
                return key
            })
        var copies: [FixRecord.Key] = []
        for block in try blocks(of: device, times) {
            let found = block.records.map(\.key).filter { keys.contains($0) }
            if found.isEmpty { continue }
            copies += found
            try write(block, keeping: block.records.filter { !keys.contains($0.key) }, device)
        }
        for key in copies {
            try database.execute(
                """
                DELETE FROM fix_extras WHERE device_id = ? AND time_ms = ? AND boot = 0 AND seq = 0
                    AND lat_e7 = ? AND lon_e7 = ?
                """,
                [device, key.time, Int(key.latitude), Int(key.longitude)])
        }
    }

    private func write(_ block: Found, keeping kept: [FixRecord], _ device: Int64) throws {
        guard let first = kept.first else {
            return try database.execute("DELETE FROM fix_blocks WHERE id = ?", [block.id])
        }
        var shorter = FixBlock(id: block.id, times: first.key.time ... .max, kept[...])
        shorter.isMoved = first.key.time != block.records.first?.key.time
        try shorter.write(device: device, database)
    }

    private func drop(_ times: ClosedRange<Int64>, _ device: Int64) throws {
        for block in try blocks(of: device, times) {
            try write(block, keeping: block.records.filter { !times.contains($0.key.time) }, device)
        }
        try database.execute(
            "DELETE FROM fix_extras WHERE device_id = ? AND time_ms >= ? AND time_ms <= ?",
            [device, times.lowerBound, times.upperBound]
        )
    }
}
