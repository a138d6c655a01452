internal import Store
internal import Tracking

extension SQLSession {
    /// What an account has written; nil for nothing.
    func profile(of account: Name) throws -> Profile? {
        let sql = "SELECT name, town, school, employer, shown, updated_ms FROM profiles WHERE account = ?"
        let written = try row(sql, [account.text]) { Profile($0, at: 0) }
        let entries = try rows(
            "SELECT section, kind, label, value FROM profile_entries WHERE account = ? ORDER BY place", [account.text]
        ) { row in
            // What a newer program has written is none of ours to show.
            ProfileSection(rawValue: row[0]).flatMap { section in
                ProfileEntry.Kind(rawValue: row[1]).map { kind in
                    ProfileEntry(section: section, kind: kind, label: row[2], value: row[3])
                }
            }
        }
        guard var profile = written else { return nil }
        profile.entries = entries.compactMap(\.self)
        return profile
    }

    /// Replaces all that an account has written, and what of it can be found.
    func replaceProfile(of account: Name, by profile: Profile, at now: Timestamp) throws {
        try execute(
            """
            INSERT INTO profiles (account, name, town, school, employer, shown, updated_ms) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (account) DO UPDATE SET name = excluded.name, town = excluded.town, school = excluded.school,
                employer = excluded.employer, shown = excluded.shown, updated_ms = excluded.updated_ms
            """,
            [
                account.text, profile.name, profile.town, profile.school, profile.employer,
                ShownField.stored(profile.shown), now.milliseconds,
            ]
        )
        try execute("DELETE FROM profile_entries WHERE account = ?", [account.text])
        for (place, entry) in profile.entries.enumerated() {
            try execute(
                """
                INSERT INTO profile_entries (account, place, section, kind, label, value) VALUES (?, ?, ?, ?, ?, ?)
                """,
                [account.text, place, entry.section.rawValue, entry.kind.rawValue, entry.label, entry.value]
            )
        }
        try makeFindable(account, profile)
    }

    /// All that decides what somebody sees of a person.
    ///
    /// As many questions are asked of a person who is not there, or whom the viewer may not know of, as of any other: the
    /// time that it takes tells nothing.
    func person(_ account: Name, for viewer: Name, at now: Timestamp) throws -> PersonRows {
        var found = PersonRows(account: account)
        try row(
            """
            SELECT EXISTS (SELECT 1 FROM accounts WHERE name = ?1 AND \(Self.isActive)),
                (SELECT administrator FROM accounts WHERE name = ?2),
                (SELECT level FROM contacts WHERE account = ?1 AND other = ?2),
                (SELECT level FROM contacts WHERE account = ?2 AND other = ?1),
                (SELECT since_ms FROM contacts WHERE account = ?2 AND other = ?1),
                (SELECT updated_ms FROM pictures WHERE account = ?1)
            """,
            [account.text, viewer.text]
        ) { row in
            (found.isThere, found.ties.isAdministrator) = (row[0], row[1])
            found.ties.granted = (row[2] as String?).map(TrustLevel.init(stored:))
            if let level: String = row[3] {
                found.connection = Connection(level: TrustLevel(stored: level), since: Timestamp(milliseconds: row[4]))
            }
            found.picture = (row[5] as Int64?).map(Timestamp.init(milliseconds:))
        }
        found.ties.isOneself = account == viewer
        found.ties.shared = try rows(
            """
            SELECT p.level FROM group_members v JOIN group_members p ON p.group_id = v.group_id
            WHERE v.account = ? AND p.account = ? AND v.account <> p.account
            """,
            [viewer.text, account.text]
        ) { TrustLevel(stored: $0[0]) }
        for request in try requests(between: account, viewer) {
            if request.asker == viewer {
                if request.isOpenForAsker(at: now) { found.ties.asked = request.request }
            } else if request.isOpenForAsked {
                found.ties.asking = request.request
            }
        }
        found.profile = try profile(of: account)
        return found
    }
}

extension Profile {
    /// One without its entries, of six columns: name, town, school, employer, what is shown, and when it was written.
    init(_ row: SQLRow, at column: Int) {
        self.init(
            name: row[column],
            town: row[column + 1],
            school: row[column + 2],
            employer: row[column + 3],
            shown: ShownField.fields(stored: row[column + 4])
        )
        updated = Timestamp(milliseconds: row[column + 5])
    }
}
