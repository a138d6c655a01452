import Postgres

/// The tables in PostgreSQL: the same as those of SQLite, in a schema of its own.
///
/// Table `store` holds the version, which counts as SQLite's does, and how many times somebody has begun to write.
enum PostgresSchema {
    /// The version that this program writes.
    static let version = Schema.current.version

    /// Makes the tables when they are missing.
    ///
    /// - Throws: `PostgresFailure`, or ``StoreError`` when they are another program's or too new.
    static func prepare(_ connection: PostgresConnection, _ address: PostgresAddress, create: Bool) throws {
        let encoding = try connection.ask("SELECT current_setting('server_encoding')").text(0, 0)
        guard encoding == "UTF8" else {
            throw StoreError(path: address.shown, .cannotOpen("its encoding is \(encoding), and UTF8 is needed"))
        }
        if let found = try found(connection, address) {
            try migrate(connection, from: found)
            return try checkReadable(connection, address)
        }
        guard create else { throw StoreError(path: address.shown, .cannotOpen("there is no schema \(address.schema)")) }
        try connection.run(
            script: """
                BEGIN;
                CREATE SCHEMA IF NOT EXISTS \(address.quotedSchema);
                \(first)
                \(months)
                \(archive)
                \(reminders)
                \(calendars)
                INSERT INTO store (version) VALUES (\(version));
                COMMIT;
                """
        )
    }

    /// Takes the steps that are missing, all or none; from a version before the first one that was PostgreSQL's there is
    /// none.
    ///
    /// Several workers may do so at the same time: each waits for the one before, and finds all done.
    private static func migrate(_ connection: PostgresConnection, from found: Int) throws {
        guard (5..<version).contains(found) else { return }
        try connection.run(
            script: """
                BEGIN;
                LOCK TABLE store IN EXCLUSIVE MODE;
                -- Whoever works with them may be frozen, and all others would wait behind this.
                SET LOCAL lock_timeout TO '\(Store.patience)s';
                \(months)
                \(archive)
                \(reminders)
                \(calendars)
                UPDATE store SET version = \(version) WHERE version < \(version);
                COMMIT;
                """
        )
    }

    /// Version 6: which months of fixes are in an object storage, and which objects there are to go.
    private static let months = """
        CREATE TABLE IF NOT EXISTS months_out (
            device_id BIGINT NOT NULL REFERENCES devices (id),
            month_ms BIGINT NOT NULL,
            generation BIGINT NOT NULL CHECK (generation > 0),
            object TEXT COLLATE "C" NOT NULL CHECK (object <> ''),
            fixes BIGINT NOT NULL CHECK (fixes > 0),
            first_ms BIGINT NOT NULL CHECK (first_ms >= month_ms),
            last_ms BIGINT NOT NULL CHECK (last_ms >= first_ms),
            bytes BIGINT NOT NULL CHECK (bytes > 0),
            digest TEXT NOT NULL CHECK (length(digest) = 64),
            storage TEXT NOT NULL,
            moved_ms BIGINT NOT NULL,
            PRIMARY KEY (device_id, month_ms)
        );

        CREATE TABLE IF NOT EXISTS removals (
            object TEXT COLLATE "C" PRIMARY KEY CHECK (object <> ''),
            owner TEXT COLLATE "C" NOT NULL CHECK (length(owner) BETWEEN 1 AND 64),
            device TEXT COLLATE "C" NOT NULL CHECK (length(device) BETWEEN 1 AND 64),
            asked_ms BIGINT NOT NULL,
            taken BIGINT NOT NULL DEFAULT 0 CHECK (taken IN (0, 1))
        );
        """

    /// Version 7: which object storage it is, and until when somebody may still be writing an object that is to go.
    private static let archive = """
        CREATE TABLE IF NOT EXISTS archive (
            id BIGINT PRIMARY KEY CHECK (id = 1),
            place TEXT NOT NULL CHECK (place <> '')
        );

        ALTER TABLE removals ADD COLUMN IF NOT EXISTS until_ms BIGINT;
        ALTER TABLE removals ADD COLUMN IF NOT EXISTS again_ms BIGINT;
        """

