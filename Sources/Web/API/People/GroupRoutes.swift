import Access
import HTTPTypes
import Hummingbird
import Tracking
import Web

/// `/api/v1/groups`: groups of people, and what one is in each.
struct GroupRoutes: ConsoleRoutes {
    let parts: ConsoleParts

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
        let groups = try parts.web.forPerson(context) { access, account, _ throws(AccessError) in
            try access.groups.groups(of: account)
        }
        return try Answer.json(["groups": groups.map(GroupAnswer.init)])
    }

    private func make(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        var body = BodyReader(try await request.json(context))
        body.require("name")
        let (name, description) = (body.groupName(), body.groupDescription())
        let (isOpen, membership) = (body.flag("open"), body.membership())
        try body.finish()
        try context.refuseSharingByToken(membership.things)
        let given = try parts.dated(membership)
        let detail = try parts.web.forPerson(context) { access, account, now throws(AccessError) in
            let id = try access.groups.make(
                name: name ?? "",
                description: description ?? "",
                isOpen: isOpen ?? false,
                giving: given,
                by: account,
                from: context.source,
                at: now
            )
            return try GroupDetail(id, access, for: account)
        }
        return try Answer.json(detail, status: .created)
    }

    private func show(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        let id = try context.text("group")
        return try Answer.json(
            try parts.web.forPerson(context) { access, account, _ throws(AccessError) in
                try GroupDetail(id, access, for: account)
            }
        )
    }

    private func change(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let id = try context.text("group")
        var body = BodyReader(try await request.json(context))
        let (name, description, isOpen) = (body.groupName(), body.groupDescription(), body.flag("open"))
        body.refuseEmpty()
        try body.finish()
        let detail = try parts.web.forPerson(context) { access, account, _ throws(AccessError) in
            try access.groups.change(id, name: name, description: description, isOpen: isOpen, by: account)
            return try GroupDetail(id, access, for: account)
        }
        return try Answer.json(detail)
    }

    private func delete(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        let id = try context.text("group")
        try parts.web.forPerson(context) { access, account, now throws(AccessError) in
            try access.groups.delete(id, by: account, from: context.source, at: now)
        }
        return Answer.nothing
    }

    private func give(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let id = try context.text("group")
        var body = BodyReader(try await request.json(context))
        body.require("level", "things")
        let membership = body.membership()
        try body.finish()
        try context.refuseSharingByToken(membership.things)
        let given = try parts.dated(membership)
        let detail = try parts.web.forPerson(context) { access, account, now throws(AccessError) in
            try access.groups.give(given, of: account, to: id, from: context.source, at: now)
            return try GroupDetail(id, access, for: account)
        }
        return try Answer.json(detail)
    }
}

extension ConsoleParts {
    /// What a member gives, with when its items were added.
    func dated(_ membership: Membership) throws -> Membership {
        var membership = membership
        membership.added = try added(membership.things)
        return membership
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
        Membership(level: level("level") ?? TrustLevel(), things: grants("things") ?? [])
    }
}
