extension Schema.Migration {
    /// Version 8: reminders, and what was told of them.
    ///
    /// They are of an owner, and of none of his devices: whoever has no device may have some.
    static let reminders = Schema.Migration(
        name: "reminders",
        sql: """
            CREATE TABLE reminders (
                owner TEXT NOT NULL CHECK (length(owner) BETWEEN 1 AND 64),
                id TEXT NOT NULL CHECK (length(id) BETWEEN 1 AND 64),
                payload BLOB NOT NULL,
                state BLOB NOT NULL,
                updated_ms INTEGER NOT NULL,
                published INTEGER NOT NULL CHECK (published IN (0, 1)),
                PRIMARY KEY (owner, id)
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE reminder_events (
                id TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 200),
                owner TEXT NOT NULL CHECK (length(owner) BETWEEN 1 AND 64),
                reminder TEXT NOT NULL CHECK (length(reminder) BETWEEN 1 AND 64),
                time_ms INTEGER NOT NULL,
                event TEXT NOT NULL CHECK (event IN ('fired', 'repeated', 'dismissed', 'snoozed')),
                payload BLOB NOT NULL,
                sent INTEGER NOT NULL CHECK (sent IN (0, 1))
            ) STRICT, WITHOUT ROWID;

            CREATE INDEX reminder_events_of_owner ON reminder_events (owner, time_ms, id);
            CREATE INDEX reminder_events_of_reminder ON reminder_events (reminder, time_ms, id);
            CREATE INDEX reminder_events_by_time ON reminder_events (time_ms, id);
            CREATE INDEX reminder_events_pending ON reminder_events (id) WHERE sent = 0;
            """
    )
}
