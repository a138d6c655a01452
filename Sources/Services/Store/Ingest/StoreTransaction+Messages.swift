public import Tracking

extension StoreTransaction {
    /// Keeps a refused message and counts it by its reason; ``QuarantineRow/most`` are kept, see ``QuarantineShares``.
    public mutating func quarantine(_ row: QuarantineRow) throws {
        let id = try database.insert(
            "INSERT INTO quarantine (received_ms, topic, payload, size, reason, sentence) VALUES (?, ?, ?, ?, ?, ?)",
            [row.received.milliseconds, row.topic, row.payload, row.size, row.reason, row.sentence]
        )
        if let loser = try shareQuarantine(id, row.topic) {
            try database.execute("DELETE FROM quarantine WHERE id = ?", [loser])
        }
        refused += 1
        count(.quarantined(row.reason))
    }

    /// Keeps a message of a device's in place of the last of its kind.
    public mutating func saveDocument(_ row: DocumentRow) throws {
        let payload = row.payload
        try saveDocument(row.kind, of: row.device, at: row.updated) { payload }
    }

    /// Keeps a message of a device's in place of the last of its kind; in a store that nobody keeps it is written when
    /// somebody asks for it.
    public mutating func saveDocument(
        _ kind: DocumentKind, of id: DeviceID, at time: Timestamp, _ payload: @escaping @Sendable () -> [UInt8]
    ) throws {
        let device = try device(for: id, kind: kind.deviceKind, at: time)
        if isBehind { return postpone { $0.keep(payload, kind, at: time, of: device) } }
        try WriteBehind.write(payload(), kind, at: time, of: device, database)
    }

    /// Forgets the last message of a kind of a device, if there is one.
    public mutating func removeDocument(_ kind: DocumentKind, of device: DeviceID) throws {
        try catchUp()
        try database.execute(
            """
            DELETE FROM device_documents WHERE kind = ?
            AND device_id = (SELECT id FROM devices WHERE owner = ? AND device = ?)
            """,
            [kind.rawValue] + device.arguments
        )
    }

    /// Says what a tracker is tied to; nil thresholds are the standard ones.
    public mutating func setItem(
        _ name: ItemName?, thresholds: Thresholds?, of id: DeviceID, at time: Timestamp
    ) throws {
        let device = try device(for: id, kind: .tracker, at: time)
        try database.execute(
            "UPDATE devices SET item = ?, warning_m = ?, critical_m = ? WHERE id = ?",
            [name?.text, thresholds?.warning, thresholds?.critical, device]
        )
    }

    /// Keeps how far a device's clock is ahead, in milliseconds; nil for not much.
    public mutating func setClock(ahead: Int64?, of id: DeviceID, at time: Timestamp) throws {
        let device = try device(for: id, at: time)
        try database.execute("UPDATE devices SET clock_ahead_ms = ? WHERE id = ?", [ahead, device])
    }

    /// Stores what happened at a place; false when it is there already.
    @discardableResult
    public mutating func insert(_ row: PlaceEventRow) throws -> Bool {
        let device = try device(for: row.device, at: row.time)
        return try database.change(
            """
            INSERT INTO place_events (device_id, time_ms, event, place, lat_e7, lon_e7, payload)
            VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """,
            [
                device, row.time.milliseconds, row.event.rawValue, row.place, row.coordinate?.latitudeE7,
                row.coordinate?.longitudeE7, row.payload,
            ]
        ) > 0
    }
}
