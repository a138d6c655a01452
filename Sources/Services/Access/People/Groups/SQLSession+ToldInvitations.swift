internal import Store
internal import Tracking

/// Whom invitations were told to lately: whoever invites and withdraws over and over reaches nobody more often.
extension SQLSession {
    /// How long nobody is told again of the same group, in milliseconds.
    private static let rest: Int64 = 7 * 86_400_000
    private static let hour: Int64 = 3_600_000

    /// - Throws: ``PeopleError/inviteLater(from:)`` where an account has had as many told within an hour as it may.
    func requireFewInvited(by account: Name, at now: Timestamp) throws {
        let sql = """
            SELECT told_ms FROM told_invitations WHERE inviter = ? AND told_ms > ?
            ORDER BY told_ms DESC LIMIT 1 OFFSET ?
            """
        let asked: SQLArguments = [account.text, now.milliseconds - Self.hour, GroupLimits.invitationsAnHour - 1]
        guard let oldest: Int64 = try value(sql, asked), oldest <= now.milliseconds else { return }
        throw AccessError.people(.inviteLater(from: Timestamp(milliseconds: oldest + Self.hour)))
    }

    /// Whether somebody is told of an invitation to a group now, which is written down then; neither twice of the same one
    /// within a week, nor by the same inviter of many, those that are deleted since included.
    func mayTellOfInvitation(_ invited: Name, to id: String, by inviter: Name, at now: Timestamp) throws -> Bool {
        // Those of the future are of a clock that was set back.
        let sql = "DELETE FROM told_invitations WHERE told_ms <= ? OR told_ms > ?"
        try execute(sql, [now.milliseconds - Self.rest, now.milliseconds])
        let count = "SELECT count(*) FROM told_invitations WHERE account = ? AND inviter = ?"
        let told: Int = try value(count, [invited.text, inviter.text]) ?? 0
        guard told < GroupLimits.tellingsAWeek else { return false }
        return try change(
            """
            INSERT INTO told_invitations (group_id, account, inviter, told_ms) VALUES (?, ?, ?, ?)
            ON CONFLICT (group_id, account) DO NOTHING
            """,
            [id, invited.text, inviter.text, now.milliseconds]
        ) > 0
    }
}
