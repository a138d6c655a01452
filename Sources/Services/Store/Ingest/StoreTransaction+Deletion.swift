public import Tracking

extension StoreTransaction {
    /// Removes a device and everything that is stored of it, in whichever table; false when there is no such device.
    ///
    /// What had been refused of it is removed where its topic is one of those given, or below one of them. The `time` of it
    /// is told to whoever removes its objects, so that what comes later stays.
    @discardableResult
    public mutating func delete(
        _ device: DeviceID, topics: [String] = [], at time: Timestamp? = nil
    ) throws -> Bool {
        try catchUp()
        try removeQuarantine(below: topics)
        let find = "SELECT id FROM devices WHERE owner = ? AND device = ?"
        guard let id = try database.value(find, device.arguments) as Int64? else { return false }
        try noteObjects(of: device, id, at: time)
        forgetTrack(of: device)
        for table in try tablesOfDevices() {
            try database.execute("DELETE FROM \"\(table)\" WHERE device_id = ?", [id])
        }
        try database.execute("DELETE FROM devices WHERE id = ?", [id])
        return true
    }

    /// By the schema itself, so that no table that is added later can be forgotten.
    private func tablesOfDevices() throws -> [String] {
        let sql =
            switch database.engine {
            case .sqlite:
                """
                SELECT entry.name FROM sqlite_schema AS entry JOIN pragma_table_info(entry.name) AS field
                WHERE entry.type = 'table' AND field.name = 'device_id'
                """
            case .postgres:
                """
                SELECT table_name::text FROM information_schema.columns
                WHERE table_schema = current_schema() AND column_name = 'device_id'
                """
            }
        return try database.rows(sql) { $0[0] }
    }

    /// Removes what had been refused on some topics or below them, for a reason or for any.
    public mutating func removeQuarantine(below topics: [String], reason: String? = nil) throws {
        forgetQuarantine()
        for topic in topics {
            try database.execute(
                "DELETE FROM quarantine WHERE \(QuarantineRow.isBelow) AND (CAST(?2 AS TEXT) IS NULL OR reason = ?2)",
                [topic, reason]
            )
        }
    }

    /// Removes what had been refused and says one of some names: in quotation marks, or as a level of a topic.
    public mutating func removeQuarantine(naming names: [String]) throws {
        forgetQuarantine()
        for name in names {
            for (before, after) in [("\"", "\""), ("\"", "/"), ("/", "/"), ("/", "\""), ("'", "'"), ("'", "/")] {
                let wanted = before + name + after
                try database.execute(Self.removalNaming(database), [wanted, Array(wanted.utf8)])
            }
        }
    }

    private static func removalNaming(_ database: Session) -> String {
        switch database.engine {
        case .sqlite:
            """
            DELETE FROM quarantine WHERE instr('/' || topic || '/', ?1) > 0 OR instr(sentence, ?1) > 0
                OR instr(payload, ?2) > 0
            """
        case .postgres:
            """
            DELETE FROM quarantine WHERE strpos('/' || topic || '/', ?1) > 0 OR strpos(sentence, ?1) > 0
                OR position(?2::bytea in payload) > 0
            """
        }
    }

    /// Keeps that a tracker has still to be told that its item is deleted.
    public mutating func save(_ row: DeletionRow) throws {
        try database.execute(
            """
            INSERT INTO deletions (owner, device, asked_ms, version) VALUES (?, ?, ?, ?)
            ON CONFLICT (owner, device) DO UPDATE SET asked_ms = excluded.asked_ms, version = excluded.version
            """,
            row.device.arguments + [row.asked.milliseconds, row.version]
        )
    }

    /// Notes that there is nobody left to be told of a deletion.
    public mutating func removeDeletion(of device: DeviceID) throws {
        try database.execute("DELETE FROM deletions WHERE owner = ? AND device = ?", device.arguments)
    }

    /// Notes that an order to erase somebody is carried out, in the same transaction; false when it had been already, or a
    /// later one of the same number.
    public mutating func note(_ mark: ErasureMark) throws -> Bool {
        try database.change(
            """
            INSERT INTO erased (erasure, asked_ms) VALUES (?, ?)
            ON CONFLICT (erasure) DO UPDATE SET asked_ms = excluded.asked_ms WHERE excluded.asked_ms > erased.asked_ms
            """,
            [mark.erasure, mark.asked.milliseconds]
        ) > 0
    }
}
