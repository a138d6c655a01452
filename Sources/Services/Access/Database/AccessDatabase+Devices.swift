extension AccessDatabase {
    /// Version 4: devices that somebody has logged in from, and an audit that strangers cannot flush.
    ///
    /// What strangers typed as a name was kept whole before, and could be of any length.
    static let knownDevices = """

        CREATE TABLE known_devices (
            hash BLOB PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            account TEXT NOT NULL REFERENCES accounts (name) ON DELETE CASCADE,
            created_ms INTEGER NOT NULL,
            used_ms INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        ALTER TABLE audit ADD COLUMN room INTEGER NOT NULL DEFAULT 0 CHECK (room BETWEEN 0 AND 2);
        ALTER TABLE audit ADD COLUMN count INTEGER NOT NULL DEFAULT 1 CHECK (count > 0);
        ALTER TABLE audit ADD COLUMN last_ms INTEGER;

        UPDATE audit SET account = NULL WHERE length(CAST(account AS BLOB)) > 64;
        UPDATE audit SET room = CASE WHEN account IN (SELECT name FROM accounts) THEN 1 ELSE 2 END
            WHERE event IN ('refused', 'locked');
        DELETE FROM lockouts WHERE length(CAST(subject AS BLOB)) > 80;

        CREATE INDEX audit_by_room ON audit (room, id);
        CREATE INDEX audit_of_locked ON audit (source, account, id) WHERE event = 'locked';
        """
}
