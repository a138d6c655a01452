import Access
import Foundation
package import HTTPTypes
package import Hummingbird
import Tracking

/// An operation over HTTP, all of it in one place: how it is asked for, who may ask, and what answers.
package struct Route: Sendable {
    package typealias Handler = @Sendable (Request, ConsoleContext) async throws -> Response

    let method: HTTPRequest.Method
    /// With `{owner}` and `{tracker}` in it where it is about an item.
    let path: RouterPath
    let requirement: Requirement
    let answer: Handler

    /// An operation; that of `GET` answers `HEAD` too, unless `HEAD` has one of its own.
    package init(
        _ method: HTTPRequest.Method, _ path: RouterPath, _ requirement: Requirement, _ answer: @escaping Handler
    ) {
        (self.method, self.path, self.requirement, self.answer) = (method, path, requirement, answer)
    }

    /// Whether it is at a path, whatever the method.
    func isAt(_ path: [Substring]) -> Bool {
        let pattern = self.path.components
        guard pattern.contains(.recursiveWildcard) || pattern.count == path.count else { return false }
        return zip(pattern, path).allSatisfy { $0 ~= $1 }
    }

    /// How many parts of its path stand for themselves.
    var words: Int { path.components.count { !$0.description.hasPrefix("{") } }
}

/// Routes that belong together.
package protocol ConsoleRoutes {
    var routes: [Route] { get }
}

extension Router<ConsoleContext> {
    /// Adds routes, each behind what its requirement asks for, and what answers where none is.
    package func add(_ routes: [Route], behind gate: ConsoleGate) {
        for route in routes {
            on(route.path, method: route.method) { request, context in
                try gate.admit(request, context, to: route.requirement, of: try? context.device())
                return try await route.answer(request, context)
            }
        }
        add(middleware: UnservedMiddleware(routes: routes, gate: gate))
    }
}

/// Answers where nothing is served: with 405 and what is possible to who may do one of these, else like the door.
///
/// Added behind all routes, so that it stands before none of them.
private struct UnservedMiddleware: RouterMiddleware {
    let routes: [Route]
    let gate: ConsoleGate

    @concurrent
    func handle(
        _ request: Request,
        context: ConsoleContext,
        next: @concurrent (Request, ConsoleContext) async throws -> Response
    ) async throws -> Response {
        let path = request.uri.path.split(separator: "/")
        let matching = routes.filter { $0.isAt(path) }
        // The router goes by the words before it goes by the places for anything.
        let words = matching.map(\.words).max()
        let there = matching.filter { $0.words == words }
        let like = there.first { request.isReading || !$0.method.isReading }
        let item = Self.item(in: path)
        let ofItem = item.map { _ in Requirement.item(request.isReading ? .history : .command) }
        var requirement = ofItem ?? like?.requirement ?? requirement(request, path)
        // Where nobody logs in yet there is nobody to hide from what could be done.
        if requirement == .person, context.principal == .anybody { requirement = .somebody }
        try gate.admit(request, context, to: requirement, of: item)
        var methods = Set(there.map(\.method.rawValue))
        guard !methods.isEmpty else { return try await next(request, context) }
        if methods.contains("GET") { methods.insert("HEAD") }
        let allowed = methods.sorted().joined(separator: ", ")
        let sentence = "\(request.method) is not possible at \(request.uri.path), but \(allowed)"
        throw Problem(.methodNotAllowed, sentence, headers: [.allow: allowed])
    }

    /// The item that a path is about, whatever of it.
    private static func item(in path: [Substring]) -> DeviceID? {
        guard path.count >= 5, path.starts(with: ["api", "v1", "items"]),
            let owner = path[3].removingPercentEncoding.flatMap({ try? Name($0) }),
            let tracker = path[4].removingPercentEncoding.flatMap({ try? Name($0) })
        else { return nil }
        return DeviceID(owner: owner, device: tracker)
    }

    /// What nobody serves is closed, but for where people look and phones try.
    private func requirement(_ request: Request, _ path: [Substring]) -> Requirement {
        if path.starts(with: ["api", "0"]) || path.first == "ws" || path.first == "pub" { return .somebody }
        return request.isReading && path.first != "api" ? .open : .administrator
    }
}
