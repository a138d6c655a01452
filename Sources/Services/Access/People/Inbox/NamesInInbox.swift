internal import Store
internal import Tracking

/// What people and groups are called for whoever has an inbox, each asked for once.
struct NamesInInbox {
    private let account: Name
    private let now: Timestamp
    private var people: [Name: String?] = [:]
    private var groups: [String: String?] = [:]

    init(_ account: Name, at now: Timestamp) { (self.account, self.now) = (account, now) }

    /// Nil for somebody of whom the owner of the inbox may not know more than that they had to do with each other.
    mutating func person(_ name: Name, _ database: SQLSession) throws -> String? {
        if let known = people[name] { return known }
        let found = try database.person(name, for: account, at: now).view?.name
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
