extension Schema.Migration {
    /// Version 1: all tables.
    ///
    /// Times are milliseconds since 1970 UTC, coordinates whole units of 1e-7 degrees.
    static let first = Schema.Migration(name: "first tables", sql: devices + fixes + messages + results)

    private static let devices = """
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

        """

    /// The fixes of a device, packed by tens in the order of (time, boot, sequence, latitude, longitude).
    ///
    /// A block holds the fixes from its `first_ms` to before the next block's, so each fix has exactly one place and
    /// a second copy is found there. One row a fix took 50 bytes (every column has a header byte, every row a length
    /// and a pointer, and pages that grow in the middle of the tree stay a fifth empty); blocks take about 17.
    /// `fix_blocks` has row ids in the order of creation, so that the newest blocks of many devices, which every
    /// batch rewrites, share pages. What a fix says in words is in `fix_contexts`, once for each combination.
    private static let fixes = """
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

        """

    private static let messages = """
        CREATE TABLE quarantine (
            id INTEGER PRIMARY KEY,
            received_ms INTEGER NOT NULL,
            topic TEXT NOT NULL,
            payload BLOB NOT NULL CHECK (length(payload) <= 4096),
            size INTEGER NOT NULL CHECK (size >= length(payload)),
            reason TEXT NOT NULL,
            sentence TEXT NOT NULL
        ) STRICT;

        CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL CHECK (value >= 0)) STRICT, WITHOUT ROWID;

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

        """

    private static let results = """
        CREATE TABLE alert_states (device_id INTEGER PRIMARY KEY REFERENCES devices (id), state BLOB NOT NULL) STRICT;

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
        """
}
