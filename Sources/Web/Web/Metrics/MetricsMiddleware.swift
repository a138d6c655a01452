import HTTPTypes
import Hummingbird

/// Counts every request; the outermost middleware, so that it sees what is answered in the end.
struct MetricsMiddleware: RouterMiddleware {
    let metrics: RequestMetrics

    /// Methods by name; whatever else somebody makes up is one.
    private static let methods: Set<HTTPRequest.Method> = [.get, .head, .post, .put, .patch, .delete, .options]

    @concurrent
    func handle(
        _ request: Request,
        context: ConsoleContext,
        next: @concurrent (Request, ConsoleContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        let response = try await next(request, context)
        let method = Self.methods.contains(request.method) ? request.method.rawValue : "other"
        metrics.count(
            RequestMetrics.Route(pattern: Self.pattern(context), method: method),
            status: response.status.code,
            seconds: start.duration(to: .now) / .seconds(1)
        )
        return response
    }

    /// The router calls the path that nobody serves so.
    private static func pattern(_ context: ConsoleContext) -> String {
        guard let path = context.endpointPath, path != "NotFound" else { return "none" }
        return path
    }
}
