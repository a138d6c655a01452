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
