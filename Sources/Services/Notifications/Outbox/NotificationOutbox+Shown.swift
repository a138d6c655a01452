internal import Messages
internal import Reminders
internal import Store
internal import Tracking

/// What a desktop shows of an item, of its mark as lost, or of a reminder.
struct ShownNotification: Hashable, Sendable {
    /// The notification server that shows it, in one life of its bus.
    var server: String
    var number: UInt32
    var link: String?
}

extension NotificationOutbox {
    /// What is shown at the place of a notice; see ``Notice/place``.
    func shown(on channel: Name, at place: String) throws(NotificationError) -> ShownNotification? {
        try database.read { database in
            let sql = "SELECT server, number, link FROM shown WHERE channel = ? AND device = ?"
            return try database.row(sql, [channel.text, place]) { row in
                ShownNotification(
                    server: row[0], number: UInt32(truncatingIfNeeded: row[1] as Int64), link: row[2] as String?
                )
            }
        }
    }

    /// Everything that one notification server shows of a channel, by its number there.
    func shown(on channel: Name, by server: String) throws(NotificationError) -> [UInt32: String] {
        try database.read { database in
            let sql = "SELECT number, link FROM shown WHERE channel = ? AND server = ? AND link IS NOT NULL"
            let rows = try database.rows(sql, [channel.text, server]) { row in
                (UInt32(truncatingIfNeeded: row[0] as Int64), row[1] as String)
            }
            return Dictionary(rows) { $1 }
        }
    }

    /// The place of what a notification server shows by a number; nil for what is not of this channel.
    func place(of number: UInt32, on channel: Name, by server: String) throws(NotificationError) -> String? {
        try database.read { database in
            let sql = "SELECT device FROM shown WHERE channel = ? AND server = ? AND number = ?"
            return try database.value(sql, [channel.text, server, Int64(number)])
        }
    }

    /// The identifier of what was told last of a reminder on a channel; nil where the outbox does not know it any more.
    func eventSent(of reminder: ReminderID, on channel: Name) throws(NotificationError) -> String? {
        try database.read { try Self.sent(at: Notice.place(of: reminder), on: channel, $0) }?.reminder?.id
    }

    /// The places of the reminders that a channel shows, with what it was told of each last; nil where that is forgotten.
    ///
    /// Those for which something newer waits are left out: that takes their place, or has, where the service ended before it
    /// had written that down.
    func shownReminders(on channel: Name) throws(NotificationError) -> [(place: String, notice: Notice?)] {
        try database.read { database in
            let sql = """
                SELECT device FROM shown WHERE channel = ?1 AND NOT EXISTS
                    (SELECT 1 FROM notices JOIN deliveries ON notice = number
                    WHERE episode = device AND channel = ?1 AND state = 'waiting' AND number > coalesce(
                        (SELECT max(number) FROM notices JOIN deliveries ON notice = number
                        WHERE episode = device AND channel = ?1 AND state = 'sent'), 0))
                """
            let places = try database.rows(sql, [channel.text]) { $0[0] as String }
            return try places.filter { Notice.reminder(at: $0) != nil }.map { place in
                (place: place, notice: try Self.sent(at: place, on: channel, database))
            }
        }
    }

    /// What a channel was told last at the place of a reminder, which is its episode.
    private static func sent(at place: String, on channel: Name, _ database: SQLSession) throws -> Notice? {
        let sql = """
            SELECT payload FROM notices JOIN deliveries ON notice = number
            WHERE episode = ? AND channel = ? AND state = 'sent' ORDER BY number DESC LIMIT 1
            """
        return try database.row(sql, [place, channel.text]) { try Notice(payload: $0[0] as [UInt8]) }
    }

    /// Keeps what is shown at the place of a notice; nil for nothing.
    func show(_ shown: ShownNotification?, on channel: Name, at place: String) throws(NotificationError) {
        try database.write { database in
            guard let shown else {
                let sql = "DELETE FROM shown WHERE channel = ? AND device = ?"
                return try database.execute(sql, [channel.text, place])
            }
            try database.execute(
                """
                INSERT INTO shown (channel, device, server, number, link) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (channel, device)
                DO UPDATE SET server = excluded.server, number = excluded.number, link = excluded.link
                """,
                [channel.text, place, shown.server, Int64(shown.number), shown.link]
            )
        }
    }
}
