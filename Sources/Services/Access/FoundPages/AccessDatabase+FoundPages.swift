extension AccessDatabase {
    /// Version 11: pages for finders of items, and what these have written.
    ///
    /// The code is kept readable beside its hash, as its owner prints it again. A notice that a message has come goes with
    /// the message.
    static let foundPages = """

        CREATE TABLE found_pages (
            id TEXT PRIMARY KEY,
            hash BLOB NOT NULL UNIQUE,
            code TEXT NOT NULL,
            owner TEXT NOT NULL,
            tracker TEXT NOT NULL,
            item_created_ms INTEGER NOT NULL,
            account TEXT NOT NULL REFERENCES accounts (name) ON DELETE CASCADE,
            message TEXT NOT NULL,
            photo INTEGER NOT NULL CHECK (photo IN (0, 1)),
            section TEXT CHECK (section IN ('public', 'personal', 'work', 'school')),
            created_ms INTEGER NOT NULL,
            code_ms INTEGER NOT NULL,
            UNIQUE (account, owner, tracker)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX found_pages_by_owner ON found_pages (owner);

        CREATE TABLE finder_messages (
            id INTEGER PRIMARY KEY,
            page TEXT NOT NULL REFERENCES found_pages (id) ON DELETE CASCADE,
            time_ms INTEGER NOT NULL,
            text TEXT NOT NULL,
            contact TEXT NOT NULL,
            lat_e7 INTEGER CHECK (lat_e7 BETWEEN -900000000 AND 900000000),
            lon_e7 INTEGER CHECK (lon_e7 BETWEEN -1800000000 AND 1800000000),
            accuracy_m INTEGER CHECK (accuracy_m >= 0),
            CHECK ((lat_e7 IS NULL) = (lon_e7 IS NULL) AND (lat_e7 IS NULL) = (accuracy_m IS NULL))
        ) STRICT;
        CREATE INDEX finder_messages_by_page ON finder_messages (page, id);

        ALTER TABLE notices ADD COLUMN message INTEGER REFERENCES finder_messages (id) ON DELETE CASCADE;
        CREATE INDEX notices_by_message ON notices (message) WHERE message IS NOT NULL;
        """
}
