import Access
import HTTPTypes
import Hummingbird
import Tracking
import Web

/// `/api/v1/people/…/things`: what one shares with a contact; `/api/v1/things`: what others share with one.
struct SharedThingRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    private static let path: RouterPath = "/api/v1/people/{account}/things"

    var routes: [Route] {
        [
            Route(.get, Self.path, .person, list), Route(.put, Self.path, .person, share),
            Route(.get, "/api/v1/things", .person, received),
        ]
    }

    private func list(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        let contact = try context.name("account")
        return try Answer.json(["things": try things(with: contact, context)])
    }

    private func share(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let contact = try context.name("account")
        var body = BodyReader(try await request.json(context))
        body.require("things")
        let grants = body.grants("things") ?? []
        try body.finish()
        try context.refuseSharingByToken(grants)
        let added = try parts.added(grants)
        try parts.web.forPerson(context) { access, account, now throws(AccessError) in
            try access.shares.share(
                grants, added: added, of: account, with: contact, from: context.source, at: now
            )
        }
        return try Answer.json(["things": try things(with: contact, context)])
    }

    private func things(with contact: Name, _ context: ConsoleContext) throws -> [String] {
        try parts.web.forPerson(context) { access, account, _ throws(AccessError) in
            try access.shares.things(of: account, with: contact).map(\.description)
        }
    }

    private func received(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        let things = try parts.web.forPerson(context) { access, account, _ throws(AccessError) in
            try access.shares.things(sharedWith: account)
        }
        return try Answer.json(["things": things.map(SharedThingAnswer.init)])
    }
}

/// What somebody shares with one, as it is answered.
private struct SharedThingAnswer: Encodable {
    let giver, thing: String
    /// Of all of an owner's things, those that are not among them.
    let without: [String]?

    init(_ thing: SharedThing) {
        (giver, self.thing) = (thing.giver.text, thing.grant.description)
        without = thing.exceptions.isEmpty ? nil : thing.exceptions.sorted().map(\.text)
    }
}

extension ConsoleContext {
    /// Refuses that items are shared by a token, which is for what a program does, and not for letting others in beyond
    /// its own end and scope.
    ///
    /// - Throws: ``Problem``.
    func refuseSharingByToken(_ things: [Grant]) throws(Problem) {
        guard !things.isEmpty, viewer.token != nil else { return }
        throw Problem(.forbidden, "items are shared by who has logged in with a passcode or a passkey, not by a token")
    }
}
