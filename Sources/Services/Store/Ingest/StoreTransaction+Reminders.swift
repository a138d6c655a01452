public import Reminders
public import Tracking

extension StoreTransaction {
    /// Keeps a reminder in place of what was kept of it.
    public mutating func save(_ row: ReminderRow) throws {
        try database.execute(
            """
            INSERT INTO reminders (owner, id, payload, state, updated_ms, published) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (owner, id) DO UPDATE SET payload = excluded.payload, state = excluded.state,
                updated_ms = excluded.updated_ms, published = excluded.published
            """,
            row.reminder.arguments + [row.payload, row.state, row.updated.milliseconds, row.isPublished]
        )
    }

    /// Keeps how it stands with a reminder; nothing where there is no such reminder.
    public mutating func saveState(_ state: [UInt8], of reminder: ReminderID) throws {
        try database.execute(
            "UPDATE reminders SET state = ? WHERE owner = ? AND id = ?", [state] + reminder.arguments)
    }

    /// Notes that the broker has what a reminder is.
    public mutating func markPublished(_ reminder: ReminderID) throws {
        try database.execute(
            "UPDATE reminders SET published = 1 WHERE owner = ? AND id = ?", reminder.arguments)
    }

    /// What is kept of a reminder; nil for none.
    public func reminder(_ reminder: ReminderID) throws -> ReminderRow? { try ReminderRow.fetch(reminder, database) }

    /// Forgets a reminder; what has been told of it stays.
    public mutating func removeReminder(_ reminder: ReminderID) throws {
        try database.execute("DELETE FROM reminders WHERE owner = ? AND id = ?", reminder.arguments)
    }

    /// Forgets all reminders of an owner, and what has been told of them.
    public mutating func removeReminders(of owner: Name) throws {
        try database.execute("DELETE FROM reminders WHERE owner = ?", [owner.text])
        try database.execute("DELETE FROM reminder_events WHERE owner = ?", [owner.text])
    }

    /// Stores what was told of a reminder; false when its id is there already.
    @discardableResult
    public mutating func insert(_ row: ReminderEventRow) throws -> Bool {
        try database.change(
            """
            INSERT INTO reminder_events (id, owner, reminder, time_ms, event, payload, sent) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO NOTHING
            """,
            [row.id, row.owner.text, row.reminder.text, row.time.milliseconds, row.event, row.payload, row.isSent]
        ) > 0
    }

    /// Removes what was told of an owner's reminders but the newest so many.
    ///
    /// What has not gone out goes as well, where so much has come behind it.
    ///
    /// - Throws: ``StoreError``.
    public mutating func trimReminderEvents(of owner: Name, to count: Int) throws {
        let sql = """
            SELECT time_ms, id FROM reminder_events WHERE owner = ? ORDER BY time_ms DESC, id DESC LIMIT 1 OFFSET ?
            """
        let last = try database.rows(sql, [owner.text, count]) { row in (row[0] as Int64, row[1] as String) }.first
        guard let (time, id) = last else { return }
        try database.execute(
            "DELETE FROM reminder_events WHERE owner = ? AND (time_ms, id) <= (?, ?)", [owner.text, time, id])
    }

    /// Notes that an event has gone out.
    public mutating func markSent(reminderEvent id: String) throws {
        try database.execute("UPDATE reminder_events SET sent = 1 WHERE id = ?", [id])
    }

    /// Removes what was told of an owner's reminders before a time, the oldest first and so many rows at most; tells
    /// whether nothing of before that time is left.
    ///
    /// What has not gone out goes as well: nobody wants to be told of it any more.
    ///
    /// - Throws: ``StoreError``.
    public mutating func expireReminderEvents(of owner: Name, before time: Timestamp, rows: Int) throws -> Bool {
        try database.change(
            """
            DELETE FROM reminder_events WHERE id IN (
                SELECT id FROM reminder_events WHERE owner = ? AND time_ms < ? ORDER BY time_ms, id LIMIT ?)
            """,
            [owner.text, time.milliseconds, rows]
        ) < rows
    }
}

extension ReminderID {
    /// For `WHERE owner = ? AND id = ?`.
    var arguments: SQLArguments { [owner.text, id.text] }
}
