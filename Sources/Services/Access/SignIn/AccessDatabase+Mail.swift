extension AccessDatabase {
    /// Version 10: how people sign in by mail and by OpenID Connect: their addresses, links that prove them, the identities
    /// of other sites, and how many mails were asked for lately.
    ///
    /// Who has an account already was let in by who keeps them, and needs to prove nothing. Of a link only the hash is
    /// kept, and of an address that mails were asked for, what stands for it.
    static let mail = """

        ALTER TABLE accounts ADD COLUMN mail TEXT;
        ALTER TABLE accounts ADD COLUMN mail_key TEXT;
        ALTER TABLE accounts ADD COLUMN language TEXT;
        ALTER TABLE accounts ADD COLUMN verified_ms INTEGER;
        ALTER TABLE accounts ADD COLUMN deactivated_ms INTEGER;
        UPDATE accounts SET verified_ms = created_ms;
        CREATE UNIQUE INDEX accounts_by_mail ON accounts (mail_key) WHERE mail_key IS NOT NULL;

        CREATE TABLE mail_links (
            hash BLOB PRIMARY KEY,
            kind TEXT NOT NULL CHECK (kind IN ('verify', 'recover', 'invite', 'reactivate')),
            -- Whose it is; of an invitation, who invites.
            account TEXT NOT NULL REFERENCES accounts (name) ON DELETE CASCADE,
            mail TEXT,
            created_ms INTEGER NOT NULL,
            expires_ms INTEGER NOT NULL,
            used_ms INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX mail_links_by_account ON mail_links (account, kind);

        CREATE TABLE identities (
            issuer TEXT NOT NULL,
            subject TEXT NOT NULL,
            account TEXT NOT NULL REFERENCES accounts (name) ON DELETE CASCADE,
            created_ms INTEGER NOT NULL,
            used_ms INTEGER,
            PRIMARY KEY (issuer, subject)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX identities_by_account ON identities (account);

        CREATE TABLE mail_counts (
            subject TEXT PRIMARY KEY, count INTEGER NOT NULL, since_ms INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}
