import Foundation
import GRDB
import Tracking

extension Store {
    /// The messages that were refused, newest first.
    public func quarantine(limit: Int = 100) throws -> [QuarantineRow] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT received_ms, topic, payload, size, reason, sentence FROM quarantine
                    ORDER BY id DESC LIMIT ?
                    """,
                arguments: [limit]
            ).map { QuarantineRow(row: $0) }
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
    fileprivate init(row: Row) {
        self.init(
            received: Timestamp(milliseconds: row[0]),
            topic: row[1],
            payload: (row[2] as Data).bytes,
            reason: row[4],
            sentence: row[5]
        )
        size = row[3]
    }
}
