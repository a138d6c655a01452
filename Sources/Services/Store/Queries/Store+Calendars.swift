public import Tracking

extension Store {
    /// The calendars that people have connected, by owner.
    ///
    /// - Throws: ``StoreError``.
    public func calendars() throws -> [CalendarRow] {
        try read { database in
            try database.rows("\(CalendarRow.selection) ORDER BY owner") { try CalendarRow(row: $0) }
        }
    }

    /// Who has connected a calendar, by name; where these are stays unread.
    ///
    /// - Throws: ``StoreError``.
    public func calendarOwners() throws -> [Name] {
        try read { database in
            try database.rows("SELECT owner FROM calendars ORDER BY owner") { try Name($0[0] as String) }
        }
    }

    /// The calendar that an owner has connected; nil for none.
    ///
    /// - Throws: ``StoreError``.
    public func calendar(of owner: Name) throws -> CalendarRow? {
        try read { try CalendarRow.fetch(of: owner, $0) }
    }
}

extension StoreTransaction {
    /// The calendar that an owner has connected; nil for none.
    public func calendar(of owner: Name) throws -> CalendarRow? { try CalendarRow.fetch(of: owner, database) }

    /// Connects a calendar in place of the one before.
    public mutating func save(_ row: CalendarRow) throws {
        try database.execute(
            """
            INSERT INTO calendars (owner, place, updated_ms) VALUES (?, ?, ?)
            ON CONFLICT (owner) DO UPDATE SET place = excluded.place, updated_ms = excluded.updated_ms
            """,
            [row.owner.text, row.place, row.updated.milliseconds]
        )
    }

    /// Forgets the calendar that an owner has connected; false where there is none.
    @discardableResult
    public mutating func removeCalendar(of owner: Name) throws -> Bool {
        try database.change("DELETE FROM calendars WHERE owner = ?", [owner.text]) > 0
    }
}

extension CalendarRow {
    fileprivate static let selection = "SELECT owner, place, updated_ms FROM calendars"

    fileprivate static func fetch(of owner: Name, _ database: Session) throws -> CalendarRow? {
        try database.row("\(selection) WHERE owner = ?", [owner.text]) { try CalendarRow(row: $0) }
    }

    fileprivate init(row: SQLRow) throws {
        self.init(owner: try Name(stored: row[0]), place: row[1], updated: Timestamp(milliseconds: row[2]))
    }
}
