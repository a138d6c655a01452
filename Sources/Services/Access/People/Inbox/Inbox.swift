internal import Store
public import Tracking

/// What people are told of by others: requests, acceptances, invitations, removals, shares, and messages of finders.
public struct Inbox: Sendable {
    let database: AccessDatabase

    /// How many notices a page has at most.
    public static let longestPage = 100

    /// Notices of an account, newest first: the newest of all, or those before one.
    public func page(
        of account: Name, before: Int64? = nil, limit: Int = Inbox.longestPage, at now: Timestamp
    ) throws(AccessError) -> [InboxNotice] {
        try database.read { database in
            try database.notices(of: account, before: before, limit: min(limit, Self.longestPage), at: now)
        }
    }

    /// How many notices of an account were not read, and the newest of all.
    public func standing(of account: Name, at now: Timestamp) throws(AccessError) -> InboxStanding {
        try database.read { database in
            InboxStanding(
                unread: try database.unreadNotices(of: account),
                newest: try database.notices(of: account, before: nil, limit: 1, at: now).first
            )
        }
    }

    /// How many notices of an account were not read.
    public func unread(of account: Name) throws(AccessError) -> Int {
        try database.read { try $0.unreadNotices(of: account) }
    }

    /// The number of the newest notice in anybody's inbox; 0 for none.
    ///
    /// Whoever has it knows that nothing came while it stays.
    public func newest() throws(AccessError) -> Int64 {
        try database.read { try $0.newestNotice() }
    }

    /// Notes that an account has read all its notices up to one; returns how many are left.
    public func markRead(of account: Name, upTo id: Int64, at now: Timestamp) throws(AccessError) -> Int {
        try database.write { database in
            let sql = "UPDATE notices SET read_ms = ? WHERE account = ? AND id <= ? AND read_ms IS NULL"
            try database.execute(sql, [now.milliseconds, account.text, id])
            return try database.unreadNotices(of: account)
        }
    }

    /// Notes that an account has read one notice; returns how many are left.
    ///
    /// - Throws: ``PeopleError/noSuchNotice(_:)``.
    public func markRead(_ id: Int64, of account: Name, at now: Timestamp) throws(AccessError) -> Int {
        try database.write { database in
            // What was read before keeps its time.
            let sql = "UPDATE notices SET read_ms = coalesce(read_ms, ?) WHERE account = ? AND id = ?"
            guard try database.change(sql, [now.milliseconds, account.text, id]) > 0 else {
                throw AccessError.people(.noSuchNotice(id))
            }
            return try database.unreadNotices(of: account)
        }
    }

    /// The kinds of which nothing comes into the inbox of an account.
    public func silenced(of account: Name) throws(AccessError) -> Set<NoticeKind> {
        try database.read { try $0.silenced(of: account) }
    }

    /// Chooses the kinds of which nothing comes into the inbox of an account from now on; what is there stays.
    ///
    /// - Throws: ``AccessError/noSuchAccount(_:)``.
    public func silence(_ kinds: Set<NoticeKind>, of account: Name) throws(AccessError) {
        try database.write { database in
            guard try database.hasAccount(account) else { throw AccessError.noSuchAccount(account) }
            try database.execute("DELETE FROM silenced WHERE account = ?", [account.text])
            for kind in kinds.map(\.rawValue).sorted() {
                try database.execute("INSERT INTO silenced (account, kind) VALUES (?, ?)", [account.text, kind])
            }
        }
    }
}

extension AccessControl {
    /// The inboxes of all accounts.
    public var inbox: Inbox { Inbox(database: database) }
}

extension SQLSession {
    /// The kinds that this program knows.
    private static var noticeKinds: SQLArguments { SQLArguments(NoticeKind.allCases.map(\.rawValue.sqlValue)) }

    func unreadNotices(of account: Name) throws -> Int {
        let sql = """
            SELECT count(*) FROM notices
            WHERE account = ? AND read_ms IS NULL AND kind IN (\(SQLSession.marks(Self.noticeKinds.values.count)))
            """
        return try value(sql, [account.text] + Self.noticeKinds) ?? 0
    }

    func silenced(of account: Name) throws -> Set<NoticeKind> {
        let words = try rows("SELECT kind FROM silenced WHERE account = ?", [account.text]) { $0[0] as String }
        return Set(words.compactMap(NoticeKind.init))
    }

    /// Notices of an account, newest first; those of kinds that a newer program writes are left out.
    func notices(
        of account: Name, before: Int64?, limit: Int, at now: Timestamp
    ) throws -> [InboxNotice] {
        let sql = """
            SELECT n.id, n.kind, n.time_ms, n.read_ms IS NOT NULL, n.about, n.group_id, n.owner, n.tracker, n.text,
                m.id, m.time_ms, m.text, m.contact, m.lat_e7, m.lon_e7, m.accuracy_m
            FROM notices n LEFT JOIN finder_messages m ON m.id = n.message
            WHERE n.account = ? AND n.id < ? AND n.kind IN (\(SQLSession.marks(Self.noticeKinds.values.count)))
            ORDER BY n.id DESC LIMIT ?
            """
        let arguments: SQLArguments = [account.text, before ?? .max]
        // All of them before anything else is asked.
        let rows = try rows(sql, arguments + Self.noticeKinds + [limit]) { try NoticeRow($0) }
        var names = NamesInInbox(account, at: now)
        return try rows.map { row in
            InboxNotice(
                id: row.id,
                kind: row.kind,
                time: row.time,
                isRead: row.isRead,
                about: row.about,
                aboutName: try row.about.flatMap { try names.person($0, self) },
                group: row.group,
                groupName: try row.group.flatMap { try names.group($0, self) },
                item: row.item,
                finder: row.finder,
                text: row.text
            )
        }
    }
}

/// A notice as it is stored.
private struct NoticeRow {
    let id: Int64
    let kind: NoticeKind
    let time: Timestamp
    let isRead: Bool
    let about: Name?
    let group: String?
    let item: DeviceID?
    let text: String
    let finder: FinderMessage?

    init(_ row: SQLRow) throws {
        id = row[0]
        kind = NoticeKind(rawValue: row[1]) ?? .removal
        time = Timestamp(milliseconds: row[2])
        isRead = row[3]
        about = try (row[4] as String?).map { try Name($0) }
        group = row[5]
        item =
            if let owner = row[6] as String?, let tracker = row[7] as String? {
                DeviceID(owner: try Name(owner), device: try Name(tracker))
            } else { nil }
        text = row[8]
        finder = try FinderMessage(row, at: 9)
    }
}
