import Foundation
import HTTPTypes
import Hummingbird
import Store
import Tracking
import Web

/// `/api/v1/server`, `counters` and `quarantine`: the service itself.
struct ServerRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    var routes: [Route] {
        [
            Route(.get, "/api/v1/server", .somebody, server), Route(.get, "/api/v1/counters", .administrator, counters),
            Route(.get, "/api/v1/quarantine", .administrator, quarantine),
        ]
    }

    private func server(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        return try Answer.json(
            ServerAnswer(
                version: parts.configuration.version,
                time: parts.clock.now.description,
                broker: await parts.feed.isConnected,
                authentication: context.isProtected ? "session" : "none"
            )
        )
    }

    private func counters(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        let counters = try parts.store.counters().map { ($0.key.name, $0.value) }
        return try Answer.json(["counters": Dictionary(uniqueKeysWithValues: counters)])
    }

    private func quarantine(_ request: Request, _ context: ConsoleContext) throws -> Response {
        var query = QueryReader(request)
        let limit = query.integer("limit", in: 1...1000) ?? 100
        var filter = QuarantineFilter()
        (filter.start, filter.end) = query.span()
        filter.before = query.integer("before", in: 1...Int.max).map { Int64($0) }
        filter.reason = query.value("reason", "a word of 1 to 32 characters") { word in
            (1...32).contains(word.count) ? word : nil
        }
        try query.finish()
        // One more tells whether there is another page.
        let rows = try parts.store.quarantine(filter, limit: limit + 1)
        let next = rows.count > limit ? rows.dropLast().last?.id : nil
        return try Answer.json(RefusedList(messages: rows.prefix(limit).map(RefusedAnswer.init), next: next))
    }
}

/// What answers here.
private struct ServerAnswer: Encodable {
    var name = "tagalong"
    let version: String
    let time: String
    let broker: Bool
    let authentication: String
}

/// The messages that were refused, or a page of them.
private struct RefusedList: Encodable {
    let messages: [RefusedAnswer]
    let next: Int64?
}

/// A message that was refused.
private struct RefusedAnswer: Encodable {
    let id: Int64?
    let received: String
    let topic: String
    let reason: String
    let expected: String
    let size: Int
    let payload: Data

    init(_ row: QuarantineRow) {
        id = row.id
        (received, topic, reason) = (row.received.description, row.topic, row.reason)
        (expected, size, payload) = (row.sentence, row.size, Data(row.payload))
    }
}
