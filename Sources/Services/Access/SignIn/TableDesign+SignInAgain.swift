internal import Store

extension TableDesign {
    /// Version 6: what the file has with its version 13.
    static let signInAgain = """
        DROP INDEX accounts_by_mail;
        CREATE UNIQUE INDEX accounts_by_mail ON accounts (mail_key)
            WHERE mail_key IS NOT NULL AND verified_ms IS NOT NULL;
        CREATE INDEX accounts_waiting ON accounts (mail_key, created_ms) WHERE verified_ms IS NULL;

        ALTER TABLE accounts ADD COLUMN newest_notice BIGINT NOT NULL DEFAULT 0;
        UPDATE accounts SET newest_notice = coalesce((SELECT max(id) FROM notices WHERE account = accounts.name), 0);

        ALTER TABLE contact_shares ADD COLUMN item_created_ms BIGINT;
        ALTER TABLE group_shares ADD COLUMN item_created_ms BIGINT;

        ALTER TABLE person_invitations ADD COLUMN place BYTEA;

        CREATE TABLE told_invitations (
            group_id TEXT COLLATE "C" NOT NULL,
            account TEXT COLLATE "C" NOT NULL REFERENCES accounts (name) ON DELETE CASCADE,
            inviter TEXT COLLATE "C" NOT NULL REFERENCES accounts (name) ON DELETE CASCADE,
            told_ms BIGINT NOT NULL,
            PRIMARY KEY (group_id, account)
        );
        CREATE INDEX told_invitations_by_account ON told_invitations (account);
        CREATE INDEX told_invitations_by_inviter ON told_invitations (inviter, told_ms);

        DROP INDEX profile_entries_by_mail;
        CREATE INDEX profile_entries_by_mail ON profile_entries (lower(value COLLATE "C")) WHERE kind = 'mail';
        """
}
