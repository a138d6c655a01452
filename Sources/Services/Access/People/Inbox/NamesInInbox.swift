internal import Store
internal import Tracking

/// What people and groups are called for whoever has an inbox, each asked for once.
struct NamesInInbox {
    private let account: Name
    private var people: [Name: String?] = [:]
    private var groups: [String: String?] = [:]

    init(_ account: Name) { self.account = account }

    mutating func person(_ name: Name, _ database: SQLSession) throws -> String? {
        if let known = people[name] { return known }
        let found = try database.shownName(of: name, to: account)
        people[name] = .some(found)
        return found
    }

    mutating func group(_ id: String, _ database: SQLSession) throws -> String? {
        if let known = groups[id] { return known }
        let found = try database.shownName(ofGroup: id, to: account)
        groups[id] = .some(found)
        return found
    }
}

extension SQLSession {
    /// What somebody is called, for who may see it: themselves, administrators, contacts, who has asked or was asked and
    /// nobody has answered, members of a group of theirs, and everybody where they show their name; nil for others.
    func shownName(of name: Name, to viewer: Name) throws -> String? {
        try value(
            """
            SELECT coalesce(nullif(p.name, ''), a.name)
            FROM accounts a LEFT JOIN profiles p ON p.account = a.name
            WHERE a.name = ?1 AND (
                ?1 = ?2
                OR EXISTS (SELECT 1 FROM accounts WHERE name = ?2 AND administrator = 1)
                OR EXISTS (SELECT 1 FROM contacts WHERE account = ?2 AND other = ?1)
                OR EXISTS (
                    SELECT 1 FROM contact_requests WHERE rejected_ms IS NULL
                        AND (asker = ?1 AND asked = ?2 OR asker = ?2 AND asked = ?1))
                OR EXISTS (
                    SELECT 1 FROM group_members m JOIN group_members o ON o.group_id = m.group_id
                    WHERE m.account = ?2 AND o.account = ?1)
                OR ' ' || p.shown || ' ' LIKE '% name %')
            """,
            [name.text, viewer.text]
        )
    }

    /// What a group is called, for its members, who is invited, and everybody where it is open; nil for others.
    func shownName(ofGroup id: String, to viewer: Name) throws -> String? {
        try value(
            """
            SELECT name FROM user_groups WHERE id = ?1 AND (
                open = 1
                OR EXISTS (SELECT 1 FROM group_members WHERE group_id = ?1 AND account = ?2)
                OR EXISTS (SELECT 1 FROM group_invitations WHERE group_id = ?1 AND account = ?2))
            """,
            [id, viewer.text]
        )
    }
}
