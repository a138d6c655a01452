import Access
import HTTPTypes
import Hummingbird
import Tracking
import Web

/// `/api/v1/passcode`: setting, changing and removing one's own (cases 5-1-1 to 5-3-1).
struct PasscodeRoutes: ConsoleRoutes {
    let parts: WebParts

    var routes: [Route] {
        [Route(.put, "/api/v1/passcode", .somebody, set), Route(.delete, "/api/v1/passcode", .somebody, remove)]
    }

    private func set(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        var body = BodyReader(try await request.json(context))
        body.require("new", "again")
        let (current, new) = (body.text("current", characters: 0...1000), body.text("new", characters: 0...1000))
        let again = body.text("again", characters: 0...1000)
        if let new, let again, new != again { body.refuse("again", "the same as 'new' is expected") }
        if let new, (try? Passcode(new)) == nil {
            body.refuse("new", "\(Passcode.shortest) to \(Passcode.longest) characters are expected")
        }
        try body.finish()
        let device = request.deviceSecret(isEncrypted: context.isEncrypted)
        let (source, passcode, session) = (context.source, new ?? "", context.session)
        return try await change(request, context, device) { access, account, now in
            try access.changePasscode(
                to: Passcode(passcode), current: current, of: account, session: session, from: source, device: device,
                at: now
            )
        }
    }

    private func remove(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        var body = BodyReader(try await request.json(context))
        body.require("current")
        let current = body.text("current", characters: 0...1000)
        try body.finish()
        let device = request.deviceSecret(isEncrypted: context.isEncrypted)
        let (source, session) = (context.source, context.session)
        return try await change(request, context, device) { access, account, now in
            try access.removePasscode(
                current: current, of: account, session: session, from: source, device: device, at: now
            )
            return nil
        }
    }

    private func change(
        _ request: Request,
        _ context: ConsoleContext,
        _ device: AccessSecret?,
        _ body: @Sendable @escaping (AccessControl, Name, Timestamp) throws -> OpenedSession?
    ) async throws -> Response {
        guard let access = parts.access else { throw Problem(.notFound, "nobody can log in to this console") }
        // A token is for what a program does, and not for letting its holder in for ever.
        if context.isProtected, context.session == nil { throw Problem.forbidden }
        let isEncrypted = context.isEncrypted
        do {
            let account = try context.principal?.account ?? Name(Account.first)
            let clock = parts.clock
            let opened = try await parts.withPasscode(of: account.text, access, device, context) {
                try body(access, account, clock.now)
            }
            let cookies = try opened.map { try parts.cookies(of: $0, request, context) }
            return Response(
                status: .noContent, headers: cookies ?? [.setCookie: SessionCookie.removal(isEncrypted: isEncrypted)]
            )
        } catch let error as AccessError {
            // 401 would say that the session is over.
            if error == .refused { throw Problem(.forbidden, "the present passcode is another one") }
            throw Problem(error, at: parts.clock.now)
        }
    }
}
