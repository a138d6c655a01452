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
            var months: [Timestamp] = []
            var start = Int64.min
            while let time = try database.fixTime(of: device, notBefore: start) {
                let month = Timestamp(milliseconds: time).month
                months.append(month.start)
                start = month.end.milliseconds
            }
            return months
        }
    }
}

extension Timestamp {
    /// The calendar month in UTC that a moment is in: its first moment and that of the next.
    fileprivate var month: (start: Timestamp, end: Timestamp) {
        let (year, month, _) = Self.civil(fromDays: Int64((Double(milliseconds) / 86_400_000).rounded(.down)))
        let next = month == 12 ? (year + 1, Int64(1)) : (year, month + 1)
        return (Self.midnight(year, month), Self.midnight(next.0, next.1))
    }

    private static func midnight(_ year: Int64, _ month: Int64) -> Timestamp {
        Timestamp(milliseconds: days(fromCivil: year, month, 1) * 86_400_000)
    }
}

extension Session {
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
