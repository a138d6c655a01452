import Access
import HTTPTypes
import Hummingbird
import Tracking
import Web

/// `/api/v1/people`: one's contacts, and whoever else one sees.
struct PeopleRoutes: ConsoleRoutes {
    let parts: WebParts

    var routes: [Route] {
        [
            Route(.get, "/api/v1/people", .person, list),
            Route(.get, "/api/v1/people/{account}", .person, show),
            Route(.delete, "/api/v1/people/{account}", .person, remove),
            Route(.get, "/api/v1/people/{account}/picture", .person, showPicture),
            Route(.put, "/api/v1/people/{account}/level", .person, setLevel),
        ]
    }

    private func list(_ request: Request, _ context: ConsoleContext) throws -> Response {
        var query = QueryReader(request)
        let name = query.value("name", "a text of at most 60 characters") { TextBounds(0...60).fits($0) ? $0 : nil }
        try query.finish()
        let people = try parts.forPerson(context) { access, account, _ throws(AccessError) in
            try access.contacts.list(of: account, beginning: name)
        }
        return try Answer.json(["people": people.map(PersonAnswer.init(line:))])
    }

    private func show(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        return try Answer.json(try PersonAnswer(parts.person(context)))
    }

    private func showPicture(_ request: Request, _ context: ConsoleContext) throws -> Response {
        var query = QueryReader(request)
        let version = query.integer("v", in: 0...Int.max)
        try query.finish()
        let other = try context.name("account")
        let picture = try parts.forPerson(context) { access, account, now throws(AccessError) in
            try access.profiles.picture(of: other, for: account, at: now)
        }
        guard let picture else { throw Problem(.notFound, "there is no picture of \(other) that you may see") }
        return PictureAnswer.response(picture, version: version, to: request)
    }

    private func setLevel(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let other = try context.name("account")
        var body = BodyReader(try await request.json(context))
        body.require("level")
        let level = body.level("level") ?? TrustLevel()
        try body.finish()
        try parts.forPerson(context) { access, account, now throws(AccessError) in
            try access.contacts.setLevel(level, of: other, by: account, from: context.source, at: now)
        }
        return try Answer.json(try PersonAnswer(parts.person(context)))
    }

    private func remove(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        let other = try context.name("account")
        try parts.forPerson(context) { access, account, now throws(AccessError) in
            try access.contacts.remove(other, by: account, from: context.source, at: now)
        }
        return Answer.nothing
    }
}

extension WebParts {
    /// The person that the path names, as the one who asks sees them.
    func person(_ context: ConsoleContext) throws -> PersonView {
        let other = try context.name("account")
        return try forPerson(context) { access, account, now throws(AccessError) in
            try access.profiles.person(other, for: account, at: now)
        }
    }
}
