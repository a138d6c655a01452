import Foundation
import GRDB
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
            try Row.fetchAll(
                database,
                sql: """
                    SELECT id, received_ms, topic, payload, size, reason, sentence FROM quarantine
                    WHERE (:reason IS NULL OR reason = :reason)
                        AND (:topic IS NULL OR substr(topic, 1, length(:topic)) = :topic)
                        AND (:device IS NULL OR instr('/' || topic || '/', '/' || :device || '/') > 0)
                        AND (:start IS NULL OR received_ms >= :start) AND (:end IS NULL OR received_ms <= :end)
                        AND (:before IS NULL OR id < :before)
                    ORDER BY id DESC LIMIT :limit
                    """,
                arguments: [
                    "reason": filter.reason, "topic": filter.topic, "device": filter.device.map { "\($0)" },
                    "start": filter.start?.milliseconds, "end": filter.end?.milliseconds, "before": filter.before,
                    "limit": limit,
                ]
            ).map { QuarantineRow(row: $0) }
        }
    }

    /// Whether a message that was refused is kept whose topic is one of some, or below one of them.
    ///
    /// - Throws: ``StoreError``.
    public func hasRefused(below topics: [String]) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM quarantine WHERE \(QuarantineRow.isBelow))"
        return try read { database in
            try topics.contains { try Bool.fetchOne(database, sql: sql, arguments: [$0]) ?? false }
        }
    }

    /// The topics, of some or below one of them, of which a message that was refused is kept.
    ///
    /// - Throws: ``StoreError``.
    public func refusedTopics(below topics: [String]) throws -> Set<String> {
        let sql = "SELECT DISTINCT topic FROM quarantine WHERE \(QuarantineRow.isBelow)"
        return try read { database in
            try topics.reduce(into: []) { try $0.formUnion(String.fetchSet(database, sql: sql, arguments: [$1])) }
        }
    }

    /// All counters that are not zero.
    public func counters() throws -> [Counter: Int] {
        try read { database in
            let rows = try Row.fetchAll(database, sql: "SELECT name, value FROM counters")
            return Dictionary(uniqueKeysWithValues: rows.map { (Counter($0[0]), $0[1]) })
        }
    }
}

extension QuarantineRow {
    /// The condition that a topic is the one that is given, or below it.
    static let isBelow = "(topic = ?1 OR substr(topic, 1, length(?1) + 1) = ?1 || '/')"

    fileprivate init(row: Row) {
        self.init(
            received: Timestamp(milliseconds: row[1]),
            topic: row[2],
            payload: (row[3] as Data).bytes,
            reason: row[5],
            sentence: row[6]
        )
        id = row[0]
        size = row[4]
    }
}
