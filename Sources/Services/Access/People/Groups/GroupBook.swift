internal import Store
public import Tracking

/// The groups that there are, as those see them who may.
///
/// A group that one is neither in nor invited to, and that is not open, is to one as if it were not there.
public struct GroupBook: Sendable {
    let database: AccessDatabase

    /// The groups that an account is in or invited to, by name.
    public func groups(of account: Name) throws(AccessError) -> [UserGroup] {
        try database.read { session in
            let sql = """
                \(SQLSession.groupColumns)
                WHERE m.account IS NOT NULL OR i.account IS NOT NULL
                """
            return try session.rows(sql, [account.text]) { try UserGroup($0) }
        }.sorted { ($0.order, $0.id) < ($1.order, $1.id) }
    }

    /// A group as somebody sees it.
    ///
    /// - Throws: ``PeopleError/noSuchGroup(_:)``.
    public func group(_ id: String, for account: Name) throws(AccessError) -> UserGroup {
        try database.read { try $0.group(id, for: account) }
    }

    /// The members of a group by name, for one of them.
    ///
    /// - Throws: ``PeopleError/noSuchGroup(_:)``, also for who is not in it.
    public func members(of id: String, for account: Name) throws(AccessError) -> [GroupMember] {
        try database.read { session in
            try session.requireMember(account, of: id)
            let sql = """
                SELECT m.account, coalesce(p.name, m.account), m.admin, m.joined_ms, f.updated_ms
                FROM group_members m LEFT JOIN profiles p ON p.account = m.account
                LEFT JOIN pictures f ON f.account = m.account
                WHERE m.group_id = ? AND \(SQLSession.isActive("m.account"))
                """
            return try session.rows(sql, [id]) { row in
                GroupMember(
                    account: try Name(row[0] as String),
                    name: row[1],
                    isAdmin: row[2],
                    joined: Timestamp(milliseconds: row[3]),
                    picture: (row[4] as Int64?).map { Timestamp(milliseconds: $0) }
                )
            }
        }.sorted { ($0.order, $0.account) < ($1.order, $1.account) }
    }

    /// What a member gives the group.
    ///
    /// - Throws: ``PeopleError/noSuchGroup(_:)``, also for who is not in it.
    public func membership(of account: Name, in id: String) throws(AccessError) -> Membership {
        try database.read { session in
            try session.requireMember(account, of: id)
            let sql = "SELECT level FROM group_members WHERE group_id = ? AND account = ?"
            let level: String = try session.value(sql, [id, account.text]) ?? ""
            return Membership(
                level: TrustLevel(stored: level), things: try session.things(of: account, with: .group(id)))
        }
    }

    /// Whom an admin has invited and who has not answered, the oldest first: the contacts of other admins are theirs.
    ///
    /// - Throws: ``PeopleError/noSuchGroup(_:)`` or ``PeopleError/notAdmin``.
    public func invitations(to id: String, for account: Name) throws(AccessError) -> [GroupInvitation] {
        try database.read { session in
            try session.requireAdmin(account, of: id)
            let sql = """
                SELECT i.account, coalesce(p.name, i.account), i.inviter, i.invited_ms
                FROM group_invitations i LEFT JOIN profiles p ON p.account = i.account
                WHERE i.group_id = ? AND i.inviter = ? AND \(SQLSession.isActive("i.account"))
                ORDER BY i.invited_ms, i.account
                """
            return try session.rows(sql, [id, account.text]) { row in
                GroupInvitation(
                    account: try Name(row[0] as String),
                    name: row[1],
                    inviter: try Name(row[2] as String),
                    invited: Timestamp(milliseconds: row[3])
                )
            }
        }
    }
}

extension AccessControl {
    /// The groups of people.
    public var groups: GroupBook { GroupBook(database: database) }
}

extension SQLSession {
    /// The columns of a group as an account sees it, which is the first parameter.
    fileprivate static let groupColumns = """
        SELECT g.id, g.name, g.description, g.open, CASE WHEN \(isActive("g.creator")) THEN g.creator END, g.created_ms,
            (SELECT count(*) FROM group_members c WHERE c.group_id = g.id AND \(isActive("c.account"))),
            f.updated_ms, m.admin, i.inviter
        FROM user_groups g
        LEFT JOIN group_members m ON m.group_id = g.id AND m.account = ?1
        LEFT JOIN group_invitations i ON i.group_id = g.id AND i.account = ?1
        LEFT JOIN pictures f ON f.group_id = g.id
        """

    /// A group as somebody sees it.
    ///
    /// - Throws: ``PeopleError/noSuchGroup(_:)``.
    func group(_ id: String, for account: Name) throws -> UserGroup {
        let sql = Self.groupColumns + " WHERE g.id = ?2"
        let found = try row(sql, [account.text, id]) { try UserGroup($0) }
        guard let found, found.isOpen || found.role != .stranger else { throw AccessError.people(.noSuchGroup(id)) }
        return found
    }

    /// - Throws: ``PeopleError/noSuchGroup(_:)`` for who is not in it.
    @discardableResult
    func requireMember(_ account: Name, of id: String) throws -> UserGroup {
        let group = try group(id, for: account)
        guard group.role.isMember else { throw AccessError.people(.noSuchGroup(id)) }
        return group
    }

    /// - Throws: ``PeopleError/noSuchGroup(_:)`` for who may not know of it, or ``PeopleError/notAdmin``.
    @discardableResult
    func requireAdmin(_ account: Name, of id: String) throws -> UserGroup {
        let group = try group(id, for: account)
        guard group.role == .admin else { throw AccessError.people(.notAdmin) }
        return group
    }

    func isMember(_ account: Name, of id: String) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM group_members WHERE group_id = ? AND account = ?)"
        return try value(sql, [id, account.text]) ?? false
    }

    func memberNames(of id: String) throws -> [Name] {
        try rows("SELECT account FROM group_members WHERE group_id = ? ORDER BY joined_ms, account", [id]) { row in
            try Name(row[0] as String)
        }
    }
}

extension UserGroup {
    fileprivate init(_ row: SQLRow) throws {
        let (isAdmin, inviter): (Bool?, String?) = (row[8], row[9])
        let role: Role =
            if let isAdmin {
                isAdmin ? .admin : .member
            } else if let inviter { .invited(by: try Name(inviter)) } else { .stranger }
        self.init(
            id: row[0],
            name: row[1],
            description: row[2],
            isOpen: row[3],
            creator: try (row[4] as String?).map { try Name($0) },
            created: Timestamp(milliseconds: row[5]),
            members: row[6],
            picture: (row[7] as Int64?).map { Timestamp(milliseconds: $0) },
            role: role
        )
    }
}

extension UserGroup {
    /// What it is put in order by.
    fileprivate var order: String { FoldedText(name).text }
}

extension GroupMember {
    fileprivate var order: String { FoldedText(name).text }
}
