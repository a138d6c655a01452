import Access
import Hummingbird
import Tracking
import Web

/// `/api/v1/search`: people and groups, by words.
struct PeopleSearchRoutes: ConsoleRoutes {
    let parts: WebParts

    var routes: [Route] { [Route(.get, "/api/v1/search", .person, find)] }

    private func find(_ request: Request, _ context: ConsoleContext) throws -> Response {
        var query = QueryReader(request)
        query.require("q")
        let text = query.value("q", PeopleSearch.expected) { PeopleSearch.accepts($0) ? $0 : nil } ?? ""
        try query.finish()
        if let account = context.viewer.account { try parts.peopleSearches.count(account, at: parts.clock.now) }
        let hits = try parts.forPerson(context) { access, account, now throws(AccessError) in
            try access.peopleSearch.find(text, for: account, at: now)
        }
        return try Answer.json(Found(query: text, results: hits.map(HitAnswer.init)))
    }

    private struct Found: Encodable {
        let query: String
        let results: [HitAnswer]
    }
}

/// What a search has found, as it is answered: a person or a group.
private struct HitAnswer: Encodable {
    let kind: String
    let person: PersonAnswer?
    let group: GroupHitAnswer?

    init(_ hit: SearchHit) {
        switch hit {
        case .person(let found): (kind, person, group) = ("person", PersonAnswer(line: found), nil)
        case .group(let found): (kind, person, group) = ("group", nil, GroupHitAnswer(found))
        }
    }
}

/// A group that a search has found, as it is answered.
private struct GroupHitAnswer: Encodable {
    let id, name, description: String
    let picture: String?
    let open, member: Bool

    init(_ group: GroupHit) {
        (id, name, description) = (group.id, group.name, group.description)
        picture = group.picture.map { PictureAnswer.path("/api/v1/groups/\(group.id)/picture", $0) }
        (open, member) = (group.isOpen, group.isMember)
    }
}
