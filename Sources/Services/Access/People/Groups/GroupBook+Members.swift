internal import Store
public import Tracking

extension GroupBook {
    /// Invites a contact of an admin, who is told (G-4).
    ///
    /// - Throws: ``PeopleError/noSuchGroup(_:)``, ``PeopleError/notAdmin``, ``PeopleError/notConnected(_:)``,
    ///   ``PeopleError/alreadyMember(_:)``, ``PeopleError/tooManyInvitations`` or ``PeopleError/inviteLater(from:)``. Who is
    ///   invited already stays so, and is not told again; nor is who has been told of the same group within a week.
    public func invite(_ contact: Name, to id: String, by account: Name, at now: Timestamp) throws(AccessError) {
        try database.write { session in
            try session.requireAdmin(account, of: id)
            try session.requireContact(contact, of: account)
            try session.inviteToGroup(id, contact, by: account, at: now)
        }
    }

    /// Ends an invitation: an admin withdraws it, or who is invited rejects it.
    ///
    /// - Throws: ``PeopleError/noSuchGroup(_:)``, ``PeopleError/notAdmin`` or ``PeopleError/noInvitation``.
    public func endInvitation(of invited: Name, to id: String, by account: Name) throws(AccessError) {
        try database.write { session in
            let group = try session.group(id, for: account)
            guard invited == account || group.role == .admin else { throw AccessError.people(.notAdmin) }
            let sql = "DELETE FROM group_invitations WHERE group_id = ? AND account = ?"
            guard try session.change(sql, [id, invited.text]) > 0 else { throw AccessError.people(.noInvitation) }
            let notices = "DELETE FROM notices WHERE account = ? AND group_id = ? AND kind = ?"
            try session.execute(notices, [invited.text, id, NoticeKind.invitation.rawValue])
        }
    }

    /// Joins a group that is open, or that one is invited to; who invited is told (G-4).
    ///
    /// - Throws: ``PeopleError/noSuchGroup(_:)``, ``PeopleError/alreadyMember(_:)``, ``PeopleError/tooManyGroups``,
    ///   ``PeopleError/tooManyMembers``, or what sharing throws.
    public func join(
        _ id: String,
        as account: Name,
        giving membership: Membership = Membership(),
        from source: String? = nil,
        at now: Timestamp
    ) throws(AccessError) {
        try database.write { session in
            let group = try session.group(id, for: account)
            if group.role.isMember { throw AccessError.people(.alreadyMember(account)) }
            guard group.members < GroupLimits.members else { throw AccessError.people(.tooManyMembers) }
            try session.requireRoomForGroup(of: account)
            try session.addMember(account, to: id, isAdmin: false, membership, from: source, at: now)
            let sql = "DELETE FROM group_invitations WHERE group_id = ? AND account = ?"
            try session.execute(sql, [id, account.text])
            if case .invited(let inviter) = group.role, try session.isMember(inviter, of: id) {
                try session.notify(inviter, .acceptance, about: account, group: id, at: now)
            }
            try session.tellShares(in: id, to: account, at: now)
            try session.record(.groupJoined, account.text, from: source, at: now)
        }
    }

    /// Makes a member an admin, or one no longer (G-3).
    ///
    /// - Throws: ``PeopleError/noSuchGroup(_:)``, ``PeopleError/notAdmin``, ``PeopleError/notMember(_:)`` or
    ///   ``PeopleError/lastAdmin``.
    public func setAdmin(_ isAdmin: Bool, _ member: Name, of id: String, by account: Name) throws(AccessError) {
        try database.write { session in
            try session.requireAdmin(account, of: id)
            guard try session.isActive(member) else { throw AccessError.people(.notMember(member)) }
            if !isAdmin {
                try session.requireAdmin(beside: member, of: id)
                try session.endInvitations(to: id, by: member)
            }
            let sql = "UPDATE group_members SET admin = ? WHERE group_id = ? AND account = ?"
            guard try session.change(sql, [isAdmin, id, member.text]) > 0 else {
                throw AccessError.people(.notMember(member))
            }
        }
    }

