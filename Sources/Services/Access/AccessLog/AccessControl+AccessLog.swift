internal import Store
public import Tracking

extension AccessControl {
    /// How many lines are kept at most; of more, the oldest go.
    private static let mostLooks = 100_000

    /// Keeps who looked, in one transaction, and forgets what is too old.
    ///
    /// Of somebody whom another service has erased meanwhile nothing is kept that was before.
    public func record(_ looks: [AccessLogEntry], at now: Timestamp) throws(AccessError) {
        let oldest = now.milliseconds - AccessLogEntry.memory.milliseconds
        try database.write { database in
            let erased = try database.isShared ? database.erased(among: looks, mask, at: now) : ErasedNames()
            for look in looks where try !database.isErased(look, erased) { try database.add(look) }
            try database.execute("DELETE FROM looks WHERE hour_ms < ?", [oldest])
            let count: Int = try database.value("SELECT count(*) FROM looks") ?? 0
            let surplus = count - Self.mostLooks
            guard surplus > 0 else { return }
            try database.execute(
                """
                DELETE FROM looks WHERE hour_ms <= (SELECT hour_ms FROM looks ORDER BY hour_ms LIMIT 1 OFFSET ?)
                """,
                [surplus - 1]
            )
        }
    }

    /// Who looked at an owner's items, or everybody's, the newest first.
    ///
    /// - Throws: ``AccessError/database(path:_:)``.
    public func looks(of owner: Name?, tracker: Name? = nil, limit: Int) throws(AccessError) -> [AccessLogEntry] {
        try database.read { database in
            let sql = """
                SELECT viewer, token, owner, tracker, kind, source, first_ms, last_ms, count, from_ms, to_ms FROM looks
                WHERE (CAST(?1 AS TEXT) IS NULL OR owner = ?1) AND (CAST(?2 AS TEXT) IS NULL OR tracker = ?2)
                ORDER BY last_ms DESC, viewer, tracker, kind LIMIT ?3
                """
            return try database.rows(sql, [owner?.text, tracker?.text, limit]) { try AccessLogEntry(row: $0) }
        }
    }
}

extension AccessLogEntry {
    fileprivate init(row: SQLRow) throws {
        let way: String = row[1]
        let link = way.hasPrefix(Self.linkMark) ? String(way.dropFirst(Self.linkMark.count)) : nil
        self.init(
            viewer: try Name(row[0] as String),
            token: way.isEmpty || link != nil ? nil : way,
            link: link,
            device: DeviceID(owner: try Name(row[2] as String), device: try Name(row[3] as String)),
            kind: Kind(rawValue: row[4]) ?? .history,
            source: row[5],
            first: Timestamp(milliseconds: row[6]),
            last: Timestamp(milliseconds: row[7]),
            count: row[8],
            from: Self.end(row[9]),
            to: Self.end(row[10])
        )
    }

    /// Stands before the id of a link where others have that of a token, in which there is no such character.
    private static let linkMark = "link/"

    /// The way in, as it is stored: that of a session is empty.
    fileprivate var way: String { link.map { Self.linkMark + $0 } ?? token ?? "" }

    /// The extremes stand for without a beginning and without an end.
    private static func end(_ milliseconds: Int64?) -> Timestamp? {
        guard let milliseconds, milliseconds != .min, milliseconds != .max else { return nil }
        return Timestamp(milliseconds: milliseconds)
    }
}

extension SQLSession {
    fileprivate func add(_ look: AccessLogEntry) throws {
        let isHistory = look.kind == .history
        try execute(
            """
            INSERT INTO looks (
                owner, tracker, hour_ms, viewer, token, kind, source, first_ms, last_ms, count, from_ms, to_ms
            ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (owner, tracker, hour_ms, viewer, token, kind, source) DO UPDATE SET
                first_ms = CASE WHEN excluded.first_ms < looks.first_ms
                    THEN excluded.first_ms ELSE looks.first_ms END,
                last_ms = CASE WHEN excluded.last_ms > looks.last_ms THEN excluded.last_ms ELSE looks.last_ms END,
                count = looks.count + excluded.count,
                from_ms = CASE WHEN excluded.from_ms < looks.from_ms THEN excluded.from_ms ELSE looks.from_ms END,
                to_ms = CASE WHEN excluded.to_ms > looks.to_ms THEN excluded.to_ms ELSE looks.to_ms END
            """,
            [
                look.device.owner.text, look.device.device.text, look.hour, look.viewer.text, look.way,
                look.kind.rawValue, String(look.source.prefix(64)), look.first.milliseconds, look.last.milliseconds,
                look.count, isHistory ? look.from?.milliseconds ?? Int64.min : nil,
                isHistory ? look.to?.milliseconds ?? Int64.max : nil,
            ]
        )
    }
}
