import Access
import HTTPTypes
import Hummingbird

/// Stands before every route: counts what each source asks for, and lets the ``SiteGuard`` decide.
struct SiteMiddleware: RouterMiddleware {
    let parts: WebParts
    let gate: ConsoleGate

    @concurrent
    func handle(
        _ request: Request,
        context: ConsoleContext,
        next: @concurrent (Request, ConsoleContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        if gate.door != .commands { try gate.count(request, context, at: parts.clock.now) }
        context.isProtected = try isProtected(request)
        // Whoever has the key of this run is a command of this machine.
        if gate.door == .commands { return try await next(request, context) }
        let site = SiteGuard(parts.configuration)
        let origin = request.headers[.origin]
        if let origin, request.method == .options, site.isAllowed(origin) { return preflight(origin, site) }
        do { try site.check(context.visit(request)) } catch {
            gate.network.count(error.detail == Problem.unprotected.detail ? .unprotected : .site)
            throw error
        }
        var response = try await next(request, context)
        if let origin, site.isAllowed(origin) { allow(origin, site, in: &response.headers) }
        return response
    }

    /// Whether one has to log in.
    ///
    /// While the accounts are away it is as it was: then nobody is let in to more than what is open to anybody. Where
    /// nobody had to log in, somebody may have set a passcode since.
    private func isProtected(_ request: Request) throws(AccessError) -> Bool {
        guard let access = parts.access else { return false }
        // Whoever watches the service waits for no database.
        if request.isLight, access.wasProtected == true { return true }
        do throws(AccessError) { return try access.isProtected() } catch {
            guard case .away = error, access.wasProtected == true else { throw error }
            return true
        }
    }

    private func preflight(_ origin: String, _ site: SiteGuard) -> Response {
        var headers: HTTPFields = [
            .accessControlAllowMethods: "GET, POST, PUT, PATCH, DELETE",
            .accessControlAllowHeaders: "Content-Type, Authorization, X-Limit-User, X-Limit-Device",
            .accessControlMaxAge: "600",
        ]
        allow(origin, site, in: &headers)
        return Response(status: .noContent, headers: headers)
    }

    private func allow(_ origin: String, _ site: SiteGuard, in headers: inout HTTPFields) {
        headers[.accessControlAllowOrigin] = site.allowedOrigins.contains("*") ? "*" : origin
        headers[.vary] = headers[.vary].map { "\($0), Origin" } ?? "Origin"
    }
}

extension ConsoleContext {
    /// What of a request decides whether it is let in.
    func visit(_ request: Request) -> SiteGuard.Visit {
        SiteGuard.Visit(
            isReading: request.isReading,
            authority: request.head.authority,
            origin: request.headers[.origin],
            fetchSite: request.headers[.fetchSite],
            isEncrypted: isEncrypted,
            isFromHere: origin.isFromHere,
            isProtected: isProtected
        )
    }
}
