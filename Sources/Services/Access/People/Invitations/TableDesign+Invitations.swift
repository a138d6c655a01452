internal import Store

extension TableDesign {
    /// What the file has with its version 12.
    static let invitations = """
        CREATE TABLE person_invitations (
            hash BYTEA PRIMARY KEY REFERENCES mail_links (hash) ON DELETE CASCADE,
            id TEXT COLLATE "C" NOT NULL UNIQUE,
            level TEXT NOT NULL,
            group_id TEXT COLLATE "C" REFERENCES user_groups (id) ON DELETE SET NULL
        );
        CREATE INDEX person_invitations_by_group ON person_invitations (group_id);
        """
}
