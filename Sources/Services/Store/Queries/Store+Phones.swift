public import Tracking

extension Store {
    /// The devices that have spoken over HTTP since a time, and when they did last.
    public func phonesOverHTTP(since time: Timestamp) throws -> [DeviceID: Timestamp] {
        try read { database in
            let rows = try database.rows(
                "SELECT owner, device, http_ms FROM devices WHERE http_ms >= ?", [time.milliseconds]
            ) { (try DeviceID($0), Timestamp(milliseconds: $0[2])) }
            return Dictionary(uniqueKeysWithValues: rows)
        }
    }

    /// An owner's devices, by name.
    public func devices(of owner: Name) throws -> [DeviceRow] {
        try read { database in
            try database.rows(
                "SELECT \(DeviceRow.columns) FROM devices WHERE owner = ? ORDER BY device", [owner.text]
            ) { try DeviceRow(row: $0) }
        }
    }

    /// The devices of an owner, or of all owners, that a position or an event at a place is kept of, by owner and name.
    public func devicesHeard(of owner: Name? = nil) throws -> [DeviceID] {
        try read { database in
            try database.rows(
                """
                SELECT owner, device FROM devices WHERE (CAST(?1 AS TEXT) IS NULL OR owner = ?1)
                AND (EXISTS (SELECT 1 FROM fix_blocks WHERE device_id = devices.id)
                    OR EXISTS (SELECT 1 FROM place_events WHERE device_id = devices.id))
                ORDER BY owner, device
                """,
                [owner?.text]
            ) { try DeviceID($0) }
        }
    }

    /// The calendar months, in UTC, in which a device measured fixes: the first moment of each, oldest first.
    ///
    /// Looks at two blocks a month, not at all of them.
    public func months(of device: DeviceID) throws -> [Timestamp] {
        try readTogether { database in
            let out = try monthsOut(of: device, .min ... .max, database).map(\.month)
            return Set(try database.months(of: device) + out).sorted().map(\.start)
        }
    }
}

extension Session {
    /// The months of which the store itself has fixes, oldest first.
    func months(of device: DeviceID) throws -> [CalendarMonth] {
        var months: [CalendarMonth] = []
        var start = Int64.min
        while let time = try fixTime(of: device, notBefore: start) {
            let month = CalendarMonth(containing: Timestamp(milliseconds: time))
            months.append(month)
            start = month.end.milliseconds
        }
        return months
    }

    /// A time at or after another one from which on the device has fixes in the same month; nil for none.
    fileprivate func fixTime(of device: DeviceID, notBefore time: Int64) throws -> Int64? {
        // The block that begins before and reaches beyond, or the next one.
        let first: Int64? = try value(
            """
            SELECT first_ms FROM devices JOIN fix_blocks ON device_id = devices.id
            WHERE owner = ?1 AND device = ?2 AND last_ms >= ?3 AND first_ms >= coalesce(
                (SELECT max(first_ms) FROM fix_blocks WHERE device_id = devices.id AND first_ms <= ?3), ?3)
            ORDER BY first_ms LIMIT 1
            """,
            device.arguments + [time]
        )
        return first.map { max($0, time) }
    }
}
