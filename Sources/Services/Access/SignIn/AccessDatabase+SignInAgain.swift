extension AccessDatabase {
    /// Version 13: an address is held only by the account that it was shown to be the owner's of.
    ///
    /// Notices have numbers that
    /// only rise, also where all of an account are gone. A share is of the item that there is, and of no later one of the name. Who was
    /// told of an invitation to a group is not told again for a while.
    ///
    /// Who had registered before, and not shown that the address is theirs, waits for it like any other from here on. Shares of
    /// before are of the item that there is when they are looked at next.
    static let signInAgain = """

        DROP INDEX accounts_by_mail;
        CREATE UNIQUE INDEX accounts_by_mail ON accounts (mail_key)
            WHERE mail_key IS NOT NULL AND verified_ms IS NOT NULL;
        CREATE INDEX accounts_waiting ON accounts (mail_key, created_ms) WHERE verified_ms IS NULL;

        ALTER TABLE accounts ADD COLUMN newest_notice INTEGER NOT NULL DEFAULT 0;
        UPDATE accounts SET newest_notice = coalesce((SELECT max(id) FROM notices WHERE account = accounts.name), 0);

        ALTER TABLE contact_shares ADD COLUMN item_created_ms INTEGER;
        ALTER TABLE group_shares ADD COLUMN item_created_ms INTEGER;

        -- What stands for an address that was written to; for a week.
        ALTER TABLE person_invitations ADD COLUMN place BLOB;

        CREATE TABLE told_invitations (
            -- Also of a group that is deleted since: whoever makes another is to tell nobody more often.
            group_id TEXT NOT NULL,
            account TEXT NOT NULL REFERENCES accounts (name) ON DELETE CASCADE,
            inviter TEXT NOT NULL REFERENCES accounts (name) ON DELETE CASCADE,
            told_ms INTEGER NOT NULL,
            PRIMARY KEY (group_id, account)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX told_invitations_by_account ON told_invitations (account);
        CREATE INDEX told_invitations_by_inviter ON told_invitations (inviter, told_ms);
        """
}