    /// Version 8: reminders, and what was told of them.
    private static let reminders = """
        CREATE TABLE IF NOT EXISTS reminders (
            owner TEXT COLLATE "C" NOT NULL CHECK (length(owner) BETWEEN 1 AND 64),
            id TEXT COLLATE "C" NOT NULL CHECK (length(id) BETWEEN 1 AND 64),
            payload BYTEA NOT NULL,
            state BYTEA NOT NULL,
            updated_ms BIGINT NOT NULL,
            published BIGINT NOT NULL CHECK (published IN (0, 1)),
            PRIMARY KEY (owner, id)
        ) WITH (fillfactor = 70);

        CREATE TABLE IF NOT EXISTS reminder_events (
            id TEXT COLLATE "C" PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 200),
            owner TEXT COLLATE "C" NOT NULL CHECK (length(owner) BETWEEN 1 AND 64),
            reminder TEXT COLLATE "C" NOT NULL CHECK (length(reminder) BETWEEN 1 AND 64),
            time_ms BIGINT NOT NULL,
            event TEXT NOT NULL CHECK (event IN ('fired', 'repeated', 'dismissed', 'snoozed')),
            payload BYTEA NOT NULL,
            sent BIGINT NOT NULL CHECK (sent IN (0, 1))
        );

        CREATE INDEX IF NOT EXISTS reminder_events_of_owner ON reminder_events (owner, time_ms, id);
        CREATE INDEX IF NOT EXISTS reminder_events_of_reminder ON reminder_events (reminder, time_ms, id);
        CREATE INDEX IF NOT EXISTS reminder_events_by_time ON reminder_events (time_ms, id);
        CREATE INDEX IF NOT EXISTS reminder_events_pending ON reminder_events (id) WHERE sent = 0;
        """

    /// Version 9: where the calendars are that people have connected.
    private static let calendars = """
        CREATE TABLE IF NOT EXISTS calendars (
            owner TEXT COLLATE "C" PRIMARY KEY CHECK (length(owner) BETWEEN 1 AND 64),
            place BYTEA NOT NULL CHECK (length(place) BETWEEN 2 AND 65536),
            updated_ms BIGINT NOT NULL
        );
        """

    /// Refuses what this program cannot use.
    ///
    /// - Throws: `PostgresFailure`, or ``StoreError``.
    static func checkReadable(_ connection: PostgresConnection, _ address: PostgresAddress) throws {
        guard let found = try found(connection, address) else {
            throw StoreError(path: address.shown, .cannotOpen("there is no schema \(address.schema)"))
        }
        if found > version { throw StoreError(path: address.shown, .newerSchema(found: found, supported: version)) }
        if found < version { throw StoreError(path: address.shown, .olderSchema(found: found, needed: version)) }
    }

    /// The version that is there; nil for no schema, or one with nothing in it.
    private static func found(_ connection: PostgresConnection, _ address: PostgresAddress) throws -> Int? {
        let tables = try connection.ask(
            """
            SELECT relname = 'store' FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
            WHERE nspname = ? AND relkind IN ('r', 'v', 'm', 'p')
            """,
            [.text(address.schema)]
        )
        if tables.count == 0 { return nil }
        guard (0..<tables.count).contains(where: { tables.integer($0, 0) != 0 }) else {
            throw StoreError(path: address.shown, .foreign)
        }
        let versions = try connection.ask("SELECT CAST(max(version) AS BIGINT) FROM store")
        return versions.count == 0 ? nil : Int(versions.integer(0, 0))
    }

