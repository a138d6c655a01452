import Tracking

extension Store {
    /// What is wrong with the contents, each in a sentence: nothing in a sound database.
    ///
    /// Checks the references between tables, that each block of fixes can be read and says of itself what is in it,
    /// that its words and unknown keys are there, that the sequence numbers of the fixes are among those that have come,
    /// and that the names of reminders are some. Reads everything, a second for about a million fixes.
    ///
    /// - Throws: ``StoreError``.
    public func findings(most: Int = 20) throws -> [String] {
        try readTogether { database in
            var check = ContentCheck(database, most: most)
            try check.references()
            try check.blocks()
            try check.reminders()
            return check.findings
        }
    }

    /// What SQLite's full check finds wrong with the file, each in a sentence: nothing in a sound one, and in PostgreSQL,
    /// which checks itself (`pg_amcheck`).
    ///
    /// - Throws: ``StoreError``.
    public func thoroughDamages() throws -> [String] {
        isPostgres ? [] : try read { try $0.rows("PRAGMA integrity_check") { $0[0] }.filter { $0 != "ok" } }
    }
}

/// A walk over all contents.
struct ContentCheck {
    private let database: Session
    private let most: Int
    private(set) var findings: [String] = []
    private var device: Int64 = -1
    private var received: [UInt32: SequenceSet] = [:]
    private var last: Int64?
    private var extras = 0

    init(_ database: Session, most: Int) { (self.database, self.most) = (database, most) }

    mutating func references() throws {
        // PostgreSQL lets no such row in, nor its last row out.
        guard case .sqlite = database.engine else { return }
        let found = try database.rows("PRAGMA foreign_key_check") { row in
            "table \(row.text(at: 0)) has a row that belongs to no row of \(row.text(at: 2))"
        }
        findings += found.prefix(most)
    }

    mutating func blocks() throws {
        let contexts = Set(try database.rows("SELECT id FROM fix_contexts") { $0.number(at: 0) })
        let rows = try database.longCursor(
            "SELECT id, device_id, first_ms, last_ms, fixes, data FROM fix_blocks ORDER BY device_id, first_ms"
        )
        while findings.count < most, let row = try rows.next() {
            try enter(device: row[1])
            let block: Int64 = row[0]
            do {
                try check(row, contexts).forEach { findings.append("block \(block) of fixes: \($0)") }
            } catch let error as Damage { findings.append("block \(block) of fixes: \(error.detail)") }
        }
        guard findings.count < most, try database.value("SELECT count(*) FROM fix_extras") ?? 0 > extras else { return }
        findings.append("fix_extras has rows of fixes that are not there")
    }

    /// No topic has a reminder whose names are none, and no calendar is of such an owner.
    mutating func reminders() throws {
        for (table, reminder) in [("reminders", "id"), ("reminder_events", "reminder"), ("calendars", "owner")] {
            let rows = try database.longCursor("SELECT DISTINCT owner, \(reminder) FROM \(table)")
            while findings.count < most, let row = try rows.next() {
                do { _ = (try Name(stored: row[0]), try Name(stored: row[1])) } catch {
                    findings.append("table \(table): \(error.detail)")
                }
            }
        }
    }

    private mutating func enter(device row: Int64) throws {
        guard device != row else { return }
        device = row
        last = nil
        received = [:]
        let boots = try database.rows("SELECT DISTINCT boot FROM received WHERE device_id = ?", [row]) {
            $0.number(at: 0)
        }
        for boot in boots {
            guard let boot = UInt32(exactly: boot) else { continue }
            do { received[boot] = try ReceivedBoot(device: row, boot: boot, database).numbers } catch {
                guard let error = error as? Damage else { throw error }
                findings.append(error.detail)
            }
        }
    }

    private mutating func check(_ row: SQLRow, _ contexts: Set<Int64>) throws -> [String] {
        let first: Int64 = row[2]
        let end: Int64 = row[3]
        let count: Int = row[4]
        let records = try FixBlock.records(row.bytes(at: 5), first: first)
        var wrong: [String] = []
        if records.count != count { wrong.append("it has \(records.count) and says \(count)") }
        if records.first?.key.time != first { wrong.append("it does not begin when it says") }
        if records.last?.key.time != end { wrong.append("it does not end when it says") }
        if zip(records, records.dropFirst()).contains(where: { $0.key >= $1.key }) {
            wrong.append("it is not in order")
        }
        if let last, last >= first { wrong.append("it overlaps the one before") }
        last = end
        if !records.allSatisfy({ contexts.contains($0.context) }) { wrong.append("words of it are missing") }
        if !records.allSatisfy({ (try? Coordinate(latitudeE7: $0.key.latitude, longitudeE7: $0.key.longitude)) != nil })
        {
            wrong.append("a fix of it is outside the globe")
        }
        for record in records {
            if record.key.mark != .none, received[record.key.mark.boot]?.contains(record.key.mark.sequence) != true {
                wrong.append(
                    "fix \(record.key.mark.boot)/\(record.key.mark.sequence) is not among those that have come"
                )
                break
            }
        }
        for record in records where record.hasExtra { try extra(record.key, &wrong) }
        return wrong
    }

    private mutating func extra(_ key: FixRecord.Key, _ wrong: inout [String]) throws {
        extras += 1
        let found: Int? = try database.value(
            """
            SELECT count(*) FROM fix_extras
            WHERE device_id = ? AND time_ms = ? AND boot = ? AND seq = ? AND lat_e7 = ? AND lon_e7 = ?
            """,
            [device, key.time, Int64(key.mark.boot), Int64(key.mark.sequence), key.latitude, key.longitude]
        )
        if found == 0 { wrong.append("what a fix says besides is missing") }
    }
}
