import HTTPTypes
package import Hummingbird
package import Web

/// Shows somebody who mistyped a path the pages, which say so, in place of a problem document.
///
/// Added behind all routes, so that it stands only before what nobody serves.
package struct UnknownPageMiddleware: RouterMiddleware {
    private let shell: PageAnswer?

    package init(_ configuration: ConsoleConfiguration) {
        let policy = PagePolicy(tiles: configuration.map.tiles).headers
        shell = EmbeddedPages.files.first { $0.path == "index.html" }.map { PageAnswer($0, policy: policy) }
    }

    @concurrent
    package func handle(
        _ request: Request,
        context: ConsoleContext,
        next: @concurrent (Request, ConsoleContext) async throws -> Response
    ) async throws -> Response {
        guard let shell, request.isForPeople else { return try await next(request, context) }
        return shell.unknown()
    }
}

extension Request {
    /// Whether a person's browser asks for a page.
    fileprivate var isForPeople: Bool {
        guard method == .get || method == .head, headers[.accept]?.contains("text/html") == true else { return false }
        return !["api", "ws", "pub"].contains { uri.path.split(separator: "/").first == $0 }
    }
}
