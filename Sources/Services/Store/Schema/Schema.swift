import GRDB

/// The steps that lead to the present form of the tables.
///
/// `PRAGMA user_version` holds the number of the last step taken.
struct Schema: Sendable {
    /// Marks the file as ours: `TGAL` in ASCII.
    static let applicationID = 0x5447_414C

    static let current = Schema(
        migrations: [
            .first, .evidence, .items, .erased, .kept, .months, .archive, .reminders, .calendars,
        ]
    )

    /// In order; the first leads to version 1, each to the next.
    var migrations: [Migration]

    var version: Int { migrations.count }

    struct Migration: Sendable {
        /// What it is for, as it stands in an error.
        let name: String
        let sql: String
    }

    /// Takes the steps that are missing, all or none.
    func migrate(_ database: Database, path: String) throws {
        try database.inTransaction(.immediate) {
            let found = try Preflight(database)
            // Again, under the write lock: another process may have come first.
            try found.check(path: path, supported: version)
            for migration in migrations.dropFirst(found.version) {
                try database.execute(sql: migration.sql)
            }
            if found.version < version {
                try database.execute(sql: "PRAGMA application_id = \(Self.applicationID)")
                try database.execute(sql: "PRAGMA user_version = \(version)")
            }
            return .commit
        }
    }

    /// Refuses what a reader cannot use, as it cannot take the missing steps.
    func checkReadable(_ queue: DatabaseQueue, path: String) throws {
        let found = try queue.unsafeRead { try Preflight($0) }
        guard found.version == version else {
            throw StoreError(path: path, .olderSchema(found: found.version, needed: version))
        }
    }
}

extension Schema.Migration {
    /// Version 2: what an alert rested on is kept beside it.
    static let evidence = Schema.Migration(
        name: "the evidence of alerts", sql: "ALTER TABLE alerts ADD COLUMN evidence BLOB"
    )
}

extension Schema.Migration {
    /// Trackers whose items are deleted, and that have not confirmed yet that they know.
    ///
    /// They are named, because their devices are gone.
    static let deletions = """

        CREATE TABLE deletions (
            owner TEXT NOT NULL CHECK (length(owner) BETWEEN 1 AND 64),
            device TEXT NOT NULL CHECK (length(device) BETWEEN 1 AND 64),
            asked_ms INTEGER NOT NULL,
            version INTEGER NOT NULL CHECK (version >= 0),
            PRIMARY KEY (owner, device)
        ) STRICT, WITHOUT ROWID;
        """
}

extension Schema.Migration {
    /// When a phone last spoke over HTTP, and what it is to be told when it does again.
    static let phones = """

        ALTER TABLE devices ADD COLUMN http_ms INTEGER;

        CREATE TABLE phone_commands (
            id INTEGER PRIMARY KEY,
            device_id INTEGER NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
            received_ms INTEGER NOT NULL,
            payload BLOB NOT NULL CHECK (length(payload) BETWEEN 2 AND 8192)
        ) STRICT;

        CREATE INDEX phone_commands_of_device ON phone_commands (device_id, id);
        """
}

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

extension Schema.Migration {
    /// Version 4: which orders to erase somebody have been carried out.
    ///
    /// An order stands in the database of the accounts until trackers and broker know of it. It removes but once: what
    /// came after that is no part of it.
    static let erased = Schema.Migration(
        name: "which erasures are carried out",
        sql: "CREATE TABLE erased (erasure INTEGER PRIMARY KEY, asked_ms INTEGER NOT NULL) STRICT"
    )
}

extension Schema.Migration {
    /// Version 5: what phones repeat with each fix is kept once.
    static let kept = Schema.Migration(
        name: "what phones repeat",
        sql: """
            ALTER TABLE fix_contexts ADD COLUMN kept TEXT CHECK (length(kept) BETWEEN 2 AND 64);
            DROP INDEX fix_contexts_once;
            CREATE UNIQUE INDEX fix_contexts_once ON fix_contexts (
                ifnull(mode, ''), ifnull(source, ''), ifnull("trigger", ''), ifnull(connection, ''), ifnull(gateway, ''),
                ifnull(kept, '')
            );
            """
    )
}

extension Schema.Migration {
    /// Version 6: which months of fixes are in an object storage, and which objects there are to go.
    ///
    /// Objects outlive their device, so who it was is said in words.
    static let months = Schema.Migration(
        name: "months in an object storage",
        sql: """
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
            """
    )
}

extension Schema.Migration {
    /// Version 7: which object storage it is, and until when somebody may still be writing an object that is to go.
    static let archive = Schema.Migration(
        name: "the place of the archive",
        sql: """
            CREATE TABLE archive (
                id INTEGER PRIMARY KEY CHECK (id = 1),
                place TEXT NOT NULL CHECK (place <> '')
            ) STRICT;

            ALTER TABLE removals ADD COLUMN until_ms INTEGER;
            ALTER TABLE removals ADD COLUMN again_ms INTEGER;
            """
    )
}
