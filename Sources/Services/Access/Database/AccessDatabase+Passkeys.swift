extension AccessDatabase {
    /// Version 3: the site that a passkey was made for, and secrets that the service keeps for itself.
    ///
    /// A passkey of before has none, and takes that of its next use.
    static let passkeySites = """

        ALTER TABLE passkeys ADD COLUMN site TEXT;

        CREATE TABLE secrets (name TEXT PRIMARY KEY, secret TEXT NOT NULL) STRICT, WITHOUT ROWID;
        """
}
