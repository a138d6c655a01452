extension Schema.Migration {
    /// Version 9: where the calendars are that people have connected.
    ///
    /// They are of an owner as reminders are. Where one is, is a secret: whoever knows it reads the calendar.
    static let calendars = Schema.Migration(
        name: "calendars",
        sql: """
            CREATE TABLE calendars (
                owner TEXT PRIMARY KEY CHECK (length(owner) BETWEEN 1 AND 64),
                place BLOB NOT NULL CHECK (length(place) BETWEEN 2 AND 65536),
                updated_ms INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            """
    )
}
