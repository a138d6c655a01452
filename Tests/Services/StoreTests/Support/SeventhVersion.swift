/// The tables as the seventh version makes them, with something in each; never to be changed once it is released.
///
/// They are those of the fourth, with what phones repeat, and months in an object storage.
enum SeventhVersion {
    static let script = FourthVersion.script + kept + months

    private static let kept = """

        ALTER TABLE fix_contexts ADD COLUMN kept TEXT CHECK (length(kept) BETWEEN 2 AND 64);
        DROP INDEX fix_contexts_once;
        CREATE UNIQUE INDEX fix_contexts_once ON fix_contexts (
            ifnull(mode, ''), ifnull(source, ''), ifnull("trigger", ''), ifnull(connection, ''), ifnull(gateway, ''),
            ifnull(kept, '')
        );
        INSERT INTO fix_contexts (id, kept) VALUES (900, '{"conn":"w"}');
        """

    private static let months = """

        CREATE TABLE months_out (
            device_id INTEGER NOT NULL REFERENCES devices (id),
            month_ms INTEGER NOT NULL,
            generation INTEGER NOT NULL CHECK (generation > 0),
            object TEXT NOT NULL CHECK (object <> ''),
            fixes INTEGER NOT NULL CHECK (fixes > 0),
            first_ms INTEGER NOT NULL CHECK (first_ms >= month_ms),
            last_ms INTEGER NOT NULL CHECK (last_ms >= first_ms),
            bytes INTEGER NOT NULL CHECK (bytes > 0),
            digest TEXT NOT NULL CHECK (length(digest) = 64),
            storage TEXT NOT NULL,
            moved_ms INTEGER NOT NULL,
            PRIMARY KEY (device_id, month_ms)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE removals (
            object TEXT PRIMARY KEY CHECK (object <> ''),
            owner TEXT NOT NULL CHECK (length(owner) BETWEEN 1 AND 64),
            device TEXT NOT NULL CHECK (length(device) BETWEEN 1 AND 64),
            asked_ms INTEGER NOT NULL,
            taken INTEGER NOT NULL DEFAULT 0 CHECK (taken IN (0, 1))
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE archive (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            place TEXT NOT NULL CHECK (place <> '')
        ) STRICT;

        ALTER TABLE removals ADD COLUMN until_ms INTEGER;
        ALTER TABLE removals ADD COLUMN again_ms INTEGER;

        INSERT INTO months_out SELECT id, 1730419200000, 1, 'anna/phone/2024-11', 9, 1730419200000, 1730505600000, 77,
            hex(zeroblob(32)), 's3://store', 1735689600000 FROM devices WHERE device = 'phone';
        INSERT INTO removals VALUES ('anna/phone/2024-10', 'anna', 'phone', 1735689600000, 0, NULL, 1735689700000);
        INSERT INTO archive VALUES (1, 's3://store');
        """
}
