import HTTPTypes
import Hummingbird

/// Gives every answer the headers that keep browsers from doing more with it than is meant.
struct SecurityHeaders: RouterMiddleware {
    @concurrent
    func handle(
        _ request: Request,
        context: ConsoleContext,
        next: @concurrent (Request, ConsoleContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        for (name, value) in Self.headers where response.headers[name] == nil { response.headers[name] = value }
        // Not for localhost, where other programs have ports without TLS.
        if context.isEncrypted, let host = request.hostName, !host.hasSuffix("localhost") {
            response.headers[.strictTransportSecurity] = "max-age=31536000"
        }
        return response
    }

    private static let headers: [(HTTPField.Name, String)] = [
        ("X-Content-Type-Options", "nosniff"),
        ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
        ("Referrer-Policy", "same-origin"),
        ("X-Frame-Options", "DENY"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
    ].compactMap { name, value in HTTPField.Name(name).map { ($0, value) } }
}
