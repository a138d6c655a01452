internal import Store
internal import Tracking

extension SQLSession {
    func portraitContacts(of account: Name) throws -> [PeoplePortrait.Contact] {
        let sql = """
            SELECT m.other, m.level, t.level, m.since_ms
            FROM contacts m JOIN contacts t ON t.account = m.other AND t.other = m.account
            WHERE m.account = ? ORDER BY m.other
            """
        return try rows(sql, [account.text]) { row in
            PeoplePortrait.Contact(
                account: try Name(row[0] as String),
                granted: TrustLevel(stored: row[1]),
                grantedByThem: TrustLevel(stored: row[2]),
                since: Timestamp(milliseconds: row[3])
            )
        }
    }

    /// Those that others have withdrawn are none of the account's, and who waits is known to nobody.
    func portraitRequests(of account: Name) throws -> [PeoplePortrait.Request] {
        let sql = """
            SELECT r.asked, r.asker, r.grants, r.wants, r.asked_ms, r.rejected_ms, r.withdrawn_ms
            FROM contact_requests r
            WHERE r.asker = ?1 AND \(Self.isActive("r.asked")) OR r.asked = ?1 AND r.withdrawn_ms IS NULL
            ORDER BY r.asked_ms, r.asker, r.asked
            """
        return try rows(sql, [account.text]) { row in
            let stored = try StoredRequest(row, at: 1)
            return PeoplePortrait.Request(
                asker: stored.asker,
                asked: try Name(row[0] as String),
                request: stored.request,
                rejected: stored.asker == account ? nil : stored.rejected,
                withdrawn: stored.withdrawn
            )
        }
    }

    func portraitGroups(of account: Name) throws -> [PeoplePortrait.Group] {
        let sql = """
            SELECT g.id, CASE WHEN m.account IS NULL THEN '' ELSE g.name END,
                CASE WHEN m.account IS NULL THEN '' ELSE g.description END, g.open, g.created_ms, g.creator = ?1, m.joined_ms, m.admin, m.level
            FROM user_groups g LEFT JOIN group_members m ON m.group_id = g.id AND m.account = ?1
            WHERE m.account IS NOT NULL OR g.creator = ?1 ORDER BY g.created_ms, g.id
            """
        return try rows(sql, [account.text]) { row in
            PeoplePortrait.Group(
                id: row[0],
                name: row[1],
                description: row[2],
                isOpen: row[3],
                created: Timestamp(milliseconds: row[4]),
                isCreator: row[5],
                membership: (row[6] as Int64?).map { joined in
                    PeoplePortrait.Group.Membership(
                        isAdmin: row[7], level: TrustLevel(stored: row[8]), joined: Timestamp(milliseconds: joined)
                    )
                }
            )
        }
    }

    func portraitInvitations(of account: Name) throws -> [PeoplePortrait.Invitation] {
        let sql = """
            SELECT g.id, g.name, i.account, i.inviter, i.invited_ms, CAST(1 AS BIGINT)
            FROM group_invitations i JOIN user_groups g ON g.id = i.group_id
            WHERE i.account = ?1 OR i.inviter = ?1 AND \(Self.isActive("i.account"))
            UNION ALL
            SELECT t.group_id, coalesce(g.name, ''), t.account, t.inviter, t.told_ms, CAST(0 AS BIGINT)
            FROM told_invitations t LEFT JOIN user_groups g ON g.id = t.group_id
            WHERE (t.account = ?1 OR t.inviter = ?1 AND \(Self.isActive("t.account"))) AND NOT EXISTS (
                SELECT 1 FROM group_invitations i WHERE i.group_id = t.group_id AND i.account = t.account)
            ORDER BY 5, 1, 3
            """
        return try rows(sql, [account.text]) { row in
            PeoplePortrait.Invitation(
                group: row[0],
                groupName: row[1],
                account: try Name(row[2] as String),
                inviter: try Name(row[3] as String),
                invited: Timestamp(milliseconds: row[4]),
                isOpen: row[5] as Int64 == 1
            )
        }
    }

    func portraitShares(of account: Name, owner: Name) throws -> [PeoplePortrait.Share] {
        let sql = """
            SELECT giver, account, NULL, owner, tracker, "right", by_area, created_ms FROM contact_shares
            WHERE giver = ?1 OR account = ?1 OR owner = ?2
            UNION ALL
            SELECT giver, NULL, group_id, owner, tracker, "right", by_area, created_ms FROM group_shares
            WHERE giver = ?1 OR owner = ?2
                OR group_id IN (SELECT m.group_id FROM group_members m WHERE m.account = ?1)
            ORDER BY 8, 1, 4, 5, 2, 3
            """
        return try rows(sql, [account.text, owner.text]) { row in
            PeoplePortrait.Share(
                giver: try Name(row[0] as String),
                account: try (row[1] as String?).map { try Name($0) },
                group: row[2],
                grant: try Grant(row, at: 3),
                created: Timestamp(milliseconds: row[7])
            )
        }
    }
}
