import Access
import Hummingbird
import Logging
import Store
import Tracking
import Web

/// Who asks for their own found page of the item in the path.
struct FoundPageOwner {
    let item: DeviceID
    let row: ItemRow
    let account: Name
    let book: FoundPageBook

    /// Finds out who asks, and of what.
    ///
    /// Where the page is made or gets a code (`changes`), a session is asked for: a token may end before the page that it
    /// would have made.
    ///
    /// - Throws: ``Problem``: 404 without the item, 403 for who may not command it, 409 before anybody has to log in.
    init(_ context: ConsoleContext, _ parts: ConsoleParts, changes: Bool = false) throws {
        item = try context.device()
        try context.viewer.require(.command, item)
        guard let row = try parts.store.item(item) else { throw ItemShelf.noItem(item) }
        self.row = row
        guard context.isProtected, let access = parts.access, let account = context.viewer.account else {
            throw Problem(.conflict, "set a passcode first: without one this console answers its own machine only")
        }
        if changes, context.session == nil {
            throw Problem(.forbidden, "found pages are made by who has logged in with a passcode or a passkey")
        }
        (self.account, book) = (account, access.foundPages)
    }

    /// The page.
    ///
    /// - Throws: ``Problem`` with 404 where there is none.
    func page() throws -> FoundPage {
        guard let page = try book.page(of: item, added: row.device.created, by: account) else {
            throw Problem(.notFound, "\(FoundPageError.noPage(item))")
        }
        return page
    }

    /// Answers, with a problem for what cannot be done.
    func answered(at now: Timestamp, _ body: () throws -> Response) throws -> Response {
        do { return try body() } catch let error as AccessError {
            // The right is gone since the request came in, or was only shared.
            throw error == .refused ? Problem.forbidden : Problem(error, at: now)
        }
    }
}

extension ConsoleParts {
    /// The item of a found page; nil where it is gone, or another one has its name now.
    func item(of page: FoundPage) throws -> ItemRow? {
        guard let row = try store.item(page.item), row.device.created == page.itemCreated else { return nil }
        return row
    }

    /// Where the pages are for others: the address that is configured, or else the one that was asked.
    func pageAddress(_ request: Request, _ context: ConsoleContext) -> String {
        if let outside = signIn.outside { return outside }
        let name = request.head.authority ?? "localhost:\(web.configuration.port)"
        return "\(context.isEncrypted ? "https" : "http")://\(name)"
    }

    /// Tells the open pages of an account how its inbox stands.
    func tellInbox(of account: Name) {
        // It is looked at again within a second.
        do { try inboxes.tell(account, self) } catch { web.logger.warning("an inbox cannot be read now: \(error)") }
    }

    /// Forgets found pages whose items are gone.
    func sweepFoundPages() {
        do { try web.access?.foundPages.sweep(created, of: knownOwners) } catch {
            web.logger.warning("found pages of items that are gone are not removed yet: \(error)")
        }
    }
}
