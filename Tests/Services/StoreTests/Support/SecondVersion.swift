/// The tables as the second version made them, with something in each; never to be changed.
enum SecondVersion {
    static let script = """
        CREATE TABLE devices (
            id INTEGER PRIMARY KEY,
            owner TEXT NOT NULL CHECK (length(owner) BETWEEN 1 AND 64),
            device TEXT NOT NULL CHECK (length(device) BETWEEN 1 AND 64),
            kind TEXT NOT NULL CHECK (kind IN ('tracker', 'phone')),
            item TEXT CHECK (item <> ''),
            warning_m REAL CHECK (warning_m > 0),
            critical_m REAL CHECK (critical_m > warning_m),
            created_ms INTEGER NOT NULL,
            UNIQUE (owner, device),
            CHECK ((warning_m IS NULL) = (critical_m IS NULL))
        ) STRICT;

        CREATE TABLE device_documents (
            device_id INTEGER NOT NULL REFERENCES devices (id),
            kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 32),
            payload BLOB NOT NULL,
            updated_ms INTEGER NOT NULL,
            PRIMARY KEY (device_id, kind)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE fix_contexts (
            id INTEGER PRIMARY KEY,
            mode TEXT CHECK (mode IN ('bluetooth', 'cellular', 'off')),
            source TEXT CHECK (source IN ('gnss', 'cell', 'last-known')),
            "trigger" TEXT CHECK (length("trigger") BETWEEN 1 AND 64),
            connection TEXT CHECK (length(connection) BETWEEN 1 AND 64),
            gateway TEXT CHECK (length(gateway) BETWEEN 1 AND 64)
        ) STRICT;

        CREATE UNIQUE INDEX fix_contexts_once ON fix_contexts (
            ifnull(mode, ''), ifnull(source, ''), ifnull("trigger", ''), ifnull(connection, ''), ifnull(gateway, '')
        );

        CREATE TABLE fix_blocks (
            id INTEGER PRIMARY KEY,
            device_id INTEGER NOT NULL REFERENCES devices (id),
            first_ms INTEGER NOT NULL,
            last_ms INTEGER NOT NULL CHECK (last_ms >= first_ms),
            fixes INTEGER NOT NULL CHECK (fixes > 0),
            data BLOB NOT NULL CHECK (length(data) >= 4 * fixes),
            UNIQUE (device_id, first_ms)
        ) STRICT;

        CREATE TABLE fix_extras (
            device_id INTEGER NOT NULL REFERENCES devices (id),
            time_ms INTEGER NOT NULL,
            boot INTEGER NOT NULL CHECK (boot BETWEEN 0 AND 4294967295),
            seq INTEGER NOT NULL CHECK (seq BETWEEN 0 AND 4294967295),
            lat_e7 INTEGER NOT NULL CHECK (lat_e7 BETWEEN -900000000 AND 900000000),
            lon_e7 INTEGER NOT NULL CHECK (lon_e7 BETWEEN -1800000000 AND 1800000000),
            json BLOB NOT NULL,
            PRIMARY KEY (device_id, time_ms, boot, seq, lat_e7, lon_e7)
        ) STRICT, WITHOUT ROWID;

        -- The sequence numbers that have come, as ranges that neither meet nor overlap.
        CREATE TABLE received (
            device_id INTEGER NOT NULL REFERENCES devices (id),
            boot INTEGER NOT NULL CHECK (boot BETWEEN 0 AND 4294967295),
            first INTEGER NOT NULL CHECK (first >= 0),
            last INTEGER NOT NULL CHECK (last BETWEEN first AND 4294967295),
            PRIMARY KEY (device_id, boot, first)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE quarantine (
            id INTEGER PRIMARY KEY,
            received_ms INTEGER NOT NULL,
            topic TEXT NOT NULL,
            payload BLOB NOT NULL CHECK (length(payload) <= 4096),
            size INTEGER NOT NULL CHECK (size >= length(payload)),
            reason TEXT NOT NULL,
            sentence TEXT NOT NULL
        ) STRICT;

        CREATE TABLE counters (
            name TEXT PRIMARY KEY,
            value INTEGER NOT NULL CHECK (value >= 0)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE outbox (
            id TEXT PRIMARY KEY,
            device_id INTEGER NOT NULL REFERENCES devices (id),
            topic TEXT NOT NULL,
            payload BLOB NOT NULL,
            retained INTEGER NOT NULL CHECK (retained IN (0, 1)),
            created_ms INTEGER NOT NULL,
            sent_ms INTEGER
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX outbox_pending ON outbox (id) WHERE sent_ms IS NULL;

        CREATE TABLE place_events (
            id INTEGER PRIMARY KEY,
            device_id INTEGER NOT NULL REFERENCES devices (id),
            time_ms INTEGER NOT NULL,
            event TEXT NOT NULL CHECK (event IN ('enter', 'leave', 'waypoint')),
            place TEXT NOT NULL,
            lat_e7 INTEGER CHECK (lat_e7 BETWEEN -900000000 AND 900000000),
            lon_e7 INTEGER CHECK (lon_e7 BETWEEN -1800000000 AND 1800000000),
            payload BLOB NOT NULL,
            UNIQUE (device_id, time_ms, event, place),
            CHECK ((lat_e7 IS NULL) = (lon_e7 IS NULL))
        ) STRICT;

        CREATE TABLE alert_states (
            device_id INTEGER PRIMARY KEY REFERENCES devices (id),
            state BLOB NOT NULL
        ) STRICT;

        CREATE TABLE alerts (
            id TEXT PRIMARY KEY,
            device_id INTEGER NOT NULL REFERENCES devices (id),
            event TEXT NOT NULL CHECK (event IN ('raised', 'escalated', 'eased', 'cleared')),
            level TEXT NOT NULL CHECK (level IN ('none', 'warning', 'critical')),
            previous TEXT NOT NULL CHECK (previous IN ('none', 'warning', 'critical')),
            threshold_m REAL NOT NULL,
            distance_m REAL NOT NULL,
            confidence REAL NOT NULL CHECK (confidence BETWEEN 0 AND 1),
            time_ms INTEGER NOT NULL,
            episode TEXT NOT NULL,
            payload BLOB
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX alerts_of_device ON alerts (device_id, time_ms);

        ALTER TABLE alerts ADD COLUMN evidence BLOB;
        INSERT INTO devices VALUES (1, 'anna', 'keys', 'tracker', 'keys', 5.0, 10.0, 1735689600120);
        INSERT INTO devices VALUES (2, 'anna', 'phone', 'phone', NULL, NULL, NULL, 1735689600120);
        INSERT INTO device_documents VALUES (1, 'desired', x'7b226d6f6465223a22626c7565746f6f7468227d', 1735689600000);
        INSERT INTO device_documents VALUES (1, 'rules', x'7b7d', 1735689600001);
        INSERT INTO fix_contexts VALUES (1, 'cellular', 'gnss', 'p', 'm', NULL);
        INSERT INTO fix_contexts VALUES (7, NULL, NULL, NULL, NULL, 'pocket');
        INSERT INTO fix_blocks VALUES (
            1, 1, 1735689600000, 1735689600000, 1, x'c20380f2d5cb03ffbab99b0102025ba10102f001'
        );
        INSERT INTO received VALUES (1, 1, 1, 1);
        INSERT INTO received VALUES (1, 1, 5, 4294967295);
        INSERT INTO received VALUES (1, 4294967295, 0, 3);
        INSERT INTO quarantine VALUES (1, 1735689600500, 'owntracks/anna/keys', x'7b7d', 2, 'missing', '_type: a word is expected');
        INSERT INTO counters VALUES ('stored', 1);
        INSERT INTO counters VALUES ('quarantined.missing', 1);
        INSERT INTO outbox VALUES ('01-1', 1, 'tagalong/alerts/anna/keys', x'7b7d', 0, 1735689600000, 1735689600100);
        INSERT INTO outbox VALUES ('01-2', 1, 'tagalong/alerts/anna/keys', x'7b227d', 1, 1735689600200, NULL);
        INSERT INTO place_events VALUES (3, 2, 1735689600000, 'enter', 'Home', 482000000, -163000000, x'7b7d');
        INSERT INTO place_events VALUES (4, 2, 1735689700000, 'leave', 'Home', NULL, NULL, x'7b7d');
        INSERT INTO alert_states VALUES (1, x'7265636f7264');
        INSERT INTO alerts VALUES ('01-1', 1, 'raised', 'warning', 'none', 5.0, 6.25, 0.97, 1735689600000, '01-1', x'7b7d', x'7b226576223a317d');
        INSERT INTO alerts VALUES ('01-2', 1, 'cleared', 'none', 'warning', 5.0, 1.5, 0.99, 1735689600200, '01-1', NULL, NULL);
        """
}
