import Access
import HTTPTypes
import Hummingbird
import Tracking
import Web

/// `/api/v1/groups`: groups of people, and what one is in each.
struct GroupRoutes: ConsoleRoutes {
    let parts: WebParts

    private static let path: RouterPath = "/api/v1/groups/{group}"

    var routes: [Route] {
        [
            Route(.get, "/api/v1/groups", .person, list), Route(.post, "/api/v1/groups", .person, make),
            Route(.get, Self.path, .person, show), Route(.patch, Self.path, .person, change),
            Route(.delete, Self.path, .person, delete),
            Route(.put, "/api/v1/groups/{group}/membership", .person, give),
        ]
    }

    private func list(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        return try parts.answered(context) { desk in
            try Answer.json(["groups": desk.groups.groups(of: desk.account).map(GroupAnswer.init)])
        }
    }

    private func make(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        var body = BodyReader(try await request.json(context))
        body.require("name")
        let (name, description) = (body.groupName(), body.groupDescription())
        let (isOpen, membership) = (body.flag("open"), body.membership())
        try body.finish()
        return try parts.answered(context) { desk in
            let id = try desk.groups.make(
                name: name ?? "",
                description: description ?? "",
                isOpen: isOpen ?? false,
                giving: membership,
                by: desk.account,
                from: context.source,
                at: desk.now
            )
            return try Answer.json(GroupDetail(id, desk), status: .created)
        }
    }

    private func show(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        let id = try context.text("group")
        return try parts.answered(context) { try Answer.json(GroupDetail(id, $0)) }
    }

    private func change(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let id = try context.text("group")
        var body = BodyReader(try await request.json(context))
        let (name, description, isOpen) = (body.groupName(), body.groupDescription(), body.flag("open"))
        body.refuseEmpty()
        try body.finish()
        return try parts.answered(context) { desk in
            try desk.groups.change(id, name: name, description: description, isOpen: isOpen, by: desk.account)
            return try Answer.json(GroupDetail(id, desk))
        }
    }

    private func delete(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        let id = try context.text("group")
        return try parts.answered(context) { desk in
            try desk.groups.delete(id, by: desk.account, from: context.source, at: desk.now)
            return Answer.nothing
        }
    }

    private func give(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let id = try context.text("group")
        var body = BodyReader(try await request.json(context))
        body.require("level", "things")
        let membership = body.membership()
        try body.finish()
        return try parts.answered(context) { desk in
            try desk.groups.give(membership, of: desk.account, to: id, from: context.source, at: desk.now)
            return try Answer.json(GroupDetail(id, desk))
        }
    }
}

extension BodyReader {
    fileprivate mutating func groupName() -> String? { label("name", UserGroup.nameBounds) }

    fileprivate mutating func groupDescription() -> String? {
        let range = UserGroup.descriptionBounds.characters
        return text("description", characters: range)
    }

    /// What a member gives: `level` and `things`, each of them empty where it is not told.
    mutating func membership() -> Membership {
        Membership(level: trustLevel("level") ?? TrustLevel(), things: grants("things") ?? [])
    }
}
