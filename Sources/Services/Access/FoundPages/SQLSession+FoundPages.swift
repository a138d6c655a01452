internal import Store
internal import Tracking

extension SQLSession {
    private static let foundPageColumns = """
        SELECT id, code, owner, tracker, item_created_ms, account, message, photo, section, created_ms, code_ms,
            (SELECT count(*) FROM finder_messages WHERE page = found_pages.id)
        FROM found_pages
        """

    func foundPages() throws -> [FoundPage] {
        try rows("\(Self.foundPageColumns) ORDER BY owner, tracker, account") { try FoundPage($0) }
    }

    func foundPages(of account: Name) throws -> [FoundPage] {
        let sql = "\(Self.foundPageColumns) WHERE account = ? ORDER BY owner, tracker"
        return try rows(sql, [account.text]) { try FoundPage($0) }
    }

    func foundPage(_ code: FoundCode) throws -> FoundPage? {
        try row("\(Self.foundPageColumns) WHERE hash = ?", [code.hash]) { try FoundPage($0) }
    }

    /// The page of an account for an item that was added at a time.
    func foundPage(of item: DeviceID, added: Timestamp, by account: Name) throws -> FoundPage? {
        let sql = "\(Self.foundPageColumns) WHERE account = ? AND owner = ? AND tracker = ? AND item_created_ms = ?"
        let arguments: SQLArguments = [account.text, item.owner.text, item.device.text, added.milliseconds]
        return try row(sql, arguments) { try FoundPage($0) }
    }

    func insert(_ page: FoundPage) throws {
        try execute(
            """
            INSERT INTO found_pages (
                id, hash, code, owner, tracker, item_created_ms, account, message, photo, section, created_ms, code_ms
            ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                page.id, page.code.hash, page.code.text, page.item.owner.text, page.item.device.text,
                page.itemCreated.milliseconds, page.account.text, page.look.message, page.look.showsPhoto,
                page.look.section?.rawValue, page.created.milliseconds, page.codeCreated.milliseconds,
            ]
        )
    }

    func setLook(_ look: FoundPageLook, of page: FoundPage) throws {
        try execute(
            "UPDATE found_pages SET message = ?, photo = ?, section = ? WHERE id = ?",
            [look.message, look.showsPhoto, look.section?.rawValue, page.id]
        )
    }

    func setCode(_ code: FoundCode, of page: FoundPage, at now: Timestamp) throws {
        try execute(
            "UPDATE found_pages SET hash = ?, code = ?, code_ms = ? WHERE id = ?",
            [code.hash, code.text, now.milliseconds, page.id]
        )
    }

    /// Removes the page of an account for an item, whenever that was added; whether there was one.
    func removeFoundPage(of item: DeviceID, by account: Name) throws -> Bool {
        let sql = "DELETE FROM found_pages WHERE account = ? AND owner = ? AND tracker = ?"
        return try change(sql, [account.text, item.owner.text, item.device.text]) > 0
    }

    func removeFoundPages(_ ids: [String]) throws {
        guard !ids.isEmpty else { return }
        let marks = SQLSession.marks(ids.count)
        try execute("DELETE FROM found_pages WHERE id IN (\(marks))", SQLArguments(ids.map(\.sqlValue)))
    }

    /// Ends the found pages of an account for what it may not share any more.
    ///
    /// It goes by what is granted, whether or not the account is active now: pages of a deactivated one end, too, and those
    /// of one that has still to verify its address lead nowhere, and come back with that.
    func removeFoundPagesWithoutRight(of account: Name) throws {
        let sql = "SELECT administrator FROM accounts WHERE name = ?"
        guard let isAdministrator: Bool = try value(sql, [account.text]) else { return }
        let principal = Principal(
            account: account, isAdministrator: isAdministrator, grants: isAdministrator ? [] : try grants(of: account)
        )
        try removeFoundPages(foundPages(of: account).filter { !principal.mayPassOn($0.item) }.map(\.id))
    }

    /// Ends the found pages of all of an owner's items.
    func removeFoundPages(ofItemsOf owner: Name) throws {
        try execute("DELETE FROM found_pages WHERE owner = ?", [owner.text])
    }
}

extension FoundPage {
    fileprivate init(_ row: SQLRow) throws {
        self.init(
            id: row[0],
            code: FoundCode(typed: row[1]),
            item: DeviceID(owner: try Name(row[2] as String), device: try Name(row[3] as String)),
            itemCreated: Timestamp(milliseconds: row[4]),
            account: try Name(row[5] as String),
            look: FoundPageLook(
                message: row[6],
                showsPhoto: row[7],
                section: (row[8] as String?).flatMap { FoundPageLook.Section(rawValue: $0) }
            ),
            created: Timestamp(milliseconds: row[9]),
            codeCreated: Timestamp(milliseconds: row[10]),
            messages: row[11]
        )
    }
}
