extension Schema.Migration {
    /// When a phone last spoke over HTTP, and what it is to be told when it does again.
    static let phones = """

        ALTER TABLE devices ADD COLUMN http_ms INTEGER;

        CREATE TABLE phone_commands (
            id INTEGER PRIMARY KEY,
            device_id INTEGER NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
            received_ms INTEGER NOT NULL,
            payload BLOB NOT NULL CHECK (length(payload) BETWEEN 2 AND 8192)
        ) STRICT;

        CREATE INDEX phone_commands_of_device ON phone_commands (device_id, id);
        """
}
