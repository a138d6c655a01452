internal import Store
internal import Tracking

extension SQLSession {
    /// What finders have left at a page, newest first.
    func finderMessages(of page: FoundPage) throws -> [FinderMessage] {
        let sql = """
            SELECT id, time_ms, text, contact, lat_e7, lon_e7, accuracy_m FROM finder_messages
            WHERE page = ? ORDER BY id DESC
            """
        return try rows(sql, [page.id]) { try FinderMessage($0, at: 0) }.compactMap(\.self)
    }

    /// Keeps a message at a page, in place of the oldest where it has as many as it may; returns its number.
    func insert(_ content: FinderMessage.Content, at page: FoundPage, at now: Timestamp) throws -> Int64 {
        // As with notices: a time rather than a count, which would tell how many others get.
        let last: Int64 = try value("SELECT coalesce(max(id), 0) FROM finder_messages") ?? 0
        let id = max(now.milliseconds, last + 1)
        try execute(
            """
            INSERT INTO finder_messages (id, page, time_ms, text, contact, lat_e7, lon_e7, accuracy_m)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                id, page.id, now.milliseconds, content.text, content.contact, content.position?.coordinate.latitudeE7,
                content.position?.coordinate.longitudeE7, content.position?.accuracy,
            ]
        )
        try execute(
            """
            DELETE FROM finder_messages WHERE page = ?1 AND id <= (
                SELECT id FROM finder_messages WHERE page = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)
            """,
            [page.id, FinderMessage.most]
        )
        return id
    }

    /// When a page takes messages again; nil where it does now.
    func nextFinderMessage(at page: FoundPage, at now: Timestamp) throws -> Timestamp? {
        let sql = """
            SELECT time_ms FROM finder_messages WHERE page = ? AND time_ms > ? AND time_ms <= ?
            ORDER BY time_ms DESC LIMIT 1 OFFSET ?
            """
        let hour: Int64 = 3_600_000
        let arguments: SQLArguments = [
            page.id, now.milliseconds - hour, now.milliseconds, FinderMessage.mostAnHour - 1,
        ]
        let first: Int64? = try value(sql, arguments)
        return first.map { Timestamp(milliseconds: $0 + hour) }
    }

    func removeFinderMessage(_ id: Int64, of page: FoundPage) throws -> Bool {
        try change("DELETE FROM finder_messages WHERE id = ? AND page = ?", [id, page.id]) > 0
    }
}

extension FinderMessage {
    /// One of seven columns of which the first may be null, where nothing was joined: id, time, text, contact, latitude,
    /// longitude, accuracy.
    init?(_ row: SQLRow, at column: Int) throws {
        guard let id: Int64 = row[column] else { return nil }
        var position: Position?
        if let latitude: Int64 = row[column + 4], let longitude: Int64 = row[column + 5] {
            let coordinate = try Coordinate(latitude: Double(latitude) / 1e7, longitude: Double(longitude) / 1e7)
            position = Position(coordinate: coordinate, accuracy: row[column + 6])
        }
        self.init(
            id: id,
            time: Timestamp(milliseconds: row[column + 1]),
            content: Content(text: row[column + 2], contact: row[column + 3], position: position)
        )
    }
}
