public import Tracking

extension StoreTransaction {
    /// How many commands wait for a phone, the newest.
    private static let mostCommands = 10

    /// Notes that a device has spoken over HTTP.
    public mutating func noteHTTP(_ id: DeviceID, at time: Timestamp) throws {
        let device = try device(for: id, at: time)
        try database.execute("UPDATE devices SET http_ms = ? WHERE id = ?", [time.milliseconds, device])
    }

    /// Keeps a command until the phone speaks next; of more than ten, the newest.
    public mutating func queueCommand(_ payload: [UInt8], for id: DeviceID, at time: Timestamp) throws {
        let device = try device(for: id, at: time)
        _ = try database.insert(
            "INSERT INTO phone_commands (device_id, received_ms, payload) VALUES (?, ?, ?)",
            [device, time.milliseconds, payload]
        )
        try database.execute(
            """
            DELETE FROM phone_commands WHERE device_id = ?1 AND id <= (
                SELECT id FROM phone_commands WHERE device_id = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)
            """,
            [device, Self.mostCommands]
        )
    }

    /// Hands out the commands that wait for a phone, oldest first, and forgets them and those from before a time.
    public mutating func takeCommands(for id: DeviceID, since time: Timestamp) throws -> [[UInt8]] {
        let device = try device(for: id, at: time)
        let commands: [[UInt8]] = try database.rows(
            "SELECT payload FROM phone_commands WHERE device_id = ? AND received_ms >= ? ORDER BY id",
            [device, time.milliseconds]
        ) { $0[0] }
        try database.execute("DELETE FROM phone_commands WHERE device_id = ?", [device])
        return commands
    }
}
