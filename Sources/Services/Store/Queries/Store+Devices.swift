public import Tracking

extension Store {
    /// All devices, by owner and name.
    public func devices() throws -> [DeviceRow] {
        try read { database in
            try database.rows("SELECT \(DeviceRow.columns) FROM devices ORDER BY owner, device") {
                try DeviceRow(row: $0)
            }
        }
    }

    /// A device; nil when the store does not know it.
    public func device(_ id: DeviceID) throws -> DeviceRow? {
        try read { database in
            try database.row(
                "SELECT \(DeviceRow.columns) FROM devices WHERE owner = ? AND device = ?", id.arguments
            ) { try DeviceRow(row: $0) }
        }
    }

    /// The last message of a kind of a device; nil when there was none.
    public func document(_ kind: DocumentKind, of device: DeviceID) throws -> DocumentRow? {
        try read { database in
            try database.row(
                """
                SELECT payload, updated_ms FROM device_documents JOIN devices ON devices.id = device_id
                WHERE owner = ? AND device = ? AND device_documents.kind = ?
                """,
                device.arguments + [kind.rawValue]
            ) {
                DocumentRow(device: device, kind: kind, payload: $0[0], updated: Timestamp(milliseconds: $0[1]))
            }
        }
    }

    /// Whether a device is a tracker, and can be told something, as far as is stored.
    ///
    /// Of kind tracker is also another device of an owner that sends positions as a phone does, since it is watched over
    /// as an item: nobody reads what is told to it. What has sent no position has been heard by a gateway.
    ///
    /// - Throws: ``StoreError``.
    public func isTracker(_ row: DeviceRow) throws -> Bool {
        guard row.kind == .tracker else { return false }
        for kind in [DocumentKind.desired, .reported, .availability] where try document(kind, of: row.id) != nil {
            return true
        }
        return try latest(of: row.id, limit: 1, reach: .store).first?.isOfTracker ?? true
    }

    /// The last messages of a kind, of all devices that there is one of.
    public func documents(_ kind: DocumentKind) throws -> [DeviceID: [UInt8]] {
        try read { database in
            let rows = try database.rows(
                """
                SELECT owner, device, payload FROM device_documents JOIN devices ON devices.id = device_id
                WHERE device_documents.kind = ?
                """,
                [kind.rawValue]
            ) { (try DeviceID($0), $0.bytes(at: 2)) }
            return Dictionary(uniqueKeysWithValues: rows)
        }
    }

    /// All documents of all devices, or of one, as one commit has left them: one question for what would be several of
    /// each device.
    public func documents(of device: DeviceID? = nil) throws -> [DeviceID: [DocumentKind: DocumentRow]] {
        try read { database in
            let rows = try database.cursor(
                """
                SELECT owner, device, device_documents.kind, payload, updated_ms
                FROM devices JOIN device_documents ON device_id = devices.id
                \(device == nil ? "" : "WHERE owner = ? AND device = ?")
                """,
                device?.arguments ?? []
            )
            var documents: [DeviceID: [DocumentKind: DocumentRow]] = [:]
            while let row = try rows.next() {
                guard let kind = DocumentKind(rawValue: row.text(at: 2)) else { continue }
                let id = try DeviceID(row)
                documents[id, default: [:]][kind] = DocumentRow(
                    device: id, kind: kind, payload: row[3], updated: Timestamp(milliseconds: row[4])
                )
            }
            return documents
        }
    }

    /// What happened at places, newest first.
    public func placeEvents(of device: DeviceID, limit: Int = 100) throws -> [PlaceEventRow] {
        try read { database in
            try database.rows(
                """
                SELECT owner, device, time_ms, event, place, lat_e7, lon_e7, payload
                FROM place_events JOIN devices ON devices.id = device_id
                WHERE owner = ? AND device = ? ORDER BY time_ms DESC, place_events.id DESC LIMIT ?
                """,
                device.arguments + [limit]
            ) { try PlaceEventRow(row: $0) }
        }
    }
}

extension PlaceEventRow {
    fileprivate init(row: SQLRow) throws {
        guard let event = Event(rawValue: row.text(at: 3)) else {
            throw Damage(detail: "a place event is of no known kind")
        }
        var coordinate: Coordinate?
        if let latitude = row[5] as Int32?, let longitude = row[6] as Int32? {
            coordinate = try? Coordinate(latitudeE7: latitude, longitudeE7: longitude)
        }
        self.init(
            device: try DeviceID(row),
            time: Timestamp(milliseconds: row[2]),
            event: event,
            place: row[4],
            coordinate: coordinate,
            payload: row[7]
        )
    }
}
