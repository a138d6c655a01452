import Access
import HTTPTypes
import Hummingbird
import JSON
import Tracking
import Web

/// `/api/v1/groups/…/members` and what leads there: invitations, joining, leaving.
struct GroupMemberRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    private static let member: RouterPath = "/api/v1/groups/{group}/members/{account}"
    private static let invitation: RouterPath = "/api/v1/groups/{group}/invitations/{account}"

    var routes: [Route] {
        [
            Route(.post, "/api/v1/groups/{group}/join", .person, join),
            Route(.put, Self.invitation, .person, invite), Route(.delete, Self.invitation, .person, endInvitation),
            Route(.put, Self.member, .person, setAdmin), Route(.delete, Self.member, .person, remove),
        ]
    }

    private func join(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let id = try context.text("group")
        var body = BodyReader(try await request.optionalJSON(context) ?? .object([:]))
        let membership = body.membership()
        try body.finish()
        try context.refuseSharingByToken(membership.things)
        let given = try parts.dated(membership)
        let detail = try parts.web.forPerson(context) { access, account, now throws(AccessError) in
            try access.groups.join(id, as: account, giving: given, from: context.source, at: now)
            return try GroupDetail(id, access, for: account)
        }
        return try Answer.json(detail)
    }

    private func invite(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        let (id, contact) = (try context.text("group"), try context.name("account"))
        try parts.web.forPerson(context) { access, account, now throws(AccessError) in
            try access.groups.invite(contact, to: id, by: account, at: now)
        }
        return Answer.nothing
    }

    private func endInvitation(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        let (id, invited) = (try context.text("group"), try context.name("account"))
        try parts.web.forPerson(context) { access, account, _ throws(AccessError) in
            try access.groups.endInvitation(of: invited, to: id, by: account)
        }
        return Answer.nothing
    }

    private func setAdmin(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let (id, member) = (try context.text("group"), try context.name("account"))
        var body = BodyReader(try await request.json(context))
        body.require("admin")
        let isAdmin = body.flag("admin") ?? false
        try body.finish()
        let detail = try parts.web.forPerson(context) { access, account, _ throws(AccessError) in
            try access.groups.setAdmin(isAdmin, member, of: id, by: account)
            return try GroupDetail(id, access, for: account)
        }
        return try Answer.json(detail)
    }

    private func remove(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        let (id, member) = (try context.text("group"), try context.name("account"))
        try parts.web.forPerson(context) { access, account, now throws(AccessError) in
            try access.groups.remove(member, from: id, by: account, source: context.source, at: now)
        }
        return Answer.nothing
    }
}
