import Access
import Foundation
import HTTPTypes
import Hummingbird
import Tracking

/// Finds out who asks, and lets through only what that one may.
struct AccessMiddleware: RouterMiddleware {
    let parts: ConsoleParts

    @concurrent
    func handle(
        _ request: Request,
        context: ConsoleContext,
        next: @concurrent (Request, ConsoleContext) async throws -> Response
    ) async throws -> Response {
        let isProtected = try parts.access?.isProtected() ?? false
        try SiteGuard(configuration: parts.configuration, isProtected: isProtected).check(request)
        var context = context
        let credential = isProtected ? try self.credential(of: request) : nil
        context.isProtected = isProtected
        context.session = credential?.session
        context.principal = isProtected ? credential?.principal : .anybody
        try check(Requirement(request.method, path: request.uri.path), request, context)
        return try await next(request, context)
    }

    private struct Credential {
        var principal: Principal
        var session: Session?
    }

    private func credential(of request: Request) throws -> Credential? {
        guard let access = parts.access else { return nil }
        let now = parts.clock.now
        if let token = request.token {
            if let key = parts.localKey, key.matches(token) {
                return Credential(principal: Principal(account: nil, isAdministrator: true))
            }
            return try access.principal(token: token, at: now).map { Credential(principal: $0) }
        }
        guard let secret = request.sessionSecret, let session = try access.session(secret, at: now) else { return nil }
        return Credential(principal: session.principal, session: session)
    }

    private func check(_ requirement: Requirement, _ request: Request, _ context: ConsoleContext) throws {
        if requirement == .open { return }
        guard let principal = context.principal else { throw Problem.unauthenticated(request) }
        if let session = context.session, !request.isReading {
            guard request.headers[.csrf] == session.csrf else {
                throw Problem(.forbidden, "the header X-Tagalong-CSRF with the session's token is expected")
            }
        }
        switch requirement {
        case .open, .somebody: break
        case .administrator:
            guard principal.mayAdminister else { throw Problem.forbidden }
        case .device(let device, let right):
            try principal.require(right, device)
            if principal.isByArea(device), !Requirement.isOpenByArea(request.uri.path) { throw Problem.byAreaOnly }
        }
    }
}

extension Principal {
    /// Refuses what the principal may not do with a device.
    ///
    /// - Throws: ``Problem``: 404 for who may not even know of it.
    func require(_ right: Right, _ device: DeviceID) throws(Problem) {
        if may(right, device) { return }
        guard may(.lastPosition, device) else { throw Problem(.notFound, "there is no item \(device)") }
        throw .forbidden
    }
}

extension Problem {
    /// For who may not do that, and would not with another try either.
    static let forbidden = Problem(.forbidden, "this is not among what you may do here")

    /// For who has not said who they are.
    static func unauthenticated(_ request: Request) -> Problem {
        let isPhone = ["/pub", "/api/0", "/ws"].contains { request.uri.path.hasPrefix($0) }
        let scheme = isPhone ? #"Basic realm="tagalong", charset="UTF-8""# : #"Bearer realm="tagalong""#
        return Problem(
            .unauthorized,
            "log in first, or send a token",
            headers: [.wwwAuthenticate: scheme]
        )
    }
}

extension HTTPField.Name {
    /// The token that a page sends with every change.
    static let csrf = HTTPField.Name("X-Tagalong-CSRF") ?? .authorization
}

extension Request {
    var isReading: Bool { method == .get || method == .head || method == .options }

    /// A token, as a bearer's or as the password of a phone.
    fileprivate var token: AccessSecret? {
        guard let header = headers[.authorization] else { return nil }
        let parts = header.split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return nil }
        switch parts[0].lowercased() {
        case "bearer": return AccessSecret(sent: parts[1])
        case "basic":
            let pair = Data(base64Encoded: parts[1]).map { String(decoding: $0, as: UTF8.self) }
            return pair?.split(separator: ":", maxSplits: 1).dropFirst().first.map { AccessSecret(sent: String($0)) }
        default: return nil
        }
    }

    /// What the cookie of a session holds.
    var sessionSecret: AccessSecret? {
        cookies[SessionCookie.name].map { AccessSecret(sent: $0.value) }
    }
}