    /// Ends a membership, and with it at once all that was granted by it: one's own, or as an admin somebody else's, who
    /// is told (G-5).
    ///
    /// - Throws: ``PeopleError/noSuchGroup(_:)``, ``PeopleError/notAdmin``, ``PeopleError/notMember(_:)`` or
    ///   ``PeopleError/lastAdmin``.
    public func remove(
        _ member: Name, from id: String, by account: Name, source: String? = nil, at now: Timestamp
    ) throws(AccessError) {
        try database.write { session in
            let group = try session.requireMember(account, of: id)
            guard member == account || group.role == .admin else { throw AccessError.people(.notAdmin) }
            try session.requireAdmin(beside: member, of: id)
            let sql = "DELETE FROM group_members WHERE group_id = ? AND account = ?"
            guard try session.change(sql, [id, member.text]) > 0 else {
                throw AccessError.people(.notMember(member))
            }
            try session.endInvitations(to: id, by: member)
            // Without the group, which that one may not see any more.
            if member != account { try session.notify(member, .removal, about: account, text: group.name, at: now) }
            let event: AuditEntry.Event = member == account ? .groupLeft : .groupMemberRemoved
            try session.record(event, account.text, from: source, at: now)
        }
    }
}

extension SQLSession {
    /// Invites somebody to a group, as an admin who may do so.
    ///
    /// - Throws: ``PeopleError/alreadyMember(_:)`` or ``PeopleError/tooManyInvitations``.
    func inviteToGroup(_ id: String, _ account: Name, by admin: Name, at now: Timestamp) throws {
        if try isMember(account, of: id) { throw AccessError.people(.alreadyMember(account)) }
        try requireFewInvited(by: admin, at: now)
        guard try addInvitation(of: account, to: id, by: admin, at: now) else {
            throw AccessError.people(.tooManyInvitations)
        }
    }

    /// Adds an invitation of somebody who is then told, unless they are invited already; false where the group has as many
    /// as it may have.
    @discardableResult
    func addInvitation(of account: Name, to id: String, by admin: Name, at now: Timestamp) throws -> Bool {
        let count: Int? = try value("SELECT count(*) FROM group_invitations WHERE group_id = ?", [id])
        guard count ?? 0 < GroupLimits.invitations else { return false }
        let added = try change(
            """
            INSERT INTO group_invitations (group_id, account, inviter, invited_ms) VALUES (?, ?, ?, ?)
            ON CONFLICT (group_id, account) DO NOTHING
            """,
            [id, account.text, admin.text, now.milliseconds]
        )
        if added > 0, try mayTellOfInvitation(account, to: id, by: admin, at: now) {
            try notify(account, .invitation, about: admin, group: id, at: now)
        }
        return true
    }

    /// - Throws: ``PeopleError/lastAdmin`` where nobody else is an admin of the group.
    fileprivate func requireAdmin(beside member: Name, of id: String) throws {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM group_members WHERE group_id = ?1 AND account = ?2 AND admin = 1)
                AND NOT EXISTS (SELECT 1 FROM group_members m WHERE group_id = ?1 AND account <> ?2 AND admin = 1
                    AND \(Self.isActive("m.account")))
            """
        let isLast: Bool = try value(sql, [id, member.text]) ?? false
        if isLast { throw AccessError.people(.lastAdmin) }
    }

    /// Ends the invitations to a group that somebody has made who may not invite any more, and what inboxes have of them.
    fileprivate func endInvitations(to id: String, by inviter: Name) throws {
        try execute("DELETE FROM group_invitations WHERE group_id = ? AND inviter = ?", [id, inviter.text])
        try execute(
            "DELETE FROM notices WHERE group_id = ? AND about = ? AND kind = ?",
            [id, inviter.text, NoticeKind.invitation.rawValue]
        )
    }

    /// Ends the invitations of somebody by one who does not know them any more.
    func endInvitations(of invited: Name, by inviter: Name) throws {
        try execute("DELETE FROM group_invitations WHERE account = ? AND inviter = ?", [invited.text, inviter.text])
        try execute(
            "DELETE FROM notices WHERE account = ? AND about = ? AND kind = ?",
            [invited.text, inviter.text, NoticeKind.invitation.rawValue]
        )
    }
}
