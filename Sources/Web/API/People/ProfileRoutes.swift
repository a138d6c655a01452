import Access
import HTTPTypes
import Hummingbird
import Store
import Tracking
import Web

/// `/api/v1/profile`: what one tells of oneself.
struct ProfileRoutes: ConsoleRoutes {
    let parts: WebParts

    private static let picture: RouterPath = "/api/v1/profile/picture"

    var routes: [Route] {
        [
            Route(.get, "/api/v1/profile", .person, show), Route(.put, "/api/v1/profile", .person, replace),
            Route(.get, Self.picture, .person, showPicture), Route(.put, Self.picture, .person, setPicture),
            Route(.delete, Self.picture, .person, removePicture),
        ]
    }

    private func show(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        return try Answer.tagged(try answer(context), for: request)
    }

    private func replace(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        var body = BodyReader(try await request.json(context))
        let profile = body.profile()
        try body.finish()
        var trouble: (any Error)?
        try parts.forPerson(context) { access, account, now throws(AccessError) in
            try access.profiles.replace(profile, of: account, from: context.source, at: now) { known, picture in
                guard request.headers[.ifMatch] != nil else { return true }
                do {
                    let answer = ProfileAnswer(known, of: account, picture: picture)
                    try EntityTag(of: try Answer.bytes(of: answer)).check(request)
                } catch { trouble = error }
                return trouble == nil
            }
        }
        if let trouble { throw trouble }
        return try Answer.tagged(try answer(context), for: request)
    }

    private func showPicture(_ request: Request, _ context: ConsoleContext) throws -> Response {
        var query = QueryReader(request)
        let version = query.integer("v", in: 0...Int.max)
        try query.finish()
        let picture = try parts.forPerson(context) { access, account, _ throws(AccessError) in
            try access.profiles.picture(of: account)
        }
        guard let picture else { throw Problem(.notFound, "there is no picture in your profile") }
        return PictureAnswer.response(picture, version: version, to: request)
    }

    private func setPicture(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let picture = try await PictureAnswer.read(request, at: parts.clock)
        try parts.forPerson(context) { access, account, now throws(AccessError) in
            try access.profiles.setPicture(picture, of: account, from: context.source, at: now)
        }
        return try Answer.json(try answer(context))
    }

    private func removePicture(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        try parts.forPerson(context) { access, account, now throws(AccessError) in
            try access.profiles.setPicture(nil, of: account, from: context.source, at: now)
        }
        return Answer.nothing
    }

    private func answer(_ context: ConsoleContext) throws -> ProfileAnswer {
        try parts.forPerson(context) { access, account, now throws(AccessError) in
            let profile = try access.profiles.profile(of: account)
            let picture = try access.profiles.person(account, for: account, at: now).picture
            return ProfileAnswer(profile, of: account, picture: picture)
        }
    }
}
