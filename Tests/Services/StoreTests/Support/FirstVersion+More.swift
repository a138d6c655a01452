extension FirstVersion {
    /// Something in each of the other tables.
    static let more = """
        INSERT INTO devices VALUES (2, 'anna', 'phone', 'phone', NULL, NULL, NULL, 1735689600120);
        INSERT INTO device_documents VALUES (1, 'desired', x'7b226d6f6465223a22626c7565746f6f7468227d', 1735689600000);
        INSERT INTO device_documents VALUES (1, 'rules', x'7b7d', 1735689600001);
        INSERT INTO fix_contexts VALUES (7, NULL, NULL, NULL, NULL, 'pocket');
        INSERT INTO received VALUES (1, 1, 5, 4294967295);
        INSERT INTO received VALUES (1, 4294967295, 0, 3);
        INSERT INTO quarantine VALUES (1, 1735689600500, 'owntracks/anna/keys', x'7b7d', 2, 'missing', '_type: a word is expected');
        INSERT INTO counters VALUES ('quarantined.missing', 1);
        INSERT INTO outbox VALUES ('01-1', 1, 'tagalong/alerts/anna/keys', x'7b7d', 0, 1735689600000, 1735689600100);
        INSERT INTO outbox VALUES ('01-2', 1, 'tagalong/alerts/anna/keys', x'7b227d', 1, 1735689600200, NULL);
        INSERT INTO place_events VALUES (3, 2, 1735689600000, 'enter', 'Home', 482000000, -163000000, x'7b7d');
        INSERT INTO place_events VALUES (4, 2, 1735689700000, 'leave', 'Home', NULL, NULL, x'7b7d');
        INSERT INTO alert_states VALUES (1, x'7265636f7264');
        INSERT INTO alerts VALUES ('01-1', 1, 'raised', 'warning', 'none', 5.0, 6.25, 0.97, 1735689600000, '01-1', x'7b7d');
        INSERT INTO alerts VALUES ('01-2', 1, 'cleared', 'none', 'warning', 5.0, 1.5, 0.99, 1735689600200, '01-1', NULL);
        """
}
