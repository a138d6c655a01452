/// The tables as the eighth version makes them, with something in each; never to be changed once it is released.
///
/// They are those of the seventh, with reminders and what was told of them.
enum EighthVersion {
    static let script = SeventhVersion.script + reminders

    private static let reminders = """

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

        INSERT INTO reminders VALUES ('anna', 'bins', x'01', x'02', 1735689600000, 1);
        INSERT INTO reminder_events VALUES ('01', 'anna', 'bins', 1735689600000, 'fired', x'03', 1);
        """
}
