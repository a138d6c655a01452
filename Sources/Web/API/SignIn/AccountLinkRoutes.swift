import Access
import HTTPTypes
import Hummingbird
import Tracking
import Web

/// What an administrator does for others who cannot get in: links that are handed over, invitations, addresses, and
/// accounts that rest.
struct AccountLinkRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    var routes: [Route] {
        [
            Route(.post, "/api/v1/accounts/{account}/links", .administrator, makeLink),
            Route(.put, "/api/v1/accounts/{account}/mail", .administrator, setMail),
            Route(.put, "/api/v1/accounts/{account}/active", .administrator, setActive),
            Route(.post, "/api/v1/invitations", .administrator, invite),
        ]
    }

    /// A link, as it is told this once.
    private struct LinkAnswer: Encodable {
        let url: String
        let expires: String
    }

    private enum Kind: String, CaseIterable {
        case verify, recover, reactivate

        var kind: MailLink.Kind {
            switch self {
            case .verify: .verify
            case .recover: .recover
            case .reactivate: .reactivate
            }
        }
    }

    private func makeLink(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let (manager, name) = (try AccountManager(parts.web, context), try context.name("account"))
        var body = BodyReader(try await request.json(context))
        body.require("kind")
        let kind: Kind? = body.word("kind")
        try body.finish()
        guard let kind = kind?.kind else { throw Problem(.unprocessableContent, "a member is missing") }
        guard name != manager.account else {
            throw Problem(.conflict, "this is your own account: its passcode is changed with the present one")
        }
        return try answer(kind, of: name, mail: nil, manager.access, context)
    }

    private func invite(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let manager = try AccountManager(parts.web, context)
        guard parts.signIn.registration != .closed else {
            throw Problem(.conflict, "registration is closed; open it to those who are invited in sign-in.yaml first")
        }
        var body = BodyReader(try await request.json(context))
        let (mail, isSent) = (body.mail("mail"), body.flag("send") ?? false)
        let language: LetterLanguage? = body.word("language")
        if isSent, !body.has("mail") { body.refuse("mail", "it is required where the invitation is to be sent") }
        try body.finish()
        guard isSent, let mail else {
            return try answer(.invite, of: manager.account, mail: mail, manager.access, context)
        }
        let carrier = try parts.carrier()
        do throws(AccessError) {
            let letter = try manager.access.invitationLetter(
                to: mail, by: manager.account, language ?? .english, from: context.source, at: parts.clock.now
            )
            if let letter { carrier.send(letter) }
        } catch { throw Problem(error, at: parts.clock.now) }
        return Response(status: .accepted)
    }

    private func answer(
        _ kind: MailLink.Kind, of name: Name, mail: MailAddress?, _ access: AccessControl, _ context: ConsoleContext
    ) throws -> Response {
        let link: (secret: AccessSecret, expires: Timestamp)
        do throws(AccessError) {
            link = try access.makeMailLink(kind, of: name, mail: mail, from: context.source, at: parts.clock.now)
        } catch { throw Problem(error, at: parts.clock.now) }
        let url = parts.signIn.address(of: kind, link.secret)
        return try Answer.json(LinkAnswer(url: url, expires: link.expires.description), status: .created)
    }

    private func setMail(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let (manager, name) = (try AccountManager(parts.web, context), try context.name("account"))
        var body = BodyReader(try await request.json(context))
        body.require("mail")
        let mail: MailAddress? = body.isNull("mail") ? body.null("mail") : body.mail("mail")
        try body.finish()
        guard name != manager.account else {
            throw Problem(.conflict, "this is your own account: its address is changed with its passcode")
        }
        do throws(AccessError) {
            let farewell = try manager.access.setMail(mail, of: name, from: context.source, at: parts.clock.now)
            parts.signIn.send(farewell)
        } catch { throw Problem(error, at: parts.clock.now) }
        return Answer.nothing
    }

    private func setActive(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let (manager, name) = (try AccountManager(parts.web, context), try context.name("account"))
        var body = BodyReader(try await request.json(context))
        body.require("active")
        let isActive = body.flag("active") ?? true
        try body.finish()
        guard name != manager.account else {
            throw Problem(.conflict, "this is your own account: deactivate it with its passcode")
        }
        do throws(AccessError) {
            if isActive {
                try manager.access.activate(name, from: context.source, at: parts.clock.now)
            } else {
                try manager.access.deactivate(name, from: context.source, at: parts.clock.now)
            }
        } catch { throw Problem(error, at: parts.clock.now) }
        return Answer.nothing
    }
}
