import Access
import HTTPTypes
import Hummingbird
import JSON
import Tracking
import Web

/// `/api/v1/requests` and `/api/v1/people/…/request`: who asks whom for a connection, and the answer.
struct PeopleRequestRoutes: ConsoleRoutes {
    let parts: WebParts

    var routes: [Route] {
        [
            Route(.get, "/api/v1/requests", .person, list),
            Route(.post, "/api/v1/people/{account}/request", .person, ask),
            Route(.delete, "/api/v1/people/{account}/request", .person, withdraw),
            Route(.post, "/api/v1/people/{account}/answer", .person, answer),
        ]
    }

    private func list(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        let requests = try parts.forPerson(context) { access, account, now throws(AccessError) in
            try access.contacts.requests(of: account, at: now)
        }
        return try Answer.json([
            "received": requests.received.map(PersonAnswer.init(line:)),
            "sent": requests.sent.map(PersonAnswer.init(line:)),
        ])
    }

    private func ask(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let other = try context.name("account")
        var body = BodyReader(try await request.optionalJSON(context) ?? [:])
        let (grants, wants) = (body.level("grants") ?? TrustLevel(), body.level("wants") ?? TrustLevel())
        try body.finish()
        try parts.forPerson(context) { access, account, now throws(AccessError) in
            try access.contacts.ask(
                other, by: account, granting: grants, wanting: wants, from: context.source, at: now
            )
        }
        return try Answer.json(try PersonAnswer(parts.person(context)), status: .created)
    }

    private func withdraw(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        let other = try context.name("account")
        try parts.forPerson(context) { access, account, now throws(AccessError) in
            try access.contacts.withdraw(other, by: account, at: now)
        }
        return Answer.nothing
    }

    private func answer(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let other = try context.name("account")
        var body = BodyReader(try await request.json(context))
        body.require("accept")
        let (isAccepted, level) = (body.flag("accept") ?? false, body.level("level"))
        if !isAccepted, level != nil { body.refuse("level", "who is rejected is granted nothing") }
        try body.finish()
        try parts.forPerson(context) { access, account, now throws(AccessError) in
            if isAccepted {
                try access.contacts.accept(
                    other, by: account, granting: level ?? TrustLevel(), from: context.source, at: now
                )
            } else {
                try access.contacts.reject(other, by: account, at: now)
            }
        }
        return isAccepted ? try Answer.json(try PersonAnswer(parts.person(context))) : Answer.nothing
    }
}
