import GRDB
public import Tracking

extension StoreTransaction {
    /// Removes a device and everything that is stored of it, in whichever table; false when there is no such device.
    ///
    /// What had been refused of it is removed where its topic is one of those given, or below one of them.
    @discardableResult
    public mutating func delete(_ device: DeviceID, topics: [String] = []) throws -> Bool {
        try catchUp()
        try removeQuarantine(below: topics)
        let find = "SELECT id FROM devices WHERE owner = ? AND device = ?"
        guard let id = try Int64.fetchOne(database, sql: find, arguments: device.arguments) else { return false }
        forgetTrack(of: device)
        for table in try tablesOfDevices() {
            try database.execute(
                sql: "DELETE FROM \(table.quotedDatabaseIdentifier) WHERE device_id = ?", arguments: [id]
            )
        }
        try database.execute(sql: "DELETE FROM devices WHERE id = ?", arguments: [id])
        return true
    }

    /// By the schema itself, so that no table that is added later can be forgotten.
    private func tablesOfDevices() throws -> [String] {
        try String.fetchAll(
            database,
            sql: """
                SELECT entry.name FROM sqlite_schema AS entry JOIN pragma_table_info(entry.name) AS field
                WHERE entry.type = 'table' AND field.name = 'device_id'
                """
        )
    }

    /// Removes what had been refused on some topics or below them, for a reason or for any.
    public mutating func removeQuarantine(below topics: [String], reason: String? = nil) throws {
        forgetQuarantine()
        for topic in topics {
            try database.execute(
                sql: "DELETE FROM quarantine WHERE \(QuarantineRow.isBelow) AND (?2 IS NULL OR reason = ?2)",
                arguments: [topic, reason]
            )
        }
    }

    /// Removes what had been refused and says one of some names: in quotation marks, or as a level of a topic.
    public mutating func removeQuarantine(naming names: [String]) throws {
        forgetQuarantine()
        for name in names {
            for (before, after) in [("\"", "\""), ("\"", "/"), ("/", "/"), ("/", "\""), ("'", "'"), ("'", "/")] {
                try database.execute(
                    sql: """
                        DELETE FROM quarantine WHERE instr('/' || topic || '/', ?1) > 0 OR instr(sentence, ?1) > 0
                            OR instr(payload, CAST(?1 AS BLOB)) > 0
                        """,
                    arguments: [before + name + after]
                )
            }
        }
    }

    /// Keeps that a tracker has still to be told that its item is deleted.
    public mutating func save(_ row: DeletionRow) throws {
        try database.execute(
            sql: """
                INSERT INTO deletions (owner, device, asked_ms, version) VALUES (?, ?, ?, ?)
                ON CONFLICT (owner, device) DO UPDATE SET asked_ms = excluded.asked_ms, version = excluded.version
                """,
            arguments: row.device.arguments + [row.asked.milliseconds, row.version]
        )
    }

    /// Notes that there is nobody left to be told of a deletion.
    public mutating func removeDeletion(of device: DeviceID) throws {
        try database.execute(sql: "DELETE FROM deletions WHERE owner = ? AND device = ?", arguments: device.arguments)
    }

    /// Notes that an order to erase somebody is carried out, in the same transaction; false when it had been already.
    public mutating func note(_ mark: ErasureMark) throws -> Bool {
        try database.execute(
            sql: """
                INSERT INTO erased (erasure, asked_ms) VALUES (?, ?)
                ON CONFLICT (erasure) DO UPDATE SET asked_ms = excluded.asked_ms WHERE asked_ms <> excluded.asked_ms
                """,
            arguments: [mark.erasure, mark.asked.milliseconds]
        )
        return database.changesCount > 0
    }
}
