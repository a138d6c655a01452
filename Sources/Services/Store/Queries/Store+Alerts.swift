public import Tracking

extension Store {
    /// What the alert engine saved of a device; nil when it saved nothing.
    public func alertState(of device: DeviceID) throws -> [UInt8]? {
        try read { database in
            try database.value(
                """
                SELECT state FROM devices JOIN alert_states ON device_id = devices.id WHERE owner = ? AND device = ?
                """,
                device.arguments
            )
        }
    }

    /// What the alert engine saved, of all devices.
    public func alertStates() throws -> [DeviceID: [UInt8]] {
        try read { database in
            let rows = try database.rows(
                "SELECT owner, device, state FROM alert_states JOIN devices ON devices.id = device_id"
            ) { (try DeviceID($0), $0.bytes(at: 2)) }
            return Dictionary(uniqueKeysWithValues: rows)
        }
    }

    /// When an episode of a device began, and the level that was told of it last; nil where no alert of it is stored.
    public func episode(_ id: String, of device: DeviceID) throws -> (level: AlertLevel, since: Timestamp)? {
        try read { database in
            let found = try database.row(
                """
                SELECT level, (SELECT time_ms FROM alerts WHERE id = ?3)
                FROM alerts JOIN devices ON devices.id = device_id
                WHERE owner = ?1 AND device = ?2 AND episode = ?3
                ORDER BY time_ms DESC, alerts.id DESC LIMIT 1
                """,
                device.arguments + [id]
            ) { (level: $0.text(at: 0), begin: $0[1] as Int64?) }
            guard let found, let begin = found.begin else { return nil }
            return AlertLevel(rawValue: found.level).map { ($0, Timestamp(milliseconds: begin)) }
        }
    }

    /// The changes of level, newest first; nil for those of all devices.
    public func alerts(of device: DeviceID?, limit: Int = 100) throws -> [AlertRow] {
        try read { database in
            let condition = device == nil ? "" : "WHERE owner = ? AND device = ?"
            return try database.rows(
                "\(AlertRow.selection) \(condition) \(AlertRow.newestFirst) LIMIT ?",
                (device?.arguments ?? []) + [limit]
            ) { try AlertRow(row: $0) }
        }
    }

    /// The messages that wait to be published, in the order of sending.
    ///
    /// Of one moment those of a device differ in the number at the end, which has no zeros before it.
    public func pendingOutbox(limit: Int = .max) throws -> [OutboxRow] {
        try read { database in
            try database.rows("\(OutboxRow.pending) \(OutboxRow.inOrder) LIMIT ?", [limit]) { try OutboxRow(row: $0) }
        }
    }
}

extension StoreTransaction {
    /// The messages of an owner's devices that wait to be published, in the order of sending.
    public mutating func pendingOutbox(of owner: Name) throws -> [OutboxRow] {
        try database.rows("\(OutboxRow.pending) AND owner = ? \(OutboxRow.inOrder)", [owner.text]) {
            try OutboxRow(row: $0)
        }
    }
}

extension AlertRow {
    init(row: SQLRow) throws {
        self.init(
            id: row[0],
            device: DeviceID(owner: try Name(stored: row[1]), device: try Name(stored: row[2])),
            event: row[3],
            level: row[4],
            previous: row[5],
            threshold: row[6],
            distance: row[7],
            confidence: row[8],
            time: Timestamp(milliseconds: row[9]),
            episode: row[10],
            payload: row[11],
            evidence: row[12]
        )
    }
}

extension OutboxRow {
    fileprivate static let pending = """
        SELECT outbox.id, owner, device, topic, payload, retained, outbox.created_ms
        FROM outbox JOIN devices ON devices.id = device_id WHERE sent_ms IS NULL
        """
    fileprivate static let inOrder = "ORDER BY outbox.created_ms, length(outbox.id), outbox.id"

    fileprivate init(row: SQLRow) throws {
        self.init(
            id: row[0],
            device: DeviceID(owner: try Name(stored: row[1]), device: try Name(stored: row[2])),
            topic: row[3],
            payload: row[4],
            retained: row[5],
            created: Timestamp(milliseconds: row[6])
        )
    }
}
