import Access
import HTTPTypes
import Hummingbird
import Logging
import OpenID
import Store
import Tracking
import Web

/// Logging in by other sites (OpenID Connect): there with a redirect, back with a code, which is held against who has gone.
struct OpenIDRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    var routes: [Route] {
        [
            Route(.get, "/api/v1/openid/{provider}", .open, leave),
            Route(.post, "/api/v1/openid/{provider}", .open, leaveInvited),
            Route(.get, "/api/v1/openid/{provider}/callback", .open, comeBack),
            Route(.get, "/api/v1/session/identity", .open, showPending),
            Route(.post, "/api/v1/session/identity", .open, confirm),
            Route(.get, "/api/v1/identities", .somebody, list), Route(.post, "/api/v1/identities", .somebody, link),
            Route(.delete, "/api/v1/identities/{provider}", .somebody, remove),
        ]
    }

    /// What the page that one comes back to is told, behind its `#`.
    private enum Outcome: String {
        case done
        /// An account has the same mail address, or somebody who is logged in wants the identity: to be confirmed.
        case confirm
        case closed, deactivated
        /// The site does not say who somebody is, or nothing that can be believed.
        case refused
        /// The site is not to be had.
        case away
        /// Nobody was sent there from this browser lately.
        case stale
    }

    private func client(_ context: ConsoleContext) throws(Problem) -> OpenIDClient {
        let name = try context.name("provider")
        guard let client = parts.signIn.openID.first(where: { $0.provider.name == name }) else {
            throw Problem(.notFound, "there is no site '\(name)' to log in by")
        }
        return client
    }

    private func cookie(_ context: ConsoleContext) -> OpenIDCookie {
        OpenIDCookie(seal: parts.web.cursors, isEncrypted: context.isEncrypted)
    }

    /// Where a site sends the browser back to: the same that it was told of beforehand, and nothing of the request.
    private func redirect(_ client: OpenIDClient) throws(Problem) -> String {
        guard let pages = parts.signIn.pages() else {
            throw Problem(.conflict, "it is not known where these pages are for others; 'page-url' tells it")
        }
        return "\(pages)/api/v1/openid/\(client.provider.name)/callback"
    }

    private func leave(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        var query = QueryReader(request)
        let language: LetterLanguage? = query.word("language")
        let isLink = query.value("link", "true or false") { ["true": true, "false": false][$0] }
        try query.finish()
        _ = try parts.accounts(context)
        let client = try client(context)
        let flow = OpenIDCookie.Flow(
            attempt: LoginAttempt(), invitation: nil, language: language ?? .english, isLink: isLink ?? false
        )
        guard let address = try await address(for: flow, client) else { return home(.away) }
        let cookie = try cookie(context).header(flow, at: client.provider.name, until: parts.clock.now)
        return Response(
            status: .seeOther, headers: [.location: address, .setCookie: cookie, .cacheControl: "no-store"]
        )
    }

    /// The same for who is invited: the secret comes in the body and goes into the sealed cookie, so that it is in no address,
    /// which logs and histories keep.
    private func leaveInvited(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        _ = try parts.accounts(context)
        let client = try client(context)
        var body = BodyReader(try await request.json(context))
        body.require("invitation")
        let invitation = body.text("invitation", characters: 1...200)
        let language: LetterLanguage? = body.word("language")
        try body.finish()
        let flow = OpenIDCookie.Flow(
            attempt: LoginAttempt(), invitation: invitation.map { AccessSecret(sent: $0) },
            language: language ?? .english, isLink: false
        )
        guard let address = try await address(for: flow, client) else {
            throw Problem(.badGateway, "\(client.provider.title) cannot be reached; try again later")
        }
        var answer = try Answer.json(["address": address])
        answer.headers[.setCookie] = try cookie(context).header(flow, at: client.provider.name, until: parts.clock.now)
        answer.headers[.cacheControl] = "no-store"
        return answer
    }

    /// Where somebody says at a site who they are; nil where the site is not to be had.
    private func address(for flow: OpenIDCookie.Flow, _ client: OpenIDClient) async throws -> String? {
        let redirect = try redirect(client)
        do throws(OpenIDError) {
            return try await client.address(for: flow.attempt, redirect: redirect, at: parts.clock.now)
        } catch {
            parts.logger.warning("nobody can be sent to \(client.provider.name): \(error)")
            return nil
        }
    }

    private func comeBack(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let (access, client, now) = (try parts.accounts(context), try client(context), parts.clock.now)
        let cookie = cookie(context)
        // Sites send what they like besides.
        let query = request.uri.queryParameters
        let flow = cookie.flow(request, at: client.provider.name, at: now)
        // Whoever wants the identity for the account that is logged in goes on where they were.
        let place = flow?.isLink == true ? "/settings" : "/"
        // Some leave out the state where somebody does not want to, which lets nobody in.
        if flow != nil, query["error"] != nil { return home(.refused, at: place) }
        guard let flow, let state = query["state"].map(String.init),
            AccessSecret(sent: state).matches(.init(sent: flow.attempt.state))
        else { return home(.stale, forgetting: cookie) }
        guard let code = query["code"].map(String.init), code.utf8.count <= 4096 else {
            return home(.refused, forgetting: cookie, at: place)
        }
        let redirect = try redirect(client)
        let claims: OpenIDClaims
        do throws(OpenIDError) {
            claims = try await client.claims(code: code, of: flow.attempt, redirect: redirect, at: now)
        } catch {
            parts.logger.warning("nobody is logged in by \(client.provider.name): \(error)")
            if case .away = error { return home(.away, forgetting: cookie, at: place) }
            return home(.refused, forgetting: cookie, at: place)
        }
        let identity = ForeignIdentity(
            issuer: client.provider.issuer, subject: claims.subject, mail: claims.mail.flatMap { MailAddress($0) },
            name: TextBounds(0...64).repaired(claims.name)
        )
        if flow.isLink { return try wait(identity, client, account: nil, cookie) }
        return try await logIn(identity, claims, flow, client, access, request, context)
    }

    private func logIn(
        _ identity: ForeignIdentity,
        _ claims: OpenIDClaims,
        _ flow: OpenIDCookie.Flow,
        _ client: OpenIDClient,
        _ access: AccessControl,
        _ request: Request,
        _ context: ConsoleContext
    ) async throws -> Response {
        let cookie = cookie(context)
        do {
            let store = parts.store
            let outcome = try access.logIn(
                identity, language: flow.language, invitation: flow.invitation, where: parts.signIn.registration,
                from: context.source, at: parts.clock.now, isTaken: { try !store.devices(of: $0).isEmpty }
            )
            switch outcome {
            case .unconfirmed(let account): return try wait(identity, client, account: account, cookie)
            case .opened(let opened): return try home(opened, request, context, cookie)
            case .registered(let opened):
                if let account = opened.session.principal.account { await keepPicture(claims, account, client, access) }
                return try home(opened, request, context, cookie)
            }
        } catch let error as AccessError {
            switch error {
            case .registrationClosed, .badLink: return home(.closed, forgetting: cookie)
            case .deactivated: return home(.deactivated, forgetting: cookie)
            default: throw Problem(error, at: parts.clock.now)
            }
        }
    }

    /// The picture that somebody has at the site, without what else is told in it; one that is none is no reason not to let
    /// them in.
    private func keepPicture(
        _ claims: OpenIDClaims, _ account: Name, _ client: OpenIDClient, _ access: AccessControl
    ) async {
        guard let address = claims.picture, let bytes = await client.picture(address, limit: PhotoFile.limit),
            let picture = try? PhotoFile(bytes)
        else { return }
        do {
            try access.setFirstPicture(
                picture.cleaned, kind: picture.kind.rawValue, of: account, at: parts.clock.now
            )
        } catch { parts.logger.warning("the picture of \(account) is not kept: \(error)") }
    }

    /// Keeps an identity in the browser until its account's owner says that it is theirs.
    private func wait(
        _ identity: ForeignIdentity, _ client: OpenIDClient, account: Name?, _ cookie: OpenIDCookie
    ) throws -> Response {
        let pending = OpenIDCookie.Pending(
            provider: client.provider.name.text, issuer: identity.issuer, subject: identity.subject,
            mail: identity.mail?.text, name: identity.name, account: account?.text
        )
        var response = home(.confirm, at: account == nil ? "/settings" : "/")
        response.headers[.setCookie] = try cookie.header(pending, until: parts.clock.now)
        return response
    }

    private func home(
        _ outcome: Outcome, forgetting cookie: OpenIDCookie? = nil, at place: String = "/"
    ) -> Response {
        var headers: HTTPFields = [.location: "\(place)#openid=\(outcome.rawValue)", .cacheControl: "no-store"]
        if let cookie { headers[.setCookie] = cookie.removal }
        return Response(status: .seeOther, headers: headers)
    }

    private func home(
        _ opened: OpenedSession, _ request: Request, _ context: ConsoleContext, _ cookie: OpenIDCookie
    ) throws -> Response {
        var headers = try parts.web.cookies(of: opened, request, context)
        headers.append(HTTPField(name: .setCookie, value: cookie.removal))
        headers[.location] = "/"
        headers[.cacheControl] = "no-store"
        return Response(status: .seeOther, headers: headers)
    }

    /// What waits to be confirmed, as the page says it.
    private struct PendingAnswer: Encodable {
        let provider: String
        let title: String
        let mail: String?
        /// Whether the passcode of the account with that address is asked for; else whoever is logged in takes it.
        let passcode: Bool
    }

    private func pending(
        _ request: Request, _ context: ConsoleContext
    ) throws(Problem) -> (pending: OpenIDCookie.Pending, client: OpenIDClient) {
        guard let pending = cookie(context).pending(request, at: parts.clock.now),
            let client = parts.signIn.openID.first(where: { $0.provider.name.text == pending.provider })
        else { throw Problem(.notFound, "nothing waits to be confirmed; log in by the other site again") }
        return (pending, client)
    }

    private func showPending(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        let (pending, client) = try pending(request, context)
        return try Answer.json(
            PendingAnswer(
                provider: pending.provider, title: client.provider.title, mail: pending.mail,
                passcode: pending.account != nil
            )
        )
    }

    /// The owner of the account with the same mail address says with its passcode that the identity is theirs.
    private func confirm(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let access = try parts.accounts(context)
        var body = BodyReader(try await request.json(context))
        body.require("passcode")
        let passcode = body.text("passcode", characters: 0...1000) ?? ""
        try body.finish()
        let pending = try pending(request, context).pending
        guard let account = try pending.account.map({ try Name($0) }) else { throw Problem.forbidden }
        let device = request.deviceSecret(isEncrypted: context.isEncrypted)
        let (clock, source) = (parts.clock, context.source)
        do {
            let opened = try await parts.web.withPasscode(of: account.text, access, device, context) {
                try access.logIn(
                    confirming: pending.identity, of: account, passcode: passcode, from: source, device: device,
                    at: clock.now
                )
            }
            var headers = try parts.web.cookies(of: opened, request, context)
            headers.append(HTTPField(name: .setCookie, value: cookie(context).removal))
            return Response(status: .noContent, headers: headers)
        } catch let error as AccessError { throw Problem(error, at: parts.clock.now) }
    }

    /// An identity, as it is listed.
    private struct Line: Encodable {
        let issuer: String
        /// The site, where it can still be logged in by.
        let provider: String?
        let created: String
        let used: String?
    }

    private func list(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        let (access, account) = try account(context)
        let lines = try access.identities(of: account).map { identity in
            Line(
                issuer: identity.issuer,
                provider: parts.signIn.openID.first { $0.provider.issuer == identity.issuer }?.provider.name.text,
                created: identity.created.description, used: identity.used?.description
            )
        }
        return try Answer.json(["identities": lines])
    }

    /// Whoever is logged in takes the identity that waits, which lets in from then on as the passcode does.
    private func link(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let (access, account) = try account(context)
        let pending = try pending(request, context).pending
        var body = BodyReader(try await request.json(context))
        let passcode = body.text("passcode", characters: 0...1000)
        try body.finish()
        try await parts.confirm(passcode, access, request, context)
        // That of another account with the same address is its owner's to confirm.
        guard pending.account == nil || pending.account == account.text else { throw Problem.forbidden }
        do throws(AccessError) {
            try access.link(pending.identity, to: account, from: context.source, at: parts.clock.now)
        } catch { throw Problem(error, at: parts.clock.now) }
        return Response(status: .noContent, headers: [.setCookie: cookie(context).removal])
    }

    private func remove(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let (access, account) = try account(context)
        let client = try client(context)
        var body = BodyReader(try await request.json(context))
        let passcode = body.text("passcode", characters: 0...1000)
        try body.finish()
        try await parts.confirm(passcode, access, request, context)
        do throws(AccessError) {
            try access.removeIdentities(
                from: client.provider.issuer, of: account, from: context.source, at: parts.clock.now
            )
        } catch { throw Problem(error, at: parts.clock.now) }
        return Answer.nothing
    }

    /// Who asks, by a session: a token is for what a program does.
    private func account(_ context: ConsoleContext) throws(Problem) -> (AccessControl, Name) {
        let access = try parts.accounts(context)
        guard let account = context.session?.principal.account else { throw Problem.forbidden }
        return (access, account)
    }
}
