import HTTPTypes
import Hummingbird

/// Lets the browser show answers to pages of the origins that are allowed, and refuses changes that others ask for.
struct OriginMiddleware: RouterMiddleware {
    let policy: OriginPolicy

    @concurrent
    func handle(
        _ request: Request,
        context: ConsoleContext,
        next: @concurrent (Request, ConsoleContext) async throws -> Response
    ) async throws -> Response {
        let origin = request.headers[.origin]
        if let origin, request.method == .options, policy.isAllowed(origin) { return preflight(origin) }
        let isChange = ![.get, .head, .options].contains(request.method)
        if isChange, policy.isForeign(origin, host: request.head.authority) {
            throw Problem(.forbidden, "pages of \(origin ?? "") may not change anything here")
        }
        var response = try await next(request, context)
        if let origin, policy.isAllowed(origin) { allow(origin, in: &response.headers) }
        return response
    }

    private func preflight(_ origin: String) -> Response {
        var headers: HTTPFields = [
            .accessControlAllowMethods: "GET, POST, PUT, PATCH, DELETE",
            .accessControlAllowHeaders: "Content-Type, Authorization, X-Limit-User, X-Limit-Device",
            .accessControlMaxAge: "600",
        ]
        allow(origin, in: &headers)
        return Response(status: .noContent, headers: headers)
    }

    private func allow(_ origin: String, in headers: inout HTTPFields) {
        headers[.accessControlAllowOrigin] = policy.allowed.contains("*") ? "*" : origin
        headers[.vary] = "Origin"
    }
}
