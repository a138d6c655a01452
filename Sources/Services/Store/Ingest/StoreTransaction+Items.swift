public import Tracking

extension StoreTransaction {
    /// Takes a device off the items: its name, its photo, its alerts and what was said of it as of an item go; its
    /// positions, its card and what happened at places stay.
    public mutating func takeOffItem(_ device: DeviceID, at now: Timestamp) throws {
        guard let row = try writtenRow(of: device) else { return }
        for table in ["alert_states", "alerts", "outbox", "photos"] {
            try database.execute("DELETE FROM \(table) WHERE device_id = ?", [row])
        }
        try database.execute(
            "DELETE FROM device_documents WHERE device_id = ? AND kind <> ?",
            [row, DocumentKind.card.rawValue]
        )
        try database.execute(
            // What is made of it later on is another item: a link to this one must not show that.
            """
            UPDATE devices SET kind = 'phone', item = NULL, warning_m = NULL, critical_m = NULL,
                created_ms = CASE WHEN created_ms < ?1 THEN ?1 ELSE created_ms + 1 END WHERE id = ?2
            """,
            [now.milliseconds, row]
        )
        forgetTrack(of: device)
    }
}
