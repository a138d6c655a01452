import Access
import HTTPTypes
import History
import Hummingbird
import Logging
import Store
import Tracking
import Web

/// `/api/v1/shared`: the one item of a share link, for whoever shows the link.
///
/// Its secret comes in a header, as addresses end up in histories and logs of others.
struct SharedRoutes: ConsoleRoutes {
    let parts: ConsoleParts
    let gate: ConsoleGate

    /// The same for a link that has ended, was revoked or never was.
    private static let noLink = Problem(
        .notFound, "this link does not work: it has ended, or whoever made it has revoked it"
    )

    var routes: [Route] { [Route(.get, "/api/v1/shared", .link, show)] }

    private func show(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let now = parts.clock.now
        guard let secret = request.headers[.shareLink].map({ AccessSecret(sent: $0) }),
            let link = try parts.access?.link(secret, at: now),
            try parts.hasItem(of: link)
        else {
            try gate.countUnknownToken(context, at: now)
            throw Self.noLink
        }
        noteOpening(of: link, from: context.source, at: now)
        do {
            let record = try await ItemShelf(parts: parts).item(link.item)
            let shown = Sight(link.viewer, source: context.source, parts: parts).shown(record)
            let headers: HTTPFields = [.robotsTag: "noindex", .referrerPolicy: "no-referrer"]
            return try Answer.json(SharedAnswer(shown, by: link, at: now), headers: headers)
        } catch let problem as Problem where problem.status == .notFound {
            // It was deleted just now, which is nobody's business.
            throw Self.noLink
        }
    }

    private func noteOpening(of link: ItemLink, from source: String, at now: Timestamp) {
        guard parts.visits.opens(link, from: source, at: now) else { return }
        // A full disk is no reason to show nothing; the access log has it all the same.
        do { try parts.access?.noteOpening(of: link.id, at: now) } catch {
            parts.logger.warning("the opening of a share link is not counted: \(error)")
        }
    }
}

/// What a share link shows, and nothing else of the item.
private struct SharedAnswer: Encodable {
    let item: String
    let precision: ItemPrecision
    let position: PositionAnswer?
    let lastSeen: String?
    let expires: String
    /// The time of the service, which ages are told by.
    let time: String

    init(_ record: ItemRecord, by link: ItemLink, at now: Timestamp) {
        (item, precision) = (record.item, link.isByArea ? .area : .exact)
        position = record.row.lastFix.map { PositionAnswer($0.fix) }
        lastSeen = record.standing.lastSeen?.description
        (expires, time) = (link.expires.description, now.description)
    }
}
