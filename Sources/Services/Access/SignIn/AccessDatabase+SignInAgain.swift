extension AccessDatabase {
    /// Version 13: an address is held only by the account that it was shown to be the owner's of.
    ///
    /// Who had registered before, and not shown that, waits for it like any other from here on.
    static let signInAgain = """

        DROP INDEX accounts_by_mail;
        CREATE UNIQUE INDEX accounts_by_mail ON accounts (mail_key)
            WHERE mail_key IS NOT NULL AND verified_ms IS NOT NULL;
        CREATE INDEX accounts_waiting ON accounts (mail_key, created_ms) WHERE verified_ms IS NULL;
        """
}
