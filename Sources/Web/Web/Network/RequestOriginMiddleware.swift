import Access
import Hummingbird

/// Finds out where a request comes from, for everything behind it.
struct RequestOriginMiddleware: RouterMiddleware {
    let isEncrypted: Bool
    let trusted: [AddressRange]

    @concurrent
    func handle(
        _ request: Request,
        context: ConsoleContext,
        next: @concurrent (Request, ConsoleContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.origin = RequestOrigin(
            peer: context.channel.remoteAddress?.ipAddress.flatMap { NetworkAddress($0) },
            isEncrypted: isEncrypted,
            headers: request.headers,
            trusted: trusted
        )
        return try await next(request, context)
    }
}
