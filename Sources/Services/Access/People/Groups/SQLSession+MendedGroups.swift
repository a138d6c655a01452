internal import Store
internal import Tracking

extension SQLSession {
    /// Takes somebody out of all groups, with what was shared there, and mends what is left of each.
    func mendGroups(leftBy name: Name) throws {
        let groups = try groupIDs(of: name)
        try execute("DELETE FROM group_members WHERE account = ?", [name.text])
        for group in groups { try mendGroup(group) }
    }

    /// Mends the groups of somebody who is there, and rests from now on.
    func mendGroups(of name: Name) throws {
        for group in try groupIDs(of: name) { try mendGroup(group) }
    }

    private func groupIDs(of name: Name) throws -> [String] {
        try rows("SELECT group_id FROM group_members WHERE account = ? ORDER BY group_id", [name.text]) { $0[0] }
    }

    /// Mends a group that somebody has left: where nobody is in it any more it goes, and where no admin is, whoever has
    /// been in it longest becomes one.
    func mendGroup(_ id: String) throws {
        try execute(
            """
            DELETE FROM user_groups WHERE id = ?1 AND NOT EXISTS (
                SELECT 1 FROM group_members WHERE group_id = ?1)
            """,
            [id]
        )
        try execute(
            """
            UPDATE group_members SET admin = 1
            WHERE group_id = ?1
                AND NOT EXISTS (
                    SELECT 1 FROM group_members a
                    WHERE a.group_id = ?1 AND a.admin = 1 AND \(Self.isActive("a.account")))
                AND account = (
                    SELECT m.account FROM group_members m WHERE m.group_id = ?1 AND \(Self.isActive("m.account"))
                    ORDER BY m.joined_ms, m.account LIMIT 1)
            """,
            [id]
        )
    }
}
