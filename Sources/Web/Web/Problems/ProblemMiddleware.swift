import HTTPTypes
package import Hummingbird
package import Logging
import NIOHTTP1

/// Turns every error of a route into a problem document.
struct ProblemMiddleware: RouterMiddleware {
    @concurrent
    func handle(
        _ request: Request,
        context: ConsoleContext,
        next: @concurrent (Request, ConsoleContext) async throws -> Response
    ) async throws -> Response {
        do { return try await next(request, context) } catch {
            return try Problem(error, request, context.logger).response()
        }
    }
}

extension Problem {
    /// What is told of any error of a route; of one from inside the log has the rest.
    package init(_ error: any Error, _ request: Request, _ logger: Logger) {
        if let problem = error as? Problem {
            self = problem
        } else if let error = error as? HTTPError {
            // The router's own, such as a path that nobody serves, say little.
            self.init(error.status, error.body ?? Self.sentence(error.status, request), headers: error.headers)
        } else if let error = error as? any HTTPResponseError {
            self.init(error.status, Self.sentence(error.status, request))
        } else if error is HTTPParserError {
            self.init(.badRequest, "the body is not as its headers say", headers: [.connection: "close"])
        } else if let error = error as? BodyPace.TooSlow {
            self.init(.requestTimeout, "\(error)", headers: [.connection: "close"])
        } else if let missing = (error as? any PassingFailure)?.missing {
            logger.warning("\(request.method) \(request.pathToLog): \(error)")
            self = .away(missing, isReading: request.isReading)
        } else if error is CancellationError {
            // Nobody reads it: the client has left, or the service ends.
            self.init(.serviceUnavailable, "the work was given up with its connection")
        } else {
            // What went wrong inside is for the log, not for a stranger.
            logger.error("\(request.method) \(request.pathToLog): \(error)")
            self.init(.internalServerError, "something went wrong here; the log of the service says what")
        }
    }

    private static func sentence(_ status: HTTPResponse.Status, _ request: Request) -> String {
        switch status {
        case .notFound: "there is nothing at \(request.uri.path)"
        case .methodNotAllowed: "\(request.method) is not possible at \(request.uri.path)"
        case .contentTooLarge: "the body is larger than what is read here"
        default: status.reasonPhrase
        }
    }
}

extension Request {
    /// The path as it may stand in a log: without the secret of a share link, the code of a found page or the token of a
    /// cloud.
    var pathToLog: String {
        // As the router reads it, to which doubled slashes are one.
        let parts = uri.path.split(separator: "/")
        let secret = Self.secretPaths.first { parts.count > $0.count && parts.starts(with: $0) }
        return secret.map { "/\($0.joined(separator: "/"))/…" } ?? uri.path
    }

    private static let secretPaths: [[Substring]] = [
        ["s"], ["found"], ["api", "v1", "found"], ["api", "v1", "ingress"],
    ]
}
