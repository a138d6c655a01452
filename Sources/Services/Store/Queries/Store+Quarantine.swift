import Tracking

extension Store {
    /// The messages that were refused, with their numbers, newest first.
    ///
    /// - Throws: ``StoreError``.
    public func quarantine(
        _ filter: QuarantineFilter = QuarantineFilter(), limit: Int = 100
    ) throws -> [QuarantineRow] {
        try read { database in
            // A table of at most 10,000 rows needs no index.
            let position = isPostgres ? "strpos" : "instr"
            return try database.rows(
                """
                SELECT id, received_ms, topic, payload, size, reason, sentence FROM quarantine
                WHERE (CAST(?1 AS TEXT) IS NULL OR reason = ?1)
                    AND (CAST(?2 AS TEXT) IS NULL OR substr(topic, 1, length(?2)) = ?2)
                    AND (CAST(?3 AS TEXT) IS NULL OR \(position)('/' || topic || '/', '/' || ?3 || '/') > 0)
                    AND (CAST(?4 AS BIGINT) IS NULL OR received_ms >= ?4)
                    AND (CAST(?5 AS BIGINT) IS NULL OR received_ms <= ?5)
                    AND (CAST(?6 AS BIGINT) IS NULL OR id < ?6)
                ORDER BY id DESC LIMIT ?7
                """,
                [
                    filter.reason, filter.topic, filter.device.map { "\($0)" }, filter.start?.milliseconds,
                    filter.end?.milliseconds, filter.before, limit,
                ]
            ) { QuarantineRow(row: $0) }
        }
    }

    /// Whether a message that was refused is kept whose topic is one of some, or below one of them.
    ///
    /// - Throws: ``StoreError``.
    public func hasRefused(below topics: [String]) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM quarantine WHERE \(QuarantineRow.isBelow))"
        return try read { database in
            try topics.contains { try database.value(sql, [$0]) ?? false }
        }
    }

    /// The topics, of some or below one of them, of which a message that was refused is kept.
    ///
    /// - Throws: ``StoreError``.
    public func refusedTopics(below topics: [String]) throws -> Set<String> {
        let sql = "SELECT DISTINCT topic FROM quarantine WHERE \(QuarantineRow.isBelow)"
        return try read { database in
            try topics.reduce(into: []) { all, topic in
                all.formUnion(try database.rows(sql, [topic]) { $0.text(at: 0) })
            }
        }
    }

    /// All counters that are not zero.
    public func counters() throws -> [Counter: Int] {
        try read { database in
            let rows = try database.rows("SELECT name, value FROM counters") {
                (Counter(String($0.text(at: 0).prefix { $0 != Counter.partitionMark })), Int($0.number(at: 1)))
            }
            return Dictionary(rows, uniquingKeysWith: +)
        }
    }
}

extension QuarantineRow {
    /// The condition that a topic is the one that is given, or below it.
    static let isBelow = "(topic = ?1 OR substr(topic, 1, length(?1) + 1) = ?1 || '/')"

    fileprivate init(row: SQLRow) {
        self.init(
            received: Timestamp(milliseconds: row[1]),
            topic: row[2],
            payload: row[3],
            reason: row[5],
            sentence: row[6]
        )
        id = row[0]
        size = row[4]
    }
}
