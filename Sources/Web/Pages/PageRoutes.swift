package import Access
import Foundation
import HTTPTypes
import Hummingbird
import Maps
package import Web

/// The pages for people: one shell for all of them, what it is made of, and what a browser needs to keep it.
package struct PageRoutes: ConsoleRoutes {
    private let parts: WebParts
    private let hasItem: @Sendable (ItemLink) throws -> Bool
    private let found: @Sendable (ConsoleContext) throws -> FinderPage.Sheet

    /// The pages, with what tells whether the item of a share link is there, and what the page of a found item's code says.
    package init(
        parts: WebParts,
        hasItem: @escaping @Sendable (ItemLink) throws -> Bool,
        found: @escaping @Sendable (ConsoleContext) throws -> FinderPage.Sheet
    ) {
        (self.parts, self.hasItem, self.found) = (parts, hasItem, found)
    }

    /// Where the shell shows something; what comes after is the pages' own matter.
    static let pages: [RouterPath] = [
        "/", "/items/{owner}/{tracker}", "/items/{owner}/{tracker}/edit", "/alerts", "/add", "/add/mqtt", "/add/phone",
        "/add/simulated", "/settings", "/login", "/simulation", "/status", "/unknown-tags", "/people",
        "/people/import", "/people/{account}", "/groups", "/groups/{group}", "/inbox", "/profile", "/register",
        "/verify", "/recover", "/reactivate", "/labels",
        "/reminders", "/reminders/new", "/reminders/{owner}/{reminder}",
    ]

    package var routes: [Route] {
        let policy = PagePolicy(tiles: parts.configuration.map.tiles).headers
        let (shared, finder) = (SharedPage(policy: policy), FinderPage(policy: policy))
        let files = EmbeddedPages.files.flatMap { page -> [Route] in
            let answer = PageAnswer(page, policy: policy)
            let paths = [RouterPath("/\(page.path)")] + (page.path == "index.html" ? Self.pages : [])
            return paths.map { Route(.get, $0, .open) { request, _ in answer.response(to: request) } }
                + (page.isLoaded ? [Self.versioned(answer, page.path)] : [])
        }
        let setup = PageSetup(parts.configuration)
        return files + LeafletFiles(policy: policy).routes
            + MapLibreFiles(folder: parts.configuration.map.library, policy: policy).routes
            + BasemapRoutes(parts.configuration.map) { try hasLink($0) }.routes
            + [Route(.get, "/s/{secret}", .link) { try shared.response(to: $1, parts, hasItem) }]
            + [Route(.get, "/found/{code}", .found) { _, context in try finder.response { try found(context) } }]
            + [Route(.get, "/console.json", .open) { _, _ in try setup.response() }]
    }
}

extension PageRoutes {
    /// Whether a request has the secret of a share link that works.
    private func hasLink(_ request: Request) throws -> Bool {
        guard let secret = request.headers[.shareLink].map({ AccessSecret(sent: $0) }) else { return false }
        return try parts.access?.link(secret, at: parts.clock.now).map(hasItem) ?? false
    }

    /// What the shell loads, by an address that changes with it: nobody asks for it twice.
    ///
    /// A page of another version, which was there before this program or will be after it, gets what there is.
    private static func versioned(_ answer: PageAnswer, _ path: String) -> Route {
        Route(.get, RouterPath("/pages/{version}/\(path)"), .open) { request, context in
            answer.response(to: request, isKept: try context.text("version") == EmbeddedPages.version)
        }
    }
}

/// A file with what is said around it.
struct PageAnswer: Sendable {
    private let page: EmbeddedPage
    private let headers: HTTPFields
    private let tag: EntityTag

    init(_ page: EmbeddedPage, policy: HTTPFields) {
        self.page = page
        tag = page.tag
        var headers = policy
        headers[.contentType] = page.contentType
        headers[.eTag] = tag.text
        // Kept, and asked about each time: a new version is there at the next look.
        headers[.cacheControl] = "no-cache"
        self.headers = headers
    }

    /// The answer; one that is kept is good for ever.
    func response(to request: Request, isKept: Bool = false) -> Response {
        var headers = headers
        if isKept { headers[.cacheControl] = "public, max-age=31536000, immutable" }
        if tag.isKnown(to: request) { return Response(status: .notModified, headers: headers) }
        if let packed = page.packed, AcceptedCodings(request.headers).hasGzip {
            headers.notePacked()
            return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: packed))
        }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: page.content))
    }

    /// The same where there is no such page.
    func unknown() -> Response {
        var headers = headers
        headers[.eTag] = nil
        return Response(status: .notFound, headers: headers, body: ResponseBody(byteBuffer: page.content))
    }
}

/// What the pages are told of the console they come from.
struct PageSetup: Encodable, Sendable {
    let version: String
    /// What stands in the addresses of the pages' files: a page with another one is older than this program, or newer.
    let pages: String
    /// Where tiles are that are pictures.
    let tiles: String?
    let attribution: String?
    /// Whether Leaflet is on this machine.
    let leaflet: Bool
    /// What the archive on this machine has, `raster` or `vector`, if there is one; `/basemap.json` says more.
    let map: String?
    /// Whether MapLibre GL JS is on this machine.
    let maplibre: Bool

    init(_ configuration: ConsoleConfiguration) {
        version = configuration.version
        pages = EmbeddedPages.version
        let map = configuration.map
        let isVector = map.archive?.information.format == .vector
        tiles = map.tiles ?? (isVector ? nil : map.archive.map { BasemapRoutes.address(of: $0) })
        attribution = map.attribution
        leaflet = LeafletFiles.isInstalled
        self.map = map.archive == nil ? nil : isVector ? "vector" : "raster"
        maplibre = MapLibreFiles.isInstalled(in: map.library)
    }

    func response() throws -> Response {
        Answer.json([UInt8](try JSONEncoder().encode(self)), headers: [.cacheControl: "no-cache"])
    }
}
