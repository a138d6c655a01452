import Access
import HTTPTypes
import Hummingbird
import JSON
import Tracking
import Web

/// `/api/v1/inbox`: what others have told an account, and what of it was read.
struct InboxRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    var routes: [Route] {
        [
            Route(.get, "/api/v1/inbox", .person, list),
            Route(.post, "/api/v1/inbox/read", .person, read),
            Route(.get, "/api/v1/inbox/silenced", .person, showSilenced),
            Route(.put, "/api/v1/inbox/silenced", .person, silence),
        ]
    }

    /// Numbers of notices are whole ones in JSON, too.
    private static let numbers = 0...(1 << 53)

    private func list(_ request: Request, _ context: ConsoleContext) throws -> Response {
        var query = QueryReader(request)
        let before = query.integer("before", in: Self.numbers)
        let limit = query.integer("limit", in: 1...Inbox.longestPage) ?? 50
        try query.finish()
        let ((inbox, account), now) = (try owned(context), parts.clock.now)
        let page = try inbox.page(of: account, before: before.map { Int64($0) }, limit: limit, at: now)
        let isMore =
            try page.last.map { try !inbox.page(of: account, before: $0.id, limit: 1, at: now).isEmpty } ?? false
        return try Answer.json(
            InboxAnswer(
                notices: page.map(NoticeAnswer.init),
                unread: try inbox.unread(of: account),
                next: isMore ? page.last?.id : nil
            )
        )
    }

    private func read(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let (inbox, account) = try owned(context)
        var body = BodyReader(try await request.json(context))
        let (last, one) = (body.integer("upto", in: Self.numbers), body.integer("id", in: Self.numbers))
        if body.has("upto") == body.has("id") { body.refuse("upto", "either this or 'id' is required") }
        try body.finish()
        do {
            let unread =
                if let one { try inbox.markRead(Int64(one), of: account, at: parts.clock.now) } else {
                    try inbox.markRead(of: account, upTo: Int64(last ?? 0), at: parts.clock.now)
                }
            // Other pages of the account know at once.
            try parts.inboxes.tell(account, parts)
            return try Answer.json(["unread": unread])
        } catch let error as AccessError { throw Problem(error, at: parts.clock.now) }
    }

    private func showSilenced(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        let (inbox, account) = try owned(context)
        return try silenced(inbox, account)
    }

    private func silence(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let (inbox, account) = try owned(context)
        var body = BodyReader(try await request.json(context))
        body.require("silenced")
        let words = body.value("silenced", "a list") { (member: JSONValue) -> [JSONValue]? in
            if case .list(let words) = member { words } else { nil }
        }
        let kinds = (words ?? []).enumerated().compactMap { place, word -> NoticeKind? in
            if case .text(let text) = word, let kind = NoticeKind(rawValue: text) { return kind }
            let all = NoticeKind.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            let found = if case .text(let text) = word { "'\(text.excerpt(80))'" } else { "another value" }
            body.refuse("silenced", "one of \(all) is expected as element \(place + 1), found \(found)")
            return nil
        }
        try body.finish()
        do { try inbox.silence(Set(kinds), of: account) } catch { throw Problem(error, at: parts.clock.now) }
        return try silenced(inbox, account)
    }

    private func silenced(_ inbox: Inbox, _ account: Name) throws -> Response {
        let kinds = try inbox.silenced(of: account)
        return try Answer.json([
            "silenced": kinds.map(\.rawValue).sorted(), "kinds": NoticeKind.allCases.map(\.rawValue),
        ])
    }

    /// The inboxes, and whose is asked for.
    private func owned(_ context: ConsoleContext) throws(Problem) -> (Inbox, Name) {
        guard let access = parts.access, let account = context.viewer.account else {
            throw Problem(.notFound, "nobody can log in to this console")
        }
        return (access.inbox, account)
    }
}

/// A page of an inbox, as it is answered.
private struct InboxAnswer: Encodable {
    let notices: [NoticeAnswer]
    let unread: Int
    /// The `before` of the next page.
    let next: Int64?
}

/// A notice, as it is answered.
struct NoticeAnswer: Encodable {
    let id: Int64
    let kind, time: String
    let read: Bool
    /// Whom it is about, and what they are called.
    let account, name: String?
    let group, groupName: String?
    let owner, tracker: String?
    let text: String?
    /// What a finder has written.
    let finder: FinderMessageAnswer?

    init(_ notice: InboxNotice) {
        (id, kind, time, read) = (notice.id, notice.kind.rawValue, notice.time.description, notice.isRead)
        (account, name) = (notice.about?.text, notice.aboutName)
        (group, groupName) = (notice.group, notice.groupName)
        (owner, tracker) = (notice.item?.owner.text, notice.item?.device.text)
        text = notice.text.isEmpty ? nil : notice.text
        finder = notice.finder.map(FinderMessageAnswer.init)
    }
}
