extension AccessDatabase {
    /// Version 2: shares by area, who looked, and what is being erased.
    ///
    /// An erasure is there until everything of it is gone, so that one that was interrupted goes on; its names go first,
    /// the row itself last. Its topics are not used any more: what the broker has to let go of is in the history's database.
    static let privacy = """

        ALTER TABLE grants ADD COLUMN by_area INTEGER NOT NULL DEFAULT 0 CHECK (by_area IN (0, 1));

        CREATE TABLE looks (
            owner TEXT NOT NULL,
            tracker TEXT NOT NULL,
            hour_ms INTEGER NOT NULL,
            viewer TEXT NOT NULL,
            token TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('last', 'history')),
            source TEXT NOT NULL,
            first_ms INTEGER NOT NULL,
            last_ms INTEGER NOT NULL,
            count INTEGER NOT NULL CHECK (count > 0),
            from_ms INTEGER,
            to_ms INTEGER,
            PRIMARY KEY (owner, tracker, hour_ms, viewer, token, kind, source)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX looks_by_age ON looks (hour_ms);

        CREATE TABLE erasures (
            id INTEGER PRIMARY KEY,
            account TEXT,
            owner TEXT,
            asked_ms INTEGER NOT NULL,
            waits INTEGER NOT NULL CHECK (waits IN (0, 1)),
            topics TEXT NOT NULL
        ) STRICT;
        """
}
