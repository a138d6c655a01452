internal import Store
internal import Tracking

extension SQLSession {
    /// How many notices an inbox keeps; the oldest go first.
    static let mostNotices = 1000

    /// Puts a notice into somebody's inbox, unless that kind is silenced there.
    ///
    /// The text is what cannot be looked up any more when it is read, such as the name of a group that is deleted. Of what is
    /// about several items of an owner the owner is given, with whose erasure it goes.
    func notify(
        _ account: Name,
        _ kind: NoticeKind,
        about other: Name? = nil,
        group: String? = nil,
        item: DeviceID? = nil,
        message: Int64? = nil,
        owner: Name? = nil,
        text: String = "",
        at now: Timestamp
    ) throws {
        let isSilenced: Bool? = try value(
            "SELECT 1 = 1 FROM silenced WHERE account = ? AND kind = ?", [account.text, kind.rawValue]
        )
        guard isSilenced == nil else { return }
        // Greater than all before, also than those that are gone while the clock was set back, so that whoever asks for newer
        // ones misses none; and a time rather than a count, which would tell how much comes to others.
        let own: Int64 = try value("SELECT newest_notice FROM accounts WHERE name = ?", [account.text]) ?? 0
        let last = try max(newestNotice(), own, lastToldNotice() ?? 0)
        let id = max(now.milliseconds, last + 1)
        try execute("UPDATE accounts SET newest_notice = ? WHERE name = ?", [id, account.text])
        try execute(
            """
            INSERT INTO notices (id, account, kind, time_ms, about, group_id, owner, tracker, text, message)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                id, account.text, kind.rawValue, now.milliseconds, other?.text, group,
                (item?.owner ?? owner)?.text, item?.device.text, text, message,
            ]
        )
        try execute(
            """
            DELETE FROM notices WHERE account = ?1 AND id <= (
                SELECT id FROM notices WHERE account = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)
            """,
            [account.text, Self.mostNotices]
        )
    }
}
