import HTTPTypes
import Hummingbird
import Logging
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
            return try Self.problem(error, request, context.logger).response()
        }
    }

    private static func problem(_ error: any Error, _ request: Request, _ logger: Logger) -> Problem {
        if let problem = error as? Problem { return problem }
        if let error = error as? HTTPError {
            // The router's own, such as a path that nobody serves, say little.
            return Problem(error.status, error.body ?? sentence(error.status, request), headers: error.headers)
        }
        if let error = error as? any HTTPResponseError {
            return Problem(error.status, sentence(error.status, request))
        }
        if error is HTTPParserError {
            return Problem(
                .badRequest,
                "the body is not as its headers say",
                headers: [.connection: "close"]
            )
        }
        if let error = error as? BodyPace.TooSlow {
            return Problem(.requestTimeout, "\(error)", headers: [.connection: "close"])
        }
        if error is CancellationError {
            // Nobody reads it: the client has left, or the service ends.
            return Problem(.serviceUnavailable, "the work was given up with its connection")
        }
        // What went wrong inside is for the log, not for a stranger.
        logger.error("\(request.method) \(request.uri.path): \(error)")
        return Problem(.internalServerError, "something went wrong here; the log of the service says what")
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
