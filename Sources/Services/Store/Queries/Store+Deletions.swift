import GRDB
import Tracking

extension Store {
    /// The deleted items whose trackers have still to be told, and phones that the broker still keeps something of, the oldest first.
    public func deletions() throws -> [DeletionRow] {
        try read { database in
            let sql = "SELECT owner, device, asked_ms, version FROM deletions ORDER BY asked_ms, owner, device"
            return try Row.fetchAll(database, sql: sql).map { row in
                DeletionRow(
                    device: DeviceID(owner: try Name(stored: row[0]), device: try Name(stored: row[1])),
                    asked: Timestamp(milliseconds: row[2]),
                    version: row[3]
                )
            }
        }
    }
}
