import Tracking

/// The keys of a fix that have no column of their own.
struct FixExtra: Sendable {
    let device: Int64
    let key: FixRecord.Key
    let json: [UInt8]

    func write(_ database: Session) throws {
        try database.statement(
            """
            INSERT INTO fix_extras (device_id, time_ms, boot, seq, lat_e7, lon_e7, json)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (device_id, time_ms, boot, seq, lat_e7, lon_e7) DO UPDATE SET json = excluded.json
            """
        ).upsert(
            [
                device, key.time, Int64(key.mark.boot), Int64(key.mark.sequence), Int64(key.latitude),
                Int64(key.longitude),
            ],
            bytes: json,
            key: 6
        )
    }
}
