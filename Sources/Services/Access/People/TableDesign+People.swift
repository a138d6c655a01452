internal import Store

extension TableDesign {
    /// Version 4: what the file has with its version 9; what may be found is looked up by PostgreSQL's own index of words.
    static let people = """
        CREATE TABLE profiles (
            account TEXT COLLATE "C" PRIMARY KEY REFERENCES accounts (name) ON DELETE CASCADE,
            name TEXT NOT NULL,
            town TEXT NOT NULL,
            school TEXT NOT NULL,
            employer TEXT NOT NULL,
            shown TEXT NOT NULL,
            updated_ms BIGINT NOT NULL
        );

        CREATE TABLE profile_entries (
            account TEXT COLLATE "C" NOT NULL REFERENCES profiles (account) ON DELETE CASCADE,
            place BIGINT NOT NULL,
            section TEXT COLLATE "C" NOT NULL CHECK (section IN ('personal', 'work', 'school')),
            kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('phone', 'address', 'mail')),
            label TEXT NOT NULL,
            value TEXT NOT NULL,
            PRIMARY KEY (account, place)
        );
        CREATE INDEX profile_entries_by_mail ON profile_entries (lower(value)) WHERE kind = 'mail';

        CREATE TABLE contacts (
            account TEXT COLLATE "C" NOT NULL REFERENCES accounts (name) ON DELETE CASCADE,
            other TEXT COLLATE "C" NOT NULL REFERENCES accounts (name) ON DELETE CASCADE,
            level TEXT NOT NULL,
            since_ms BIGINT NOT NULL,
            PRIMARY KEY (account, other),
            CHECK (account <> other)
        );
        CREATE INDEX contacts_by_other ON contacts (other);

        CREATE TABLE contact_requests (
            asker TEXT COLLATE "C" NOT NULL REFERENCES accounts (name) ON DELETE CASCADE,
            asked TEXT COLLATE "C" NOT NULL REFERENCES accounts (name) ON DELETE CASCADE,
            grants TEXT NOT NULL,
            wants TEXT NOT NULL,
            asked_ms BIGINT NOT NULL,
            rejected_ms BIGINT,
            withdrawn_ms BIGINT,
            PRIMARY KEY (asker, asked),
            CHECK (asker <> asked)
        );
        CREATE INDEX contact_requests_by_asked ON contact_requests (asked);

        CREATE TABLE user_groups (
            id TEXT COLLATE "C" PRIMARY KEY,
            name TEXT NOT NULL,
            description TEXT NOT NULL,
            open BIGINT NOT NULL CHECK (open IN (0, 1)),
            creator TEXT COLLATE "C" REFERENCES accounts (name) ON DELETE SET NULL,
            created_ms BIGINT NOT NULL
        );
        CREATE INDEX user_groups_by_creator ON user_groups (creator);

        CREATE TABLE group_members (
            group_id TEXT COLLATE "C" NOT NULL REFERENCES user_groups (id) ON DELETE CASCADE,
            account TEXT COLLATE "C" NOT NULL REFERENCES accounts (name) ON DELETE CASCADE,
            admin BIGINT NOT NULL CHECK (admin IN (0, 1)),
            level TEXT NOT NULL,
            joined_ms BIGINT NOT NULL,
            PRIMARY KEY (group_id, account)
        );
        CREATE INDEX group_members_by_account ON group_members (account);

        CREATE TABLE group_invitations (
            group_id TEXT COLLATE "C" NOT NULL REFERENCES user_groups (id) ON DELETE CASCADE,
            account TEXT COLLATE "C" NOT NULL REFERENCES accounts (name) ON DELETE CASCADE,
            inviter TEXT COLLATE "C" NOT NULL REFERENCES accounts (name) ON DELETE CASCADE,
            invited_ms BIGINT NOT NULL,
            PRIMARY KEY (group_id, account)
        );
        CREATE INDEX group_invitations_by_account ON group_invitations (account);
        CREATE INDEX group_invitations_by_inviter ON group_invitations (inviter);

        CREATE TABLE contact_shares (
            giver TEXT COLLATE "C" NOT NULL,
            account TEXT COLLATE "C" NOT NULL,
            owner TEXT COLLATE "C" NOT NULL,
            tracker TEXT COLLATE "C" NOT NULL,
            "right" TEXT NOT NULL CHECK ("right" IN ('last', 'history', 'command')),
            by_area BIGINT NOT NULL CHECK (by_area IN (0, 1)),
            created_ms BIGINT NOT NULL,
            PRIMARY KEY (giver, account, owner, tracker),
            FOREIGN KEY (giver, account) REFERENCES contacts (account, other) ON DELETE CASCADE
        );
        CREATE INDEX contact_shares_by_account ON contact_shares (account);

        CREATE TABLE group_shares (
            giver TEXT COLLATE "C" NOT NULL,
            group_id TEXT COLLATE "C" NOT NULL,
            owner TEXT COLLATE "C" NOT NULL,
            tracker TEXT COLLATE "C" NOT NULL,
            "right" TEXT NOT NULL CHECK ("right" IN ('last', 'history', 'command')),
            by_area BIGINT NOT NULL CHECK (by_area IN (0, 1)),
            created_ms BIGINT NOT NULL,
            PRIMARY KEY (group_id, giver, owner, tracker),
            FOREIGN KEY (group_id, giver) REFERENCES group_members (group_id, account) ON DELETE CASCADE
        );

        CREATE TABLE pictures (
            account TEXT COLLATE "C" UNIQUE REFERENCES accounts (name) ON DELETE CASCADE,
            group_id TEXT COLLATE "C" UNIQUE REFERENCES user_groups (id) ON DELETE CASCADE,
            kind TEXT COLLATE "C" NOT NULL,
            updated_ms BIGINT NOT NULL,
            data BYTEA NOT NULL,
            CHECK ((account IS NULL) <> (group_id IS NULL))
        );

        CREATE TABLE notices (
            id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
            account TEXT COLLATE "C" NOT NULL REFERENCES accounts (name) ON DELETE CASCADE,
            kind TEXT COLLATE "C" NOT NULL,
            time_ms BIGINT NOT NULL,
            about TEXT COLLATE "C" REFERENCES accounts (name) ON DELETE CASCADE,
            group_id TEXT COLLATE "C" REFERENCES user_groups (id) ON DELETE CASCADE,
            owner TEXT COLLATE "C",
            tracker TEXT COLLATE "C",
            text TEXT NOT NULL,
            read_ms BIGINT
        );
        CREATE INDEX notices_by_account ON notices (account, id);
        CREATE INDEX notices_by_about ON notices (about);
        CREATE INDEX notices_by_group ON notices (group_id);

        CREATE TABLE silenced (
            account TEXT COLLATE "C" NOT NULL REFERENCES accounts (name) ON DELETE CASCADE,
            kind TEXT COLLATE "C" NOT NULL,
            PRIMARY KEY (account, kind)
        );

        CREATE TABLE found (
            id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
            account TEXT COLLATE "C" UNIQUE REFERENCES accounts (name) ON DELETE CASCADE,
            group_id TEXT COLLATE "C" UNIQUE REFERENCES user_groups (id) ON DELETE CASCADE,
            name TEXT NOT NULL,
            more TEXT NOT NULL,
            words TSVECTOR GENERATED ALWAYS AS (
                setweight(to_tsvector('simple', name), 'A') || setweight(to_tsvector('simple', more), 'B')) STORED,
            CHECK ((account IS NULL) <> (group_id IS NULL))
        );
        CREATE INDEX found_by_words ON found USING GIN (words);
        """
}
