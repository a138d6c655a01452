import Access
import HTTPTypes
import Hummingbird
import Tracking
import Web

/// One's own mail address, and letting one's account rest.
struct OwnMailRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    var routes: [Route] {
        [
            Route(.get, "/api/v1/mail", .newcomer, show), Route(.put, "/api/v1/mail", .somebody, change),
            Route(.delete, "/api/v1/mail", .somebody, remove),
            Route(.post, "/api/v1/deactivation", .somebody, deactivate),
        ]
    }

    private func show(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        let (access, account) = try account(context)
        return try Answer.json(["mail": try access.mail(of: account)?.text])
    }

    private func change(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let (access, account) = try account(context)
        let carrier = try parts.carrier()
        var body = BodyReader(try await request.json(context))
        body.require("mail")
        let (mail, passcode) = (body.mail("mail"), body.text("passcode", characters: 0...1000))
        try body.finish()
        guard let mail else { throw Problem(.unprocessableContent, "a member is missing") }
        try await parts.confirm(passcode, access, request, context)
        do throws(AccessError) {
            let letter = try access.letter(
                toChangeMailOf: account, to: mail, from: context.source, at: parts.clock.now
            )
            if let letter { carrier.send(letter) }
        } catch { throw Problem(error, at: parts.clock.now) }
        return Response(status: .accepted)
    }

    private func remove(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let (access, account) = try await confirmed(request, context)
        do throws(AccessError) {
            parts.signIn.send(try access.setMail(nil, of: account, from: context.source, at: parts.clock.now))
        } catch { throw Problem(error, at: parts.clock.now) }
        return Answer.nothing
    }

    private func deactivate(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let (access, account) = try await confirmed(request, context)
        do throws(AccessError) {
            let letter = try access.deactivate(account, withLetter: true, from: context.source, at: parts.clock.now)
            parts.signIn.send(letter)
        } catch { throw Problem(error, at: parts.clock.now) }
        let cookie = SessionCookie.removal(isEncrypted: context.isEncrypted)
        return Response(status: .noContent, headers: [.setCookie: cookie, .clearSiteData: #""cache", "storage""#])
    }

    /// Who asks, by a session: a token is for what a program does.
    private func account(_ context: ConsoleContext) throws(Problem) -> (AccessControl, Name) {
        let access = try parts.accounts(context)
        guard let account = context.session?.principal.account else { throw Problem.forbidden }
        return (access, account)
    }

    /// Who asks, and has typed the passcode once more.
    private func confirmed(_ request: Request, _ context: ConsoleContext) async throws -> (AccessControl, Name) {
        try request.refuseQuery()
        let (access, account) = try account(context)
        var body = BodyReader(try await request.json(context))
        let passcode = body.text("passcode", characters: 0...1000)
        try body.finish()
        try await parts.confirm(passcode, access, request, context)
        return (access, account)
    }
}

extension ConsoleParts {
    /// Has who asks, by a session, type the passcode once more; an account without one takes a log-in of lately.
    ///
    /// - Throws: ``Problem``: 403 for another passcode, for a token, which is for what a program does, and of the type
    ///   `urn:tagalong:log-in-again`.
    func confirm(
        _ passcode: String?, _ access: AccessControl, _ request: Request, _ context: ConsoleContext
    ) async throws {
        guard let session = context.session, let account = session.principal.account else { throw Problem.forbidden }
        let device = request.deviceSecret(isEncrypted: context.isEncrypted)
        let (clock, source) = (self.clock, context.source)
        do {
            try await web.withPasscode(of: account.text, access, device, context) {
                try access.confirm(passcode ?? "", of: session, from: source, device: device, at: clock.now)
            }
        } catch let error as AccessError {
            // 401 would say that the session is over.
            if error == .refused { throw Problem(.forbidden, "the passcode is another one") }
            throw Problem(error, at: clock.now)
        }
    }
}
