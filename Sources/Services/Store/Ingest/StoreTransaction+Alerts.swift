public import Tracking

extension StoreTransaction {
    /// Keeps what the alert engine needs to go on after a restart, in its own encoding.
    public mutating func saveAlertState(_ state: [UInt8], of id: DeviceID, at time: Timestamp) throws {
        let device = try device(for: id, at: time)
        if isBehind { return postpone { $0.keep(alertState: state, of: device) } }
        try WriteBehind.write(alertState: state, of: device, database)
    }

    /// Stores a change of level; false when its id is there already.
    @discardableResult
    public mutating func insert(_ row: AlertRow) throws -> Bool {
        let device = try device(for: row.device, kind: .tracker, at: row.time)
        return try database.change(
            """
            INSERT INTO alerts (id, device_id, event, level, previous, threshold_m, distance_m, confidence,
                time_ms, episode, payload, evidence)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING
            """,
            [
                row.id, device, row.event, row.level, row.previous, row.threshold, row.distance, row.confidence,
                row.time.milliseconds, row.episode, row.payload, row.evidence,
            ]
        ) > 0
    }

    /// Keeps a message to be published; false when its id is there already.
    @discardableResult
    public mutating func enqueue(_ row: OutboxRow) throws -> Bool {
        let device = try device(for: row.device, at: row.created)
        return try database.change(
            """
            INSERT INTO outbox (id, device_id, topic, payload, retained, created_ms) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO NOTHING
            """,
            [row.id, device, row.topic, row.payload, row.retained, row.created.milliseconds]
        ) > 0
    }

    /// Forgets a message, as it has gone out: what is kept of it is kept elsewhere, and for as long as wanted.
    public mutating func removeOutbox(_ id: String) throws {
        try database.execute("DELETE FROM outbox WHERE id = ?", [id])
    }

    /// Forgets the messages that went out while they were still kept, in versions before this one.
    public mutating func removeSent() throws {
        try database.execute("DELETE FROM outbox WHERE sent_ms IS NOT NULL")
    }
}
