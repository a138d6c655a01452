import Foundation
import GRDB
public import Tracking

extension Store {
    /// What the alert engine saved of a device; nil when it saved nothing.
    public func alertState(of device: DeviceID) throws -> [UInt8]? {
        try read { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT state FROM devices JOIN alert_states ON device_id = devices.id
                    WHERE owner = ? AND device = ?
                    """
            )
            return try Data.fetchOne(statement, arguments: device.arguments)?.bytes
        }
    }

    /// What the alert engine saved, of all devices.
    public func alertStates() throws -> [DeviceID: [UInt8]] {
        try read { database in
            let rows = try Row.fetchAll(
                database, sql: "SELECT owner, device, state FROM alert_states JOIN devices ON devices.id = device_id"
            )
            return try Dictionary(
                uniqueKeysWithValues: rows.map { row in
                    let id = DeviceID(owner: try Name(stored: row[0]), device: try Name(stored: row[1]))
                    return (id, (row[2] as Data).bytes)
                }
            )
        }
    }

    /// When an episode of a device began, and the level that was told of it last; nil where no alert of it is stored.
    public func episode(_ id: String, of device: DeviceID) throws -> (level: AlertLevel, since: Timestamp)? {
        try read { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT level, (SELECT time_ms FROM alerts WHERE id = :id)
                    FROM alerts JOIN devices ON devices.id = device_id
                    WHERE owner = :owner AND device = :device AND episode = :id
                    ORDER BY time_ms DESC, alerts.id DESC LIMIT 1
                    """
            )
            let row = try Row.fetchOne(
                statement, arguments: ["id": id, "owner": device.owner.text, "device": device.device.text])
            guard let row, let begin: Int64 = row[1] else { return nil }
            return AlertLevel(rawValue: row[0]).map { ($0, Timestamp(milliseconds: begin)) }
        }
    }

    /// The changes of level, newest first; nil for those of all devices.
    public func alerts(of device: DeviceID?, limit: Int = 100) throws -> [AlertRow] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT alerts.id, owner, device, event, level, previous, threshold_m, distance_m, confidence,
                        time_ms, episode, payload, evidence
                    FROM alerts JOIN devices ON devices.id = device_id
                    \(device == nil ? "" : "WHERE owner = :owner AND device = :device")
                    ORDER BY time_ms DESC, alerts.id DESC LIMIT :limit
                    """,
                arguments: device.map { ["owner": $0.owner.text, "device": $0.device.text, "limit": limit] }
                    ?? ["limit": limit]
            ).map { try AlertRow(row: $0) }
        }
    }

    /// The messages that wait to be published, in the order of sending.
    public func pendingOutbox(limit: Int = .max) throws -> [OutboxRow] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT outbox.id, owner, device, topic, payload, retained, outbox.created_ms
                    FROM outbox JOIN devices ON devices.id = device_id WHERE sent_ms IS NULL ORDER BY outbox.id LIMIT ?
                    """,
                arguments: [limit]
            ).map { try OutboxRow(row: $0) }
        }
    }
}

extension AlertRow {
    init(row: Row) throws {
        self.init(
            id: row[0],
            device: DeviceID(owner: try Name(stored: row[1]), device: try Name(stored: row[2])),
            event: row[3],
            level: row[4],
            previous: row[5],
            threshold: row[6],
            distance: row[7],
            confidence: row[8],
            time: Timestamp(milliseconds: row[9]),
            episode: row[10],
            payload: (row[11] as Data?)?.bytes,
            evidence: (row[12] as Data?)?.bytes
        )
    }
}

extension OutboxRow {
    fileprivate init(row: Row) throws {
        self.init(
            id: row[0],
            device: DeviceID(owner: try Name(stored: row[1]), device: try Name(stored: row[2])),
            topic: row[3],
            payload: (row[4] as Data).bytes,
            retained: row[5],
            created: Timestamp(milliseconds: row[6])
        )
    }
}
