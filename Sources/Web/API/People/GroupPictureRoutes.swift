import Access
import HTTPTypes
import Hummingbird
import Store
import Tracking
import Web

/// `/api/v1/groups/…/picture`: what a group looks like.
struct GroupPictureRoutes: ConsoleRoutes {
    let parts: WebParts

    private static let path: RouterPath = "/api/v1/groups/{group}/picture"

    var routes: [Route] {
        [
            Route(.get, Self.path, .person, show), Route(.put, Self.path, .person, set),
            Route(.delete, Self.path, .person, remove),
        ]
    }

    private func show(_ request: Request, _ context: ConsoleContext) throws -> Response {
        var query = QueryReader(request)
        let version = query.integer("v", in: 0...Int.max)
        try query.finish()
        let id = try context.text("group")
        let picture = try parts.forPerson(context) { access, account, _ throws(AccessError) in
            try access.groups.picture(of: id, for: account)
        }
        guard let picture else { throw Problem(.notFound, "this group has no picture") }
        return PictureAnswer.response(picture, version: version, to: request)
    }

    private func set(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let id = try context.text("group")
        let picture = try await PictureAnswer.read(request, at: parts.clock)
        let detail = try parts.forPerson(context) { access, account, _ throws(AccessError) in
            try access.groups.setPicture(picture, of: id, by: account)
            return try GroupDetail(id, access, for: account)
        }
        return try Answer.json(detail)
    }

    private func remove(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        let id = try context.text("group")
        try parts.forPerson(context) { access, account, _ throws(AccessError) in
            try access.groups.setPicture(nil, of: id, by: account)
        }
        return Answer.nothing
    }
}
