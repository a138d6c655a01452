internal import Store
public import Tracking

/// The found pages of all items, and what finders have written.
public struct FoundPageBook: Sendable {
    let database: AccessDatabase

    /// All pages, by item.
    public func all() throws(AccessError) -> [FoundPage] { try database.read { try $0.foundPages() } }

    /// The pages of an account, by item.
    public func pages(of account: Name) throws(AccessError) -> [FoundPage] {
        try database.read { try $0.foundPages(of: account) }
    }

    /// The page of an account for an item that was added at a time; nil for none.
    public func page(of item: DeviceID, added: Timestamp, by account: Name) throws(AccessError) -> FoundPage? {
        try database.read { try $0.foundPage(of: item, added: added, by: account) }
    }

    /// Makes the page of an account for an item, or changes what it shows and leaves the code as it is.
    ///
    /// `isWanted` looks at the page that there is before anything is changed; nobody else changes it meanwhile.
    ///
    /// - Throws: ``FoundPageError/badText(field:_:)``, ``FoundPageError/changed(_:)`` for what is not wanted,
    ///   ``AccessError/noSuchAccount(_:)``, or ``AccessError/refused`` for an account that may not share the item.
    public func put(
        _ look: FoundPageLook,
        of item: DeviceID,
        added: Timestamp,
        by account: Name,
        using generator: inout some RandomNumberGenerator,
        from source: String? = nil,
        at now: Timestamp,
        if isWanted: (FoundPage?) -> Bool = { _ in true }
    ) throws(AccessError) -> (page: FoundPage, isNew: Bool) {
        guard FoundPageLook.messageBounds.allowsLines(look.message) else {
            throw .found(.badText(field: "message", "up to 500 characters are expected, none of them invisible"))
        }
        let fresh = FoundPage(
            id: AccessIdentifier.make(12, using: &generator),
            code: FoundCode(using: &generator),
            item: item,
            itemCreated: added,
            account: account,
            look: look,
            created: now,
            codeCreated: now,
            messages: 0
        )
        return try database.write { session in
            try session.requirePassingOn(item, by: account)
            let known = try session.foundPage(of: item, added: added, by: account)
            guard isWanted(known) else { throw AccessError.found(.changed(item)) }
            if let page = known {
                try session.setLook(look, of: page)
                try session.gather(.foundPageChanged, account, from: source, at: now)
            } else {
                // One of an item that had the name before.
                _ = try session.removeFoundPage(of: item, by: account)
                try session.insert(fresh)
                try session.record(.foundPageMade, account.text, from: source, at: now)
            }
            let page = try session.requireFoundPage(of: item, added: added, by: account)
            return (page, page.id == fresh.id)
        }
    }

    /// Gives a page another code; what was printed before leads nowhere from now on.
    ///
    /// - Throws: ``FoundPageError/noPage(_:)``, ``AccessError/noSuchAccount(_:)`` or ``AccessError/refused``.
    public func renewCode(
        of item: DeviceID,
        added: Timestamp,
        by account: Name,
        using generator: inout some RandomNumberGenerator,
        from source: String? = nil,
        at now: Timestamp
    ) throws(AccessError) -> FoundPage {
        let code = FoundCode(using: &generator)
        return try database.write { session in
            try session.requirePassingOn(item, by: account)
            let page = try session.requireFoundPage(of: item, added: added, by: account)
            try session.setCode(code, of: page, at: now)
            try session.record(.foundCodeRenewed, account.text, from: source, at: now)
            return try session.requireFoundPage(of: item, added: added, by: account)
        }
    }

    /// Ends a page, with the messages that were left at it.
    ///
    /// - Throws: ``FoundPageError/noPage(_:)``.
    public func remove(
        of item: DeviceID, by account: Name, from source: String? = nil, at now: Timestamp
    ) throws(AccessError) {
        try database.write { session in
            guard try session.removeFoundPage(of: item, by: account) else { throw AccessError.found(.noPage(item)) }
            try session.record(.foundPageRemoved, account.text, from: source, at: now)
        }
    }

    /// Ends the pages whose items are not there any more, or are later ones of the same name.
    ///
    /// `created` says of items when each was added, without those that are not there; `owners`, of whom the history knows
    /// anything at all. Of others nothing ends: a console that was started once with another history, or with an empty one,
    /// would do away with all pages and messages for good. They lead nowhere all the same.
    ///
    /// - Throws: ``AccessError/database(path:_:)``, or what the two throw, and then nothing is changed.
    public func sweep(
        _ created: (Set<DeviceID>) throws -> [DeviceID: Timestamp], of owners: () throws -> Set<Name>
    ) throws {
        let kept = try all()
        guard !kept.isEmpty else { return }
        let there = try created(Set(kept.map(\.item)))
        let gone = kept.filter { there[$0.item] != $0.itemCreated }
        guard !gone.isEmpty else { return }
        let known = try owners()
        let ended = gone.filter { known.contains($0.item.owner) }.map(\.id)
        guard !ended.isEmpty else { return }
        try database.write { try $0.removeFoundPages(ended) }
    }
}

extension AccessControl {
    /// The found pages of items.
    public var foundPages: FoundPageBook { FoundPageBook(database: database) }
}

extension SQLSession {
    /// - Throws: ``AccessError/noSuchAccount(_:)``, or ``AccessError/refused`` for an account that may not let others see
    ///   the item.
    fileprivate func requirePassingOn(_ item: DeviceID, by account: Name) throws {
        guard let principal = try principal(account, scope: .admin) else { throw AccessError.noSuchAccount(account) }
        guard principal.mayPassOn(item) else { throw AccessError.refused }
    }

    /// - Throws: ``FoundPageError/noPage(_:)``.
    func requireFoundPage(of item: DeviceID, added: Timestamp, by account: Name) throws -> FoundPage {
        guard let page = try foundPage(of: item, added: added, by: account) else {
            throw AccessError.found(.noPage(item))
        }
        return page
    }
}
