internal import Store

extension TableDesign {
    /// Version 6: what the file has with its version 11.
    static let foundPages = """
        CREATE TABLE found_pages (
            id TEXT COLLATE "C" PRIMARY KEY,
            hash BYTEA NOT NULL UNIQUE,
            code TEXT COLLATE "C" NOT NULL,
            owner TEXT COLLATE "C" NOT NULL,
            tracker TEXT COLLATE "C" NOT NULL,
            item_created_ms BIGINT NOT NULL,
            account TEXT COLLATE "C" NOT NULL REFERENCES accounts (name) ON DELETE CASCADE,
            message TEXT NOT NULL,
            photo BIGINT NOT NULL CHECK (photo IN (0, 1)),
            section TEXT COLLATE "C" CHECK (section IN ('public', 'personal', 'work', 'school')),
            created_ms BIGINT NOT NULL,
            code_ms BIGINT NOT NULL,
            UNIQUE (account, owner, tracker)
        );
        CREATE INDEX found_pages_by_owner ON found_pages (owner);

        CREATE TABLE finder_messages (
            id BIGINT PRIMARY KEY,
            page TEXT COLLATE "C" NOT NULL REFERENCES found_pages (id) ON DELETE CASCADE,
            time_ms BIGINT NOT NULL,
            text TEXT NOT NULL,
            contact TEXT NOT NULL,
            lat_e7 BIGINT CHECK (lat_e7 BETWEEN -900000000 AND 900000000),
            lon_e7 BIGINT CHECK (lon_e7 BETWEEN -1800000000 AND 1800000000),
            accuracy_m BIGINT CHECK (accuracy_m >= 0),
            CHECK ((lat_e7 IS NULL) = (lon_e7 IS NULL) AND (lat_e7 IS NULL) = (accuracy_m IS NULL))
        );
        CREATE INDEX finder_messages_by_page ON finder_messages (page, id);

        ALTER TABLE notices ADD COLUMN message BIGINT REFERENCES finder_messages (id) ON DELETE CASCADE;
        CREATE INDEX notices_by_message ON notices (message) WHERE message IS NOT NULL;
        """
}
