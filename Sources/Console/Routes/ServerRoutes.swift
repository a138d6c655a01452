import Foundation
import HTTPTypes
import Hummingbird
import Store
import Tracking

/// `/api/v1/server`, `counters` and `quarantine`: the service itself.
struct ServerRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    func add(to router: Router<ConsoleContext>) {
        let parts = parts
        router.get("/api/v1/server") { request, context in
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
        router.get("/api/v1/counters") { request, _ in
            try request.refuseQuery()
            let counters = try parts.store.counters().map { ($0.key.name, $0.value) }
            return try Answer.json(["counters": Dictionary(uniqueKeysWithValues: counters)])
        }
        router.get("/api/v1/quarantine") { request, _ in
            var query = QueryReader(request)
            let limit = query.integer("limit", in: 1...1000) ?? 100
            try query.finish()
            let messages = try parts.store.quarantine(limit: limit).map(RefusedAnswer.init)
            return try Answer.json(["messages": messages])
        }
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

/// A message that was refused.
private struct RefusedAnswer: Encodable {
    let received: String
    let topic: String
    let reason: String
    let expected: String
    let size: Int
    let payload: Data

    init(_ row: QuarantineRow) {
        (received, topic, reason) = (row.received.description, row.topic, row.reason)
        (expected, size, payload) = (row.sentence, row.size, Data(row.payload))
    }
}
