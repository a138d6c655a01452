internal import Store

extension TableDesign {
    /// Version 5: what the file has with its version 10.
    static let mail = """
        ALTER TABLE accounts
            ADD COLUMN mail TEXT,
            ADD COLUMN mail_key TEXT COLLATE "C",
            ADD COLUMN language TEXT,
            ADD COLUMN verified_ms BIGINT,
            ADD COLUMN deactivated_ms BIGINT;
        UPDATE accounts SET verified_ms = created_ms;
        CREATE UNIQUE INDEX accounts_by_mail ON accounts (mail_key) WHERE mail_key IS NOT NULL;

        CREATE TABLE mail_links (
            hash BYTEA PRIMARY KEY,
            kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('verify', 'recover', 'invite', 'reactivate')),
            account TEXT COLLATE "C" NOT NULL REFERENCES accounts (name) ON DELETE CASCADE,
            mail TEXT,
            created_ms BIGINT NOT NULL,
            expires_ms BIGINT NOT NULL,
            used_ms BIGINT
        );
        CREATE INDEX mail_links_by_account ON mail_links (account, kind);

        CREATE TABLE identities (
            issuer TEXT COLLATE "C" NOT NULL,
            subject TEXT COLLATE "C" NOT NULL,
            account TEXT COLLATE "C" NOT NULL REFERENCES accounts (name) ON DELETE CASCADE,
            created_ms BIGINT NOT NULL,
            used_ms BIGINT,
            PRIMARY KEY (issuer, subject)
        );
        CREATE INDEX identities_by_account ON identities (account);

        CREATE TABLE mail_counts (
            subject TEXT COLLATE "C" PRIMARY KEY,
            count BIGINT NOT NULL,
            since_ms BIGINT NOT NULL
        );
        """
}
