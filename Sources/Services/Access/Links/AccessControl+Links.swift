internal import Foundation
internal import Store
public import Tracking

extension AccessControl {
    /// Makes a link to an item; its secret is told this once.
    ///
    /// It lasts for ``ItemLink/longest`` at most. Of the note, what cannot be seen and what is beyond 64 characters is left
    /// out.
    ///
    /// - Throws: ``AccessError/noSuchAccount(_:)``, ``AccessError/refused`` for an account that may not command the item, or
    ///   ``AccessError/tooManyLinks``.
    public func makeLink(
        to item: DeviceID,
        added itemCreated: Timestamp,
        isByArea: Bool,
        note: String = "",
        by account: Name,
        expires: Timestamp,
        from source: String?,
        at now: Timestamp
    ) throws(AccessError) -> (secret: AccessSecret, link: ItemLink) {
        var generator = SystemRandomNumberGenerator()
        let secret = AccessSecret(prefix: Self.linkPrefix, using: &generator)
        let link = ItemLink(
            id: AccessIdentifier.make(8, using: &generator),
            item: item,
            itemCreated: itemCreated,
            account: account,
            isByArea: isByArea,
            note: TextBounds.label.repaired(note),
            created: now,
            expires: min(expires, now.advanced(by: ItemLink.longest)),
            openings: 0,
            opened: nil
        )
        try database.write { database in
            guard let principal = try database.principal(account, scope: .admin) else {
                throw AccessError.noSuchAccount(account)
            }
            guard principal.mayPassOn(item) else { throw AccessError.refused }
            try database.removeLinks(endedAt: now)
            guard try database.links(to: item).count < ItemLink.most else { throw AccessError.tooManyLinks }
            try database.insert(link, secret)
            try database.record(.linkMade, account.text, from: source, at: now)
        }
        return (secret, link)
    }

    static let linkPrefix = "tgs_"

    /// The link of a secret; nil for one that is over, was revoked or never was, or whose maker may not share the item any
    /// more.
    public func link(_ secret: AccessSecret, at now: Timestamp) throws(AccessError) -> ItemLink? {
        guard secret.text.hasPrefix(Self.linkPrefix) else { return nil }
        return try database.read { database in
            let sql = "\(SQLSession.linkColumns) WHERE hash = ? AND expires_ms > ?"
            let link = try database.row(sql, [secret.hash, now.milliseconds]) { try ItemLink($0) }
            guard let link else { return nil }
            let maker = try database.principal(link.account, scope: .admin)
            return maker?.mayPassOn(link.item) == true ? link : nil
        }
    }

    /// The links to an item that are open, oldest first.
    public func links(to item: DeviceID, at now: Timestamp) throws(AccessError) -> [ItemLink] {
        try database.read { try $0.links(to: item) }.filter { $0.expires > now }
    }

    /// All links that are kept, oldest first.
    public func links() throws(AccessError) -> [ItemLink] { try database.read { try $0.links() } }

    /// Notes that somebody has opened a link.
    public func noteOpening(of id: String, at now: Timestamp) throws(AccessError) {
        try database.write { database in
            let sql = "UPDATE item_links SET openings = openings + 1, opened_ms = ? WHERE id = ?"
            try database.execute(sql, [now.milliseconds, id])
        }
    }

    /// Ends a link to an item, as an account does; nil for the command line.
    ///
    /// - Throws: ``AccessError/noSuchLink(_:)``.
    public func revokeLink(
        _ id: String, to item: DeviceID, by account: Name?, from source: String?, at now: Timestamp
    ) throws(AccessError) {
        try database.write { database in
            let sql = "DELETE FROM item_links WHERE id = ? AND owner = ? AND tracker = ?"
            let removed = try database.change(sql, [id, item.owner.text, item.device.text])
            guard removed > 0 else { throw AccessError.noSuchLink(id) }
            try database.record(.linkRevoked, account?.text, from: source, at: now)
        }
    }

