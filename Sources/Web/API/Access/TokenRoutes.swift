import Access
import HTTPTypes
import Hummingbird
import Tracking
import Web

/// `/api/v1/tokens`: the ways in for programs and phones.
struct TokenRoutes: ConsoleRoutes {
    let parts: WebParts

    var routes: [Route] {
        [
            Route(.get, "/api/v1/tokens", .administrator, list), Route(.post, "/api/v1/tokens", .administrator, add),
            Route(.delete, "/api/v1/tokens/{id}", .administrator, revoke),
        ]
    }

    private func list(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        return try Answer.json(["tokens": try parts.accounts.tokens().map { TokenAnswer($0) }])
    }

    private func add(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let (manager, now) = (try AccountManager(parts, context), parts.clock.now)
        var body = BodyReader(try await request.json(context))
        body.require("account")
        let (account, label) = (body.name("account"), body.label("label", .label) ?? "")
        let (scope, expires) = (body.word("scope") ?? Scope.readLast, body.time("expires"))
        if let expires, expires <= now { body.refuse("expires", "a time to come is expected") }
        try body.finish()
        guard let account else { throw Problem(.unprocessableContent, "a member is missing") }
        do {
            let (secret, token) = try manager.access.makeToken(
                label, of: account, scope: scope, expires: expires, from: context.source, at: now
            )
            return try Answer.json(TokenAnswer(token, secret: secret), status: .created)
        } catch let error as AccessError { throw Problem(error, at: now) }
    }

    private func revoke(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        let (manager, id) = (try AccountManager(parts, context), try context.text("id"))
        do {
            try manager.access.revokeToken(id, from: context.source, at: parts.clock.now)
        } catch { throw Problem(error, at: parts.clock.now) }
        return Answer.nothing
    }
}

/// A token, as it is answered; with the keys of `account token list --json`.
private struct TokenAnswer: Encodable {
    let id, account, label, scope, created: String
    let used, expires: String?
    /// The secret, told this once.
    let token: String?

    init(_ token: Token, secret: AccessSecret? = nil) {
        (id, account, label) = (token.id, token.account.text, token.label)
        (scope, created) = (token.scope.rawValue, token.created.description)
        (used, expires) = (token.used?.description, token.expires?.description)
        self.token = secret?.text
    }
}
