import GRDB
import Tracking

/// The keys of a fix that have no column of their own.
struct FixExtra: Sendable {
    let device: Int64
    let key: FixRecord.Key
    let json: [UInt8]

    func write(_ database: Database) throws {
        try database.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO fix_extras (device_id, time_ms, boot, seq, lat_e7, lon_e7, json)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(
            [
                device, key.time, Int64(key.mark.boot), Int64(key.mark.sequence), Int64(key.latitude),
                Int64(key.longitude),
            ],
            bytes: json
        )
    }
}