    /// Ends a link, for the command line.
    ///
    /// - Throws: ``AccessError/noSuchLink(_:)``.
    public func revokeLink(_ id: String, at now: Timestamp) throws(AccessError) {
        guard let link = try links().first(where: { $0.id == id }) else { throw AccessError.noSuchLink(id) }
        try revokeLink(id, to: link.item, by: nil, from: nil, at: now)
    }

    /// Forgets links that have ended: by their time, or as their item is not there any more.
    public func sweepLinks(
        at now: Timestamp, unless isThere: (ItemLink) -> Bool
    ) throws(AccessError) {
        let ended = try links().filter { $0.expires <= now || !isThere($0) }.map(\.id)
        guard !ended.isEmpty else { return }
        try database.write { try $0.removeLinks(ended) }
    }
}

extension SQLSession {
    fileprivate static let linkColumns = """
        SELECT id, owner, tracker, item_created_ms, account, by_area, note, created_ms, expires_ms, openings, opened_ms
        FROM item_links
        """

    fileprivate func links(to item: DeviceID) throws -> [ItemLink] { try links().filter { $0.item == item } }

    fileprivate func links() throws -> [ItemLink] {
        try rows("\(Self.linkColumns) ORDER BY created_ms, id") { try ItemLink($0) }
    }

    fileprivate func insert(_ link: ItemLink, _ secret: AccessSecret) throws {
        try execute(
            """
            INSERT INTO item_links (
                hash, id, owner, tracker, item_created_ms, account, by_area, note, created_ms, expires_ms
            ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                secret.hash, link.id, link.item.owner.text, link.item.device.text, link.itemCreated.milliseconds,
                link.account.text, link.isByArea, link.note, link.created.milliseconds, link.expires.milliseconds,
            ]
        )
    }

    fileprivate func removeLinks(_ ids: [String]) throws {
        let marks = SQLSession.marks(ids.count)
        try execute("DELETE FROM item_links WHERE id IN (\(marks))", SQLArguments(ids.map(\.sqlValue)))
    }

    fileprivate func removeLinks(endedAt now: Timestamp) throws {
        try execute("DELETE FROM item_links WHERE expires_ms <= ?", [now.milliseconds])
    }

    /// Ends the links of an account to what it may not share any more.
    func removeLinksWithoutRight(of account: Name) throws {
        guard let principal = try principal(account, scope: .admin) else { return }
        let lost = try links().filter { $0.account == account && !principal.mayPassOn($0.item) }
        if !lost.isEmpty { try removeLinks(lost.map(\.id)) }
    }

    /// Ends the links to all of an owner's items.
    func removeLinks(toItemsOf owner: Name) throws {
        try execute("DELETE FROM item_links WHERE owner = ?", [owner.text])
    }
}

extension ItemLink {
    fileprivate init(_ row: SQLRow) throws {
        self.init(
            id: row[0],
            item: DeviceID(owner: try Name(row[1] as String), device: try Name(row[2] as String)),
            itemCreated: Timestamp(milliseconds: row[3]),
            account: try Name(row[4] as String),
            isByArea: row[5],
            note: row[6],
            created: Timestamp(milliseconds: row[7]),
            expires: Timestamp(milliseconds: row[8]),
            openings: row[9],
            opened: (row[10] as Int64?).map(Timestamp.init(milliseconds:))
        )
    }
}

extension AccessDatabase {
    /// Version 7: links that show one item without an account.
    static let itemLinks = """

        CREATE TABLE item_links (
            hash BLOB PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            owner TEXT NOT NULL,
            tracker TEXT NOT NULL,
            item_created_ms INTEGER NOT NULL,
            account TEXT NOT NULL REFERENCES accounts (name) ON DELETE CASCADE,
            by_area INTEGER NOT NULL CHECK (by_area IN (0, 1)),
            note TEXT NOT NULL,
            created_ms INTEGER NOT NULL,
            expires_ms INTEGER NOT NULL,
            openings INTEGER NOT NULL DEFAULT 0,
            opened_ms INTEGER
        ) STRICT, WITHOUT ROWID;
        """
}
