import Hummingbird
import Threads

/// Answers requests on threads apart: however many ask for what is dear, whoever asks whether the service is well, and
/// what else the process does, has the shared ones.
struct WorkMiddleware: RouterMiddleware {
    let executor: WorkExecutor

    @concurrent
    func handle(
        _ request: Request,
        context: ConsoleContext,
        next: @concurrent (Request, ConsoleContext) async throws -> Response
    ) async throws -> Response {
        if request.isLight { return try await next(request, context) }
        return try await withTaskExecutorPreference(executor) { try await next(request, context) }
    }
}

extension Request {
    /// Whether it is answered without work, and without asking any database: others watch it.
    var isLight: Bool { uri.path == "/health" }
}
