import Access
import HTTPTypes
import Hummingbird
import Web

/// The page of a share link: nobody keeps it, finds it by searching, or learns of its address.
struct SharedPage: Sendable {
    private let page: EmbeddedPage?
    private let headers: HTTPFields

    /// The page, with what it may do in a browser.
    init(policy: HTTPFields) {
        page = EmbeddedPages.files.first { $0.path == "shared.html" }
        var headers = policy
        headers[.referrerPolicy] = "no-referrer"
        headers[.robotsTag] = "noindex, nofollow"
        headers[.cacheControl] = "no-store"
        self.headers = headers
    }

    /// The page, which says by its status, too, that a link does not work; whether there ever was one is not told.
    func response(
        to context: ConsoleContext, _ parts: WebParts, _ hasItem: (ItemLink) throws -> Bool
    ) throws -> Response {
        guard let page else { throw Problem(.notFound, "there is no such page") }
        let secret = AccessSecret(sent: try context.text("secret"))
        let isOpen = try parts.access?.link(secret, at: parts.clock.now).map(hasItem) ?? false
        return Answer.content(page.content, page.contentType, status: isOpen ? .ok : .notFound, headers: headers)
    }
}
