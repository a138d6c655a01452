import HTTPTypes
import Hummingbird

/// Answers with 405, and with what is possible, where a path is served but not by the method that was tried.
///
/// Added behind all routes, so that it stands before none of them, only before what nobody serves.
struct MethodMiddleware: RouterMiddleware {
    private let routes: [(path: [RouterPath.Element], method: HTTPRequest.Method)]

    init(_ router: Router<ConsoleContext>) {
        routes = router.routes.map { ($0.path.components, $0.method) }
    }

    @concurrent
    func handle(
        _ request: Request,
        context: ConsoleContext,
        next: @concurrent (Request, ConsoleContext) async throws -> Response
    ) async throws -> Response {
        let path = request.uri.path.split(separator: "/")
        let matching = routes.filter { Self.matches($0.path, path) }
        // The router goes by the words before it goes by the places for anything.
        let words = matching.map { Self.words($0.path) }.max()
        var methods = Set(matching.filter { Self.words($0.path) == words }.map(\.method.rawValue))
        guard !methods.isEmpty else { return try await next(request, context) }
        if methods.contains("GET") { methods.insert("HEAD") }
        let allowed = methods.sorted().joined(separator: ", ")
        let sentence = "\(request.method) is not possible at \(request.uri.path), but \(allowed)"
        throw Problem(.methodNotAllowed, sentence, headers: [.allow: allowed])
    }

    private static func words(_ pattern: [RouterPath.Element]) -> Int {
        pattern.count { !$0.description.hasPrefix("{") }
    }

    private static func matches(_ pattern: [RouterPath.Element], _ path: [Substring]) -> Bool {
        guard pattern.contains(.recursiveWildcard) || pattern.count == path.count else { return false }
        return zip(pattern, path).allSatisfy { $0 ~= $1 }
    }
}
