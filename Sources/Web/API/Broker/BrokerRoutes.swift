import Access
import HTTPTypes
import Hummingbird
import JSON
import Tracking
import Web

/// `/api/v1/broker`: who may connect to the private broker.
struct BrokerRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    private static let clients: RouterPath = "/api/v1/broker/clients"

    var routes: [Route] {
        [
            Route(.get, "/api/v1/broker", .administrator, list), Route(.post, Self.clients, .administrator, add),
            Route(.post, "\(Self.clients)/{user}/password", .administrator, rotate),
            Route(.delete, "\(Self.clients)/{user}", .administrator, revoke),
        ]
    }

    private func list(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        guard let desk = parts.broker else { return Self.answer(["clients": .list([])]) }
        let listing = try desk.list()
        return Self.answer([
            "url": .text(listing.url), "authority": listing.authority.map { .text($0) },
            "clients": .list(listing.clients),
        ])
    }

    private func add(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let (manager, desk) = (try AccountManager(parts.web, context), try desk)
        var body = BodyReader(try await request.json(context))
        body.require("kind", "for")
        let kind: BrokerDesk.Wish.Kind? = body.word("kind")
        let subject = body.text("for", characters: 1...129)
        try body.finish()
        guard let kind, let subject else { throw Problem(.unprocessableContent, "a member is missing") }
        let credential: JSONValue
        do { credential = try await desk.add(BrokerDesk.Wish(kind: kind, subject: subject)) } catch {
            if case .wrong(let reason) = error { body.refuse("for", reason) }
            try body.finish()
            throw Problem(error)
        }
        try note(.brokerClientAdded, manager, context)
        return Answer.json(credential.encoded(), status: .created)
    }

    private func rotate(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let (manager, desk, user) = (try AccountManager(parts.web, context), try desk, try context.text("user"))
        let credential: JSONValue
        do { credential = try await desk.rotate(user) } catch { throw Problem(error) }
        try note(.brokerPasswordChanged, manager, context)
        return Answer.json(credential.encoded())
    }

    private func revoke(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let (manager, desk, user) = (try AccountManager(parts.web, context), try desk, try context.text("user"))
        do { try await desk.revoke(user) } catch { throw Problem(error) }
        try note(.brokerClientRevoked, manager, context)
        return Answer.nothing
    }

    private func note(_ event: AuditEntry.Event, _ manager: AccountManager, _ context: ConsoleContext) throws {
        try manager.access.noteBroker(event, by: manager.account, from: context.source, at: parts.clock.now)
    }

    private var desk: BrokerDesk {
        get throws(Problem) {
            guard let desk = parts.broker else {
                let reason = "this console has no private broker: who may connect is kept where the broker is"
                throw Problem(.notFound, reason)
            }
            return desk
        }
    }

    private static func answer(_ members: JSONMembers) -> Response { Answer.json(JSONValue.object(members).encoded()) }
}

extension Problem {
    fileprivate init(_ refusal: BrokerDesk.Refusal) {
        switch refusal {
        case .wrong(let reason): self.init(.unprocessableContent, reason)
        case .unknown(let reason): self.init(.notFound, reason)
        case .taken(let reason): self.init(.conflict, reason)
        case .failed(let reason): self.init(.serviceUnavailable, reason)
        }
    }
}
