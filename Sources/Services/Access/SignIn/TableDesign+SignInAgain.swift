internal import Store

extension TableDesign {
    /// Version 6: what the file has with its version 13.
    static let signInAgain = """
        DROP INDEX accounts_by_mail;
        CREATE UNIQUE INDEX accounts_by_mail ON accounts (mail_key)
            WHERE mail_key IS NOT NULL AND verified_ms IS NOT NULL;
        CREATE INDEX accounts_waiting ON accounts (mail_key, created_ms) WHERE verified_ms IS NULL;
        """
}
