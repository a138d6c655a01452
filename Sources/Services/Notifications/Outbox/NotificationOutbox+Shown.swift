internal import GRDB
internal import Tracking

/// What a desktop shows of an item.
struct ShownNotification: Hashable, Sendable {
    /// The notification server that shows it, in one life of its bus.
    var server: String
    var number: UInt32
    var link: String?
}

extension NotificationOutbox {
    func shown(on channel: Name, of device: DeviceID) throws(NotificationError) -> ShownNotification? {
        try database.read { database in
            let sql = "SELECT server, number, link FROM shown WHERE channel = ? AND device = ?"
            let row = try Row.fetchOne(database, sql: sql, arguments: [channel.text, "\(device)"])
            return row.map { ShownNotification(server: $0[0], number: $0[1], link: $0[2]) }
        }
    }

    /// Everything that one notification server shows of a channel, by its number there.
    func shown(on channel: Name, by server: String) throws(NotificationError) -> [UInt32: String] {
        try database.read { database in
            let sql = "SELECT number, link FROM shown WHERE channel = ? AND server = ? AND link IS NOT NULL"
            let rows = try Row.fetchAll(database, sql: sql, arguments: [channel.text, server])
            return Dictionary(rows.map { ($0[0], $0[1]) }) { $1 }
        }
    }

    func show(_ shown: ShownNotification?, on channel: Name, of device: DeviceID) throws(NotificationError) {
        try database.write { database in
            guard let shown else {
                let sql = "DELETE FROM shown WHERE channel = ? AND device = ?"
                return try database.execute(sql: sql, arguments: [channel.text, "\(device)"])
            }
            try database.execute(
                sql: "INSERT OR REPLACE INTO shown (channel, device, server, number, link) VALUES (?, ?, ?, ?, ?)",
                arguments: [channel.text, "\(device)", shown.server, shown.number, shown.link]
            )
        }
    }
}
