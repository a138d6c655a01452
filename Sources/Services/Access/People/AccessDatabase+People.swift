extension AccessDatabase {
    /// Version 9: what people tell of themselves, whom they know, their groups, what they share, and their inboxes.
    ///
    /// Rows that follow from others refer to them: what somebody shares with a contact goes with the connection, and what
    /// is shared with a group with the membership of who shares it. The index of what may be found has no content of its
    /// own; triggers keep it.
    static let people = """

        CREATE TABLE profiles (
            account TEXT PRIMARY KEY REFERENCES accounts (name) ON DELETE CASCADE,
            name TEXT NOT NULL,
            town TEXT NOT NULL,
            school TEXT NOT NULL,
            employer TEXT NOT NULL,
            shown TEXT NOT NULL,
            updated_ms INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE profile_entries (
            account TEXT NOT NULL REFERENCES profiles (account) ON DELETE CASCADE,
            place INTEGER NOT NULL,
            section TEXT NOT NULL CHECK (section IN ('personal', 'work', 'school')),
            kind TEXT NOT NULL CHECK (kind IN ('phone', 'address', 'mail')),
            label TEXT NOT NULL,
            value TEXT NOT NULL,
            PRIMARY KEY (account, place)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX profile_entries_by_mail ON profile_entries (lower(value)) WHERE kind = 'mail';

        CREATE TABLE contacts (
            account TEXT NOT NULL REFERENCES accounts (name) ON DELETE CASCADE,
            other TEXT NOT NULL REFERENCES accounts (name) ON DELETE CASCADE,
            level TEXT NOT NULL,
            since_ms INTEGER NOT NULL,
            PRIMARY KEY (account, other),
            CHECK (account <> other)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX contacts_by_other ON contacts (other);

        CREATE TABLE contact_requests (
            asker TEXT NOT NULL REFERENCES accounts (name) ON DELETE CASCADE,
            asked TEXT NOT NULL REFERENCES accounts (name) ON DELETE CASCADE,
            grants TEXT NOT NULL,
            wants TEXT NOT NULL,
            asked_ms INTEGER NOT NULL,
            rejected_ms INTEGER,
            withdrawn_ms INTEGER,
            PRIMARY KEY (asker, asked),
            CHECK (asker <> asked)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX contact_requests_by_asked ON contact_requests (asked);

        CREATE TABLE user_groups (
            id TEXT PRIMARY KEY,
            name TEXT NOT NULL,
            description TEXT NOT NULL,
            open INTEGER NOT NULL CHECK (open IN (0, 1)),
            creator TEXT REFERENCES accounts (name) ON DELETE SET NULL,
            created_ms INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX user_groups_by_creator ON user_groups (creator);

        CREATE TABLE group_members (
            group_id TEXT NOT NULL REFERENCES user_groups (id) ON DELETE CASCADE,
            account TEXT NOT NULL REFERENCES accounts (name) ON DELETE CASCADE,
            admin INTEGER NOT NULL CHECK (admin IN (0, 1)),
            level TEXT NOT NULL,
            joined_ms INTEGER NOT NULL,
            PRIMARY KEY (group_id, account)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX group_members_by_account ON group_members (account);

        CREATE TABLE group_invitations (
            group_id TEXT NOT NULL REFERENCES user_groups (id) ON DELETE CASCADE,
            account TEXT NOT NULL REFERENCES accounts (name) ON DELETE CASCADE,
            inviter TEXT NOT NULL REFERENCES accounts (name) ON DELETE CASCADE,
            invited_ms INTEGER NOT NULL,
            PRIMARY KEY (group_id, account)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX group_invitations_by_account ON group_invitations (account);
        CREATE INDEX group_invitations_by_inviter ON group_invitations (inviter);

        CREATE TABLE contact_shares (
            giver TEXT NOT NULL,
            account TEXT NOT NULL,
            owner TEXT NOT NULL,
            tracker TEXT NOT NULL,
            "right" TEXT NOT NULL CHECK ("right" IN ('last', 'history', 'command')),
            by_area INTEGER NOT NULL CHECK (by_area IN (0, 1)),
            created_ms INTEGER NOT NULL,
            PRIMARY KEY (giver, account, owner, tracker),
            FOREIGN KEY (giver, account) REFERENCES contacts (account, other) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX contact_shares_by_account ON contact_shares (account);

        CREATE TABLE group_shares (
            giver TEXT NOT NULL,
            group_id TEXT NOT NULL,
            owner TEXT NOT NULL,
            tracker TEXT NOT NULL,
            "right" TEXT NOT NULL CHECK ("right" IN ('last', 'history', 'command')),
            by_area INTEGER NOT NULL CHECK (by_area IN (0, 1)),
            created_ms INTEGER NOT NULL,
            PRIMARY KEY (group_id, giver, owner, tracker),
            FOREIGN KEY (group_id, giver) REFERENCES group_members (group_id, account) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE pictures (
            account TEXT UNIQUE REFERENCES accounts (name) ON DELETE CASCADE,
            group_id TEXT UNIQUE REFERENCES user_groups (id) ON DELETE CASCADE,
            kind TEXT NOT NULL,
            updated_ms INTEGER NOT NULL,
            data BLOB NOT NULL,
            CHECK ((account IS NULL) <> (group_id IS NULL))
        ) STRICT;

        CREATE TABLE notices (
            id INTEGER PRIMARY KEY,
            account TEXT NOT NULL REFERENCES accounts (name) ON DELETE CASCADE,
            kind TEXT NOT NULL,
            time_ms INTEGER NOT NULL,
            about TEXT REFERENCES accounts (name) ON DELETE CASCADE,
            group_id TEXT REFERENCES user_groups (id) ON DELETE CASCADE,
            owner TEXT,
            tracker TEXT,
            text TEXT NOT NULL,
            read_ms INTEGER
        ) STRICT;
        CREATE INDEX notices_by_account ON notices (account, id);
        CREATE INDEX notices_by_about ON notices (about);
        CREATE INDEX notices_by_group ON notices (group_id);

        CREATE TABLE silenced (
            account TEXT NOT NULL REFERENCES accounts (name) ON DELETE CASCADE,
            kind TEXT NOT NULL,
            PRIMARY KEY (account, kind)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE found (
            id INTEGER PRIMARY KEY,
            account TEXT UNIQUE REFERENCES accounts (name) ON DELETE CASCADE,
            group_id TEXT UNIQUE REFERENCES user_groups (id) ON DELETE CASCADE,
            name TEXT NOT NULL,
            more TEXT NOT NULL,
            CHECK ((account IS NULL) <> (group_id IS NULL))
        ) STRICT;
        CREATE VIRTUAL TABLE found_words USING fts5 (
            name, more, content = 'found', content_rowid = 'id',
            tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
        );
        CREATE TRIGGER found_added AFTER INSERT ON found BEGIN
            INSERT INTO found_words (rowid, name, more) VALUES (new.id, new.name, new.more);
        END;
        CREATE TRIGGER found_removed AFTER DELETE ON found BEGIN
            INSERT INTO found_words (found_words, rowid, name, more) VALUES ('delete', old.id, old.name, old.more);
        END;
        CREATE TRIGGER found_changed AFTER UPDATE ON found BEGIN
            INSERT INTO found_words (found_words, rowid, name, more) VALUES ('delete', old.id, old.name, old.more);
            INSERT INTO found_words (rowid, name, more) VALUES (new.id, new.name, new.more);
        END;
        """
}
