import Access
import HTTPTypes
import Hummingbird
import Tracking
import Web

/// `/api/v1/looks`: which others have seen where one's things are.
struct AccessLogRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    var routes: [Route] { [Route(.get, "/api/v1/looks", .somebody, list)] }

    private func list(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        var query = QueryReader(request)
        var owner = query.name("owner")
        let tracker = query.name("tracker")
        let limit = query.integer("limit", in: 1...1000) ?? 100
        if tracker != nil, owner == nil { query.refuse("tracker", "it goes with an owner") }
        try query.finish()
        if !context.viewer.mayAdminister {
            guard context.viewer.mayReadAccessLog(of: owner) else { throw Problem.forbidden }
            owner = context.viewer.account
        }
        parts.keepLooks()
        let looks = try parts.access?.looks(of: owner, tracker: tracker, limit: limit) ?? []
        return try Answer.json(["looks": looks.map(AccessLogAnswer.init)])
    }
}

/// A line of who looked, as it is answered.
struct AccessLogAnswer: Encodable {
    let account: String
    let token, link: String?
    let owner: String
    let tracker: String
    let kind: String
    let source: String
    let first: String
    let last: String
    let count: Int
    let from: String?
    let to: String?

    init(_ look: AccessLogEntry) {
        (account, token, link) = (look.viewer.text, look.token, look.link)
        (owner, tracker) = (look.device.owner.text, look.device.device.text)
        (kind, source, count) = (look.kind.rawValue, look.source, look.count)
        (first, last) = (look.first.description, look.last.description)
        (from, to) = (look.from?.description, look.to?.description)
    }
}
