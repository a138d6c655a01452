public import Reminders
public import Tracking

extension Store {
    /// What is kept of the reminders of an owner, or of all, by owner and name; also of those that are deleted and of
    /// which the broker is still to be told.
    ///
    /// - Throws: ``StoreError``.
    public func reminders(of owner: Name? = nil) throws -> [ReminderRow] {
        try read { try ReminderRow.fetch(of: owner, $0) }
    }

    /// A page of all reminders that are there, by owner and name: those behind one, or the first, and so many at most.
    ///
    /// - Throws: ``StoreError``.
    public func reminders(behind place: ReminderID?, limit: Int) throws -> [ReminderRow] {
        try read { database in
            let rest = place == nil ? "" : "AND (owner, id) > (?, ?)"
            let arguments: SQLArguments = place?.arguments ?? []
            return try database.rows(
                """
                SELECT \(ReminderRow.columns) FROM reminders WHERE length(payload) > 0 \(rest)
                ORDER BY owner, id LIMIT ?
                """,
                arguments + [limit]
            ) { try ReminderRow(row: $0) }
        }
    }

    /// What is kept of a reminder; nil for none.
    ///
    /// - Throws: ``StoreError``.
    public func reminder(_ reminder: ReminderID) throws -> ReminderRow? {
        try read { try ReminderRow.fetch(reminder, $0) }
    }

    /// What was told of the reminders of an owner, or of all, and has not gone out yet, in the order of sending.
    ///
    /// Of one moment those of a reminder may differ in a number at the end, which has no zeros before it.
    ///
    /// - Throws: ``StoreError``.
    public func unsentReminderEvents(of owner: Name? = nil) throws -> [ReminderEventRow] {
        try read { try ReminderEventRow.fetchUnsent(of: owner, $0) }
    }

    /// What was told of reminders, newest first.
    ///
    /// - Parameters:
    ///   - owners: Whose reminders; nil for everybody's.
    ///   - reminder: Only what was told of reminders of this name.
    ///   - before: Only what comes behind the event of this id, to go on with a list.
    ///   - limit: How many at most.
    /// - Returns: Their rows, with what has not gone out yet.
    /// - Throws: ``StoreError``.
    public func reminderEvents(
        of owners: [Name]?, reminder: Name? = nil, before: String? = nil, limit: Int
    ) throws -> [ReminderEventRow] {
        try readTogether { database in
            var condition = "1 = 1"
            var arguments: SQLArguments = []
            if let reminder {
                condition += " AND reminder = ?"
                arguments += [reminder.text]
            }
            if let before {
                let sql = "SELECT time_ms FROM reminder_events WHERE id = ?"
                let time: Int64? = try database.value(sql, [before])
                // One that is gone by now has left its place in the order of ids.
                condition += time == nil ? " AND id < ?" : " AND (time_ms, id) < (?, ?)"
                arguments += time.map { [$0, before] } ?? [before]
            }
            func newest(_ condition: String, _ arguments: SQLArguments) throws -> [ReminderEventRow] {
                try database.rows(
                    "\(ReminderEventRow.selection) WHERE \(condition) ORDER BY time_ms DESC, id DESC LIMIT ?",
                    arguments + [limit]
                ) { try ReminderEventRow(row: $0) }
            }
            guard let owners else { return try newest(condition, arguments) }
            // Owner by owner, each by an index that has their events in this order: no others are read.
            let all = try Set(owners).sorted().flatMap { owner in
                try newest("owner = ? AND \(condition)", [owner.text] + arguments)
            }
            return Array(all.sorted { ($0.time, $0.id) > ($1.time, $1.id) }.prefix(limit))
        }
    }

    /// Whose reminders were told of before a time, by name; of very many events those of the oldest.
    ///
    /// - Throws: ``StoreError``.
    public func ownersOfReminderEvents(before time: Timestamp) throws -> [Name] {
        try read { database in
            // By time first: else all events would be read for the sake of the owners' order.
            try database.rows(
                """
                SELECT DISTINCT owner FROM (
                    SELECT owner FROM reminder_events WHERE time_ms < ? ORDER BY time_ms, id LIMIT 10000) AS oldest
                """,
                [time.milliseconds]
            ) { try Name(stored: $0[0]) }.sorted()
        }
    }
}

extension StoreTransaction {
    /// What is kept of an owner's reminders, by name; also of those that are deleted.
    public func reminders(of owner: Name) throws -> [ReminderRow] { try ReminderRow.fetch(of: owner, database) }

    /// What was told of an owner's reminders, and has not gone out yet, in the order of sending.
    public func unsentReminderEvents(of owner: Name) throws -> [ReminderEventRow] {
        try ReminderEventRow.fetchUnsent(of: owner, database)
    }
}

extension ReminderRow {
    static func fetch(of owner: Name?, _ database: Session) throws -> [ReminderRow] {
        let condition = owner == nil ? "" : "WHERE owner = ?"
        return try database.rows(
            "SELECT \(columns) FROM reminders \(condition) ORDER BY owner, id", owner.map { [$0.text] } ?? []
        ) { try ReminderRow(row: $0) }
    }

    static let columns = "owner, id, payload, state, updated_ms, published"

    init(row: SQLRow) throws {
        self.init(
            owner: try Name(stored: row[0]),
            id: try Name(stored: row[1]),
            payload: row[2],
            state: row[3],
            updated: Timestamp(milliseconds: row[4]),
            isPublished: row[5]
        )
    }

    static func fetch(_ reminder: ReminderID, _ database: Session) throws -> ReminderRow? {
        try database.row("SELECT \(columns) FROM reminders WHERE owner = ? AND id = ?", reminder.arguments) {
            try ReminderRow(row: $0)
        }
    }
}

extension ReminderEventRow {
    static func fetchUnsent(of owner: Name?, _ database: Session) throws -> [ReminderEventRow] {
        // Nothing else is said, so that they are found by the index that has none but them.
        let unsent = try database.rows("\(selection) WHERE sent = 0") { try ReminderEventRow(row: $0) }
        return unsent.filter { owner == nil || $0.owner == owner }
            .sorted { ($0.time, $0.id.utf8.count, $0.id) < ($1.time, $1.id.utf8.count, $1.id) }
    }

    fileprivate static let selection = "SELECT id, owner, reminder, time_ms, event, payload, sent FROM reminder_events"

    fileprivate init(row: SQLRow) throws {
        self.init(
            id: row[0],
            owner: try Name(stored: row[1]),
            reminder: try Name(stored: row[2]),
            time: Timestamp(milliseconds: row[3]),
            event: row[4],
            payload: row[5],
            isSent: row[6]
        )
    }
}
