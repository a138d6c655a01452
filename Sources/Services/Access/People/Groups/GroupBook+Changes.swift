internal import Store
public import Tracking

extension GroupBook {
    /// Makes a group, whose maker is its first admin, and returns its id (G-1).
    ///
    /// - Throws: ``PeopleError/badText(field:_:)``, ``PeopleError/tooManyGroups``, or what sharing throws.
    public func make(
        name: String,
        description: String = "",
        isOpen: Bool = false,
        giving membership: Membership = Membership(),
        by account: Name,
        from source: String? = nil,
        at now: Timestamp
    ) throws(AccessError) -> String {
        try Self.check(name: name, description: description)
        var generator = SystemRandomNumberGenerator()
        let id = AccessIdentifier.make(16, using: &generator)
        try database.write { session in
            guard try session.hasAccount(account) else { throw AccessError.noSuchAccount(account) }
            try session.requireRoomForGroup(of: account)
            try session.execute(
                """
                INSERT INTO user_groups (id, name, description, open, creator, created_ms) VALUES (?, ?, ?, ?, ?, ?)
                """,
                [id, name, description, isOpen, account.text, now.milliseconds]
            )
            try session.makeFindable(group: id, name: name, description: description, isOpen: isOpen)
            try session.addMember(account, to: id, isAdmin: true, membership, from: source, at: now)
            try session.record(.groupMade, account.text, from: source, at: now)
        }
        return id
    }

    /// Changes what a group is called and says, and whether it is open; nil leaves as it is (G-3).
    ///
    /// - Throws: ``PeopleError/noSuchGroup(_:)``, ``PeopleError/notAdmin`` or ``PeopleError/badText(field:_:)``.
    public func change(
        _ id: String, name: String? = nil, description: String? = nil, isOpen: Bool? = nil, by account: Name
    ) throws(AccessError) {
        try Self.check(name: name, description: description)
        try database.write { session in
            try session.requireAdmin(account, of: id)
            try session.execute(
                """
                UPDATE user_groups SET name = coalesce(?, name), description = coalesce(?, description),
                    open = coalesce(?, open) WHERE id = ?
                """,
                [name, description, isOpen.map { $0 ? Int64(1) : 0 }, id]
            )
            let group = try session.group(id, for: account)
            try session.makeFindable(
                group: id, name: group.name, description: group.description, isOpen: group.isOpen
            )
        }
    }

    /// Deletes a group, as its creator, while in it, or an admin does; the other members are told (G-6).
    ///
    /// - Throws: ``PeopleError/noSuchGroup(_:)`` or ``PeopleError/notAdmin``.
    public func delete(
        _ id: String, by account: Name, from source: String? = nil, at now: Timestamp
    ) throws(AccessError) {
        try database.write { session in
            let group = try session.group(id, for: account)
            guard group.role == .admin || group.role == .member && group.creator == account else {
                throw AccessError.people(.notAdmin)
            }
            let others = try session.memberNames(of: id).filter { $0 != account }
            try session.execute("DELETE FROM user_groups WHERE id = ?", [id])
            for other in others { try session.notify(other, .removal, about: account, text: group.name, at: now) }
            try session.record(.groupDeleted, account.text, from: source, at: now)
        }
    }

    /// Replaces what a member gives the group: sections of the profile, and things (G-1).
    ///
    /// - Throws: ``PeopleError/noSuchGroup(_:)``, ``PeopleError/mayNotShare(_:)`` or ``PeopleError/tooManyShares``.
    public func give(
        _ membership: Membership, of account: Name, to id: String, from source: String? = nil, at now: Timestamp
    ) throws(AccessError) {
        try database.write { session in
            try session.requireMember(account, of: id)
            let sql = "UPDATE group_members SET level = ? WHERE group_id = ? AND account = ?"
            try session.execute(sql, [membership.level.stored, id, account.text])
            try session.share(
                membership.things, added: membership.added, of: account, with: .group(id), from: source, at: now
            )
        }
    }

    private static func check(name: String?, description: String?) throws(AccessError) {
        if let name, !UserGroup.nameBounds.allows(name) || name.allSatisfy(\.isWhitespace) {
            throw .people(.badText(field: "name", "1 to 60 characters that can be seen are expected"))
        }
        guard let description else { return }
        let lines = description.split(whereSeparator: \.isNewline).map(String.init)
        if !UserGroup.descriptionBounds.fits(description) || !lines.allSatisfy(UserGroup.descriptionBounds.allows) {
            let expected = "at most 1000 characters that can be seen, and ends of lines, are expected"
            throw .people(.badText(field: "description", expected))
        }
    }
}

extension SQLSession {
    func requireRoomForGroup(of account: Name) throws {
        let count: Int = try value("SELECT count(*) FROM group_members WHERE account = ?", [account.text]) ?? 0
        guard count < GroupLimits.groups else { throw AccessError.people(.tooManyGroups) }
    }

    /// Adds a member with what that one gives.
    func addMember(
        _ account: Name, to id: String, isAdmin: Bool, _ membership: Membership, from source: String?, at now: Timestamp
    ) throws {
        try execute(
            "INSERT INTO group_members (group_id, account, admin, level, joined_ms) VALUES (?, ?, ?, ?, ?)",
            [id, account.text, isAdmin, membership.level.stored, now.milliseconds]
        )
        try share(
            membership.things, added: membership.added, of: account, with: .group(id), from: source, at: now
        )
    }
}
