extension Schema.Migration {
    /// Version 3: photos of items, how long their fixes are kept, how far devices' clocks are ahead, and what is deleted.
    static let items = Schema.Migration(
        name: "photos, retention, clocks and deletions",
        sql: """
            CREATE TABLE photos (
                device_id INTEGER PRIMARY KEY REFERENCES devices (id),
                type TEXT NOT NULL CHECK (type IN ('image/jpeg', 'image/png', 'image/webp')),
                data BLOB NOT NULL,
                updated_ms INTEGER NOT NULL
            ) STRICT;

            CREATE TABLE retention (
                device_id INTEGER PRIMARY KEY REFERENCES devices (id),
                keep_ms INTEGER CHECK (keep_ms > 0),
                keep_fixes INTEGER CHECK (keep_fixes > 0)
            ) STRICT;

            ALTER TABLE devices ADD COLUMN clock_ahead_ms INTEGER;
            """ + phones + deletions
    )
}
