internal import Store
internal import Tracking

extension SQLSession {
    /// Takes somebody out of all groups, with what was shared there, and mends what is left of each.
    func mendGroups(leftBy name: Name) throws {
        let groups = try rows("SELECT group_id FROM group_members WHERE account = ? ORDER BY group_id", [name.text]) {
            $0[0] as String
        }
        try execute("DELETE FROM group_members WHERE account = ?", [name.text])
        for group in groups { try mendGroup(group) }
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
                AND NOT EXISTS (SELECT 1 FROM group_members WHERE group_id = ?1 AND admin = 1)
                AND account = (
                    SELECT account FROM group_members WHERE group_id = ?1 ORDER BY joined_ms, account LIMIT 1)
            """,
            [id]
        )
    }
}
