import Access
import HTTPTypes
import Hummingbird
import JSON
import Tracking
import Web

/// `/api/v1/people/…/things`: what one shares with a contact; `/api/v1/things`: what others share with one.
struct SharedThingRoutes: ConsoleRoutes {
    let parts: WebParts

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
        return try parts.answered(context) { try things(with: contact, $0) }
    }

    private func share(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let contact = try context.name("account")
        var body = BodyReader(try await request.json(context))
        body.require("things")
        let grants = body.grants("things") ?? []
        try body.finish()
        return try parts.answered(context) { desk in
            try desk.shares.share(grants, of: desk.account, with: contact, from: context.source, at: desk.now)
            return try things(with: contact, desk)
        }
    }

    private func things(with contact: Name, _ desk: PeopleDesk) throws -> Response {
        let things = try desk.shares.things(of: desk.account, with: contact)
        return try Answer.json(["things": things.map(\.description)])
    }

    private func received(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        return try parts.answered(context) { desk in
            try Answer.json(["things": desk.shares.things(sharedWith: desk.account).map(SharedThingAnswer.init)])
        }
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

extension BodyReader {
    /// A level: the sections of a profile that it has.
    mutating func trustLevel(_ key: String) -> TrustLevel? {
        let known = ([TrustLevel.publicWord] + ProfileSection.allCases.map(\.rawValue)).joined(separator: ", ")
        return value(key, "a list of sections, of \(known),") { member in
            guard case .list(let entries) = member, entries.count <= 10 else { return TrustLevel?.none }
            let words = entries.compactMap { entry -> String? in if case .text(let word) = entry { word } else { nil } }
            return words.count == entries.count ? try? TrustLevel(written: words) : TrustLevel?.none
        }
    }
}
