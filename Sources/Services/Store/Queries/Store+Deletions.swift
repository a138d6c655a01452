import Tracking

extension Store {
    /// The deleted items whose trackers have still to be told, and phones that the broker still keeps something of, the oldest first.
    public func deletions() throws -> [DeletionRow] {
        try read { database in
            let sql = "SELECT owner, device, asked_ms, version FROM deletions ORDER BY asked_ms, owner, device"
            return try database.rows(sql) { row in
                DeletionRow(
                    device: try DeviceID(row),
                    asked: Timestamp(milliseconds: row[2]),
                    version: row[3]
                )
            }
        }
    }
}
