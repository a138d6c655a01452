import Access
import HTTPTypes
import Hummingbird
import Store
import Tracking
import Web

/// `/api/v1/items/…/found-page`: one's own page for whoever finds an item, and what finders have written.
struct FoundPageRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    private static let path: RouterPath = "/api/v1/items/{owner}/{tracker}/found-page"

    var routes: [Route] {
        [
            Route(.get, "/api/v1/found-pages", .somebody, list),
            Route(.get, Self.path, .item(.history), show),
            Route(.put, Self.path, .item(.command), put),
            Route(.delete, Self.path, .item(.command), remove),
            Route(.post, "/api/v1/items/{owner}/{tracker}/found-page/code", .item(.command), renewCode),
            Route(.get, "/api/v1/items/{owner}/{tracker}/found-page/messages", .item(.history), listMessages),
            Route(
                .delete, "/api/v1/items/{owner}/{tracker}/found-page/messages/{id}", .item(.command), removeMessage),
        ]
    }

    private func list(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        guard let access = parts.access, let account = context.viewer.account else {
            return try Answer.json(["found_pages": [FoundPageAnswer]()])
        }
        let pages = try access.foundPages.pages(of: account).compactMap { page -> FoundPageAnswer? in
            guard context.viewer.mayPassOn(page.item), let row = try parts.item(of: page) else { return nil }
            return FoundPageAnswer(page, of: row, at: parts.pageAddress(request, context))
        }
        return try Answer.json(["found_pages": pages])
    }

    private func show(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        let asked = try FoundPageOwner(context, parts)
        return try answer(asked.page(), of: asked.row, to: request, context)
    }

    /// A page with its tag, which goes by what a change can touch.
    private func answer(
        _ page: FoundPage,
        of row: ItemRow,
        to request: Request,
        _ context: ConsoleContext,
        status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let bytes = try Answer.bytes(of: FoundPageAnswer(page, of: row, at: parts.pageAddress(request, context)))
        let tag = EntityTag(of: bytes, settings: try Answer.bytes(of: FoundPageBasis(page)))
        return Answer.json(bytes, status: status, headers: [.eTag: tag.text])
    }

    private func put(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let (asked, now) = (try FoundPageOwner(context, parts, changes: true), parts.clock.now)
        var body = BodyReader(try await request.json(context))
        var look = FoundPageLook()
        look.message = body.lines("message", FoundPageLook.messageBounds) ?? ""
        look.showsPhoto = body.flag("photo") ?? false
        look.section = body.isNull("section") ? body.null("section") : body.word("section")
        try body.finish()
        return try asked.answered(at: now) {
            var generator = SystemRandomNumberGenerator()
            let (page, isNew) = try asked.book.put(
                look,
                of: asked.item,
                added: asked.row.device.created,
                by: asked.account,
                using: &generator,
                from: context.source,
                at: now,
                if: { FoundPageBasis.isWanted($0, by: request) }
            )
            return try answer(page, of: asked.row, to: request, context, status: isNew ? .created : .ok)
        }
    }

    private func remove(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        let (asked, now) = (try FoundPageOwner(context, parts), parts.clock.now)
        return try asked.answered(at: now) {
            try asked.book.remove(of: asked.item, by: asked.account, from: context.source, at: now)
            return Answer.nothing
        }
    }

    private func renewCode(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        let (asked, now) = (try FoundPageOwner(context, parts, changes: true), parts.clock.now)
        return try asked.answered(at: now) {
            var generator = SystemRandomNumberGenerator()
            let page = try asked.book.renewCode(
                of: asked.item,
                added: asked.row.device.created,
                by: asked.account,
                using: &generator,
                from: context.source,
                at: now
            )
            return try Answer.json(
                FoundPageAnswer(page, of: asked.row, at: parts.pageAddress(request, context)))
        }
    }

    private func listMessages(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        let asked = try FoundPageOwner(context, parts)
        return try asked.answered(at: parts.clock.now) {
            let messages = try asked.book.messages(
                of: asked.item, added: asked.row.device.created, by: asked.account
            )
            return try Answer.json(["messages": messages.map(FinderMessageAnswer.init)])
        }
    }

    private func removeMessage(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        let asked = try FoundPageOwner(context, parts)
        let text = try context.text("id")
        guard let id = Int64(text) else { throw Problem(.notFound, "there is no message '\(text.excerpt(64))'") }
        return try asked.answered(at: parts.clock.now) {
            try asked.book.removeMessage(id, of: asked.item, added: asked.row.device.created, by: asked.account)
            // The notice of it is gone, too.
            parts.tellInbox(of: asked.account)
            return Answer.nothing
        }
    }
}
