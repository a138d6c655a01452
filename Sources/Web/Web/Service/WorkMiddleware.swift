import Hummingbird
import Threads

/// Answers requests on threads apart: however many ask for what is dear, whoever asks whether the service is well, and
/// what else the process does, has the shared ones.
struct WorkMiddleware: RouterMiddleware {
    let executor: WorkExecutor

    /// What is answered without work, and watched by others.
    private static let light: Set<String> = ["/health"]

    @concurrent
    func handle(
        _ request: Request,
        context: ConsoleContext,
        next: @concurrent (Request, ConsoleContext) async throws -> Response
    ) async throws -> Response {
        if Self.light.contains(request.uri.path) { return try await next(request, context) }
        return try await withTaskExecutorPreference(executor) { try await next(request, context) }
    }
}