    /// Words are compared by their bytes, as in SQLite.
    ///
    /// A block is rewritten by nearly every batch, so that its page is left room for a newer copy beside it, to which no
    /// index has to point.
    private static let first = """
        CREATE TABLE store (version BIGINT NOT NULL, writers BIGINT NOT NULL DEFAULT 0);

        CREATE TABLE devices (
            id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
            owner TEXT COLLATE "C" NOT NULL CHECK (length(owner) BETWEEN 1 AND 64),
            device TEXT COLLATE "C" NOT NULL CHECK (length(device) BETWEEN 1 AND 64),
            kind TEXT NOT NULL CHECK (kind IN ('tracker', 'phone')),
            item TEXT CHECK (item <> ''),
            warning_m DOUBLE PRECISION CHECK (warning_m > 0),
            critical_m DOUBLE PRECISION CHECK (critical_m > warning_m),
            created_ms BIGINT NOT NULL,
            clock_ahead_ms BIGINT,
            http_ms BIGINT,
            UNIQUE (owner, device),
            CHECK ((warning_m IS NULL) = (critical_m IS NULL))
        );

        CREATE TABLE device_documents (
            device_id BIGINT NOT NULL REFERENCES devices (id),
            kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 32),
            payload BYTEA NOT NULL,
            updated_ms BIGINT NOT NULL,
            PRIMARY KEY (device_id, kind)
        ) WITH (fillfactor = 70);

        CREATE TABLE fix_contexts (
            id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
            mode TEXT CHECK (mode IN ('bluetooth', 'cellular', 'off')),
            source TEXT CHECK (source IN ('gnss', 'cell', 'last-known')),
            "trigger" TEXT CHECK (length("trigger") BETWEEN 1 AND 64),
            connection TEXT CHECK (length(connection) BETWEEN 1 AND 64),
            gateway TEXT CHECK (length(gateway) BETWEEN 1 AND 64),
            kept TEXT CHECK (length(kept) BETWEEN 2 AND 64)
        );

        CREATE UNIQUE INDEX fix_contexts_once ON fix_contexts (
            coalesce(mode, ''), coalesce(source, ''), coalesce("trigger", ''), coalesce(connection, ''),
            coalesce(gateway, ''), coalesce(kept, '')
        );

        CREATE TABLE fix_blocks (
            id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
            device_id BIGINT NOT NULL REFERENCES devices (id),
            first_ms BIGINT NOT NULL,
            last_ms BIGINT NOT NULL CHECK (last_ms >= first_ms),
            fixes BIGINT NOT NULL CHECK (fixes > 0),
            data BYTEA NOT NULL CHECK (length(data) >= 4 * fixes),
            UNIQUE (device_id, first_ms)
        ) WITH (fillfactor = 70);

        CREATE TABLE fix_extras (
            device_id BIGINT NOT NULL REFERENCES devices (id),
            time_ms BIGINT NOT NULL,
            boot BIGINT NOT NULL CHECK (boot BETWEEN 0 AND 4294967295),
            seq BIGINT NOT NULL CHECK (seq BETWEEN 0 AND 4294967295),
            lat_e7 BIGINT NOT NULL CHECK (lat_e7 BETWEEN -900000000 AND 900000000),
            lon_e7 BIGINT NOT NULL CHECK (lon_e7 BETWEEN -1800000000 AND 1800000000),
            json BYTEA NOT NULL,
            PRIMARY KEY (device_id, time_ms, boot, seq, lat_e7, lon_e7)
        );

        CREATE TABLE received (
            device_id BIGINT NOT NULL REFERENCES devices (id),
            boot BIGINT NOT NULL CHECK (boot BETWEEN 0 AND 4294967295),
            first BIGINT NOT NULL CHECK (first >= 0),
            last BIGINT NOT NULL CHECK (last BETWEEN first AND 4294967295),
            PRIMARY KEY (device_id, boot, first)
        ) WITH (fillfactor = 70);

        CREATE TABLE quarantine (
            id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
            received_ms BIGINT NOT NULL,
            topic TEXT COLLATE "C" NOT NULL,
            payload BYTEA NOT NULL CHECK (length(payload) <= 4096),
            size BIGINT NOT NULL CHECK (size >= length(payload)),
            reason TEXT NOT NULL,
            sentence TEXT NOT NULL
        );

        CREATE TABLE counters (name TEXT PRIMARY KEY, value BIGINT NOT NULL CHECK (value >= 0)) WITH (fillfactor = 50);

        CREATE TABLE outbox (
            id TEXT COLLATE "C" PRIMARY KEY,
            device_id BIGINT NOT NULL REFERENCES devices (id),
            topic TEXT NOT NULL,
            payload BYTEA NOT NULL,
            retained BIGINT NOT NULL CHECK (retained IN (0, 1)),
            created_ms BIGINT NOT NULL,
            sent_ms BIGINT
        );

        CREATE INDEX outbox_pending ON outbox (id) WHERE sent_ms IS NULL;

        CREATE TABLE place_events (
            id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
            device_id BIGINT NOT NULL REFERENCES devices (id),
            time_ms BIGINT NOT NULL,
            event TEXT NOT NULL CHECK (event IN ('enter', 'leave', 'waypoint')),
            place TEXT NOT NULL,
            lat_e7 BIGINT CHECK (lat_e7 BETWEEN -900000000 AND 900000000),
            lon_e7 BIGINT CHECK (lon_e7 BETWEEN -1800000000 AND 1800000000),
            payload BYTEA NOT NULL,
            CHECK ((lat_e7 IS NULL) = (lon_e7 IS NULL))
        );

        -- What phones call a place may be longer than an index takes.
        CREATE UNIQUE INDEX place_events_once ON place_events (device_id, time_ms, event, md5(place));

        CREATE TABLE alert_states (device_id BIGINT PRIMARY KEY REFERENCES devices (id), state BYTEA NOT NULL)
            WITH (fillfactor = 50);

        CREATE TABLE alerts (
            id TEXT COLLATE "C" PRIMARY KEY,
            device_id BIGINT NOT NULL REFERENCES devices (id),
            event TEXT NOT NULL CHECK (event IN ('raised', 'escalated', 'eased', 'cleared')),
            level TEXT NOT NULL CHECK (level IN ('none', 'warning', 'critical')),
            previous TEXT NOT NULL CHECK (previous IN ('none', 'warning', 'critical')),
            threshold_m DOUBLE PRECISION NOT NULL,
            distance_m DOUBLE PRECISION NOT NULL,
            confidence DOUBLE PRECISION NOT NULL CHECK (confidence BETWEEN 0 AND 1),
            time_ms BIGINT NOT NULL,
            episode TEXT COLLATE "C" NOT NULL,
            payload BYTEA,
            evidence BYTEA
        );

        CREATE INDEX alerts_of_device ON alerts (device_id, time_ms);

        CREATE TABLE photos (
            device_id BIGINT PRIMARY KEY REFERENCES devices (id),
            type TEXT NOT NULL CHECK (type IN ('image/jpeg', 'image/png', 'image/webp')),
            data BYTEA NOT NULL,
            updated_ms BIGINT NOT NULL
        );

        CREATE TABLE retention (
            device_id BIGINT PRIMARY KEY REFERENCES devices (id),
            keep_ms BIGINT CHECK (keep_ms > 0),
            keep_fixes BIGINT CHECK (keep_fixes > 0)
        );

        CREATE TABLE deletions (
            owner TEXT COLLATE "C" NOT NULL CHECK (length(owner) BETWEEN 1 AND 64),
            device TEXT COLLATE "C" NOT NULL CHECK (length(device) BETWEEN 1 AND 64),
            asked_ms BIGINT NOT NULL,
            version BIGINT NOT NULL CHECK (version >= 0),
            PRIMARY KEY (owner, device)
        );

        CREATE TABLE phone_commands (
            id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
            device_id BIGINT NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
            received_ms BIGINT NOT NULL,
            payload BYTEA NOT NULL CHECK (length(payload) BETWEEN 2 AND 8192)
        );

        CREATE INDEX phone_commands_of_device ON phone_commands (device_id, id);

        CREATE TABLE erased (erasure BIGINT PRIMARY KEY, asked_ms BIGINT NOT NULL);
        """
}
