internal import Store
public import Tracking

extension FoundPageBook {
    /// What whoever has a code sees; nil for one that leads nowhere, be it unknown, replaced, mistyped, or of a page whose
    /// maker may not share the item any more.
    public func view(of code: FoundCode) throws(AccessError) -> FoundPageView? {
        try database.read { session in
            guard let page = try session.openFoundPage(code) else { return nil }
            guard let section = page.look.section, let profile = try session.profile(of: page.account) else {
                return FoundPageView(page: page, name: nil, entries: [])
            }
            guard let shown = section.entries else { return FoundPageView(page: page, name: profile.name, entries: []) }
            return FoundPageView(page: page, name: nil, entries: profile.entries.filter { $0.section == shown })
        }
    }

    /// Leaves a message at the page of a code, whose maker is told of it; returns the page, and nil for a code that leads
    /// nowhere.
    ///
    /// What cannot be seen is left out of the message.
    ///
    /// - Throws: ``FoundPageError/badText(field:_:)``, or ``FoundPageError/tooManyMessages(until:)``.
    public func leave(
        _ content: FinderMessage.Content, at code: FoundCode, at now: Timestamp
    ) throws(AccessError) -> FoundPage? {
        let content = content.repaired()
        try content.check()
        return try database.write { session in
            guard let page = try session.openFoundPage(code) else { return nil }
            if let next = try session.nextFinderMessage(at: page, at: now) {
                throw AccessError.found(.tooManyMessages(until: next))
            }
            let id = try session.insert(content, at: page, at: now)
            try session.notify(page.account, .finder, item: page.item, message: id, at: now)
            return page
        }
    }

    /// What finders have left at a page, newest first.
    ///
    /// - Throws: ``FoundPageError/noPage(_:)``.
    public func messages(
        of item: DeviceID, added: Timestamp, by account: Name
    ) throws(AccessError) -> [FinderMessage] {
        try database.read { session in
            try session.finderMessages(of: session.requireFoundPage(of: item, added: added, by: account))
        }
    }

    /// Removes a message, and the notice of it.
    ///
    /// - Throws: ``FoundPageError/noPage(_:)`` or ``FoundPageError/noSuchMessage(_:)``.
    public func removeMessage(
        _ id: Int64, of item: DeviceID, added: Timestamp, by account: Name
    ) throws(AccessError) {
        try database.write { session in
            let page = try session.requireFoundPage(of: item, added: added, by: account)
            guard try session.removeFinderMessage(id, of: page) else {
                throw AccessError.found(.noSuchMessage(id))
            }
        }
    }
}

extension SQLSession {
    /// The page of a code whose maker may still share the item.
    fileprivate func openFoundPage(_ code: FoundCode) throws -> FoundPage? {
        guard let page = try foundPage(code) else { return nil }
        return try principal(page.account, scope: .admin)?.mayPassOn(page.item) == true ? page : nil
    }
}
