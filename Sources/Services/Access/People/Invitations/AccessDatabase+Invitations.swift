extension AccessDatabase {
    /// Version 12: what people promise whom they invite by mail, beside the link in the mail.
    ///
    /// Address, inviter and times are those of the link, with which it goes.
    static let invitations = """

        CREATE TABLE person_invitations (
            hash BLOB PRIMARY KEY REFERENCES mail_links (hash) ON DELETE CASCADE,
            id TEXT NOT NULL UNIQUE,
            level TEXT NOT NULL,
            group_id TEXT REFERENCES user_groups (id) ON DELETE SET NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX person_invitations_by_group ON person_invitations (group_id);
        """
}
