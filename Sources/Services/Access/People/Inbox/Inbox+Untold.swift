internal import Store
public import Tracking

/// That something has come into an inbox, for one of the browsers of its owner.
public struct InboxNews: Hashable, Sendable {
    public let account: Name
    /// The notice.
    public let notice: Int64
    /// The browser, by the id of its ``PushDevice``.
    public let device: String
}

extension Inbox {
    /// How old a notice may be for its owner to be told of it elsewhere.
    private static let age = Duration.seconds(86_400)

    /// What has come into inboxes and nobody was told of in a browser yet: each once, whichever service asks; nothing of
    /// what there was before anybody has asked for the first time.
    public func takeUntold(at now: Timestamp) throws(AccessError) -> [InboxNews] {
        let (told, newest) = try database.read { (try $0.lastToldNotice(), try $0.newestNotice()) }
        guard told.map({ $0 < newest }) ?? true else { return [] }
        return try database.write { database in
            // As it stands now: another service may have asked meanwhile.
            let (told, newest) = (try database.lastToldNotice(), try database.newestNotice())
            try database.setLastToldNotice(max(newest, told ?? 0))
            guard let told else { return [] }
            let sql = """
                SELECT n.account, n.id, d.id FROM notices n JOIN push_devices d ON d.account = n.account
                WHERE n.id > ? AND n.read_ms IS NULL AND n.time_ms >= ? ORDER BY n.id, d.id
                """
            let begin = now.advanced(by: .zero - Self.age)
            return try database.rows(sql, [told, begin.milliseconds]) { row in
                InboxNews(account: try Name(row[0] as String), notice: row[1], device: row[2])
            }
        }
    }

    /// A notice of an account that was not read; nil where it is gone, or was read.
    public func unreadNotice(_ id: Int64, of account: Name, at now: Timestamp) throws(AccessError) -> InboxNotice? {
        try database.read { database in
            let found = try database.notices(of: account, before: id + 1, limit: 1, at: now).first
            return found?.id == id && found?.isRead == false ? found : nil
        }
    }
}

extension SQLSession {
    func newestNotice() throws -> Int64 { try value("SELECT coalesce(max(id), 0) FROM notices") ?? 0 }

    /// The number of the last notice that somebody was told of elsewhere; nil before the first.
    func lastToldNotice() throws -> Int64? {
        let text: String? = try value("SELECT secret FROM secrets WHERE name = 'told-notices'")
        return text.flatMap { Int64($0) }
    }

    fileprivate func setLastToldNotice(_ id: Int64) throws {
        let sql = """
            INSERT INTO secrets (name, secret) VALUES ('told-notices', ?)
            ON CONFLICT (name) DO UPDATE SET secret = excluded.secret
            """
        try execute(sql, ["\(id)"])
    }
}
