import Access
import HTTPTypes
import Hummingbird
import JSON
import Tracking
import Web

/// `/api/v1/notifications`: the channels that alerts are sent on, how they get through, and a test of each.
struct NotificationRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    var routes: [Route] {
        [
            Route(.get, "/api/v1/notifications", .administrator, list),
            Route(.post, "/api/v1/notifications/{channel}/test", .administrator, test),
        ]
    }

    private func list(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        guard let desk = parts.channels else { return answer(["channels": .list([])]) }
        let file = desk.file()
        return answer([
            "channels": .list(try desk.channels()),
            "file": .object([
                "path": .text(file.path), "state": .text(file.state.rawValue),
                "problem": file.problem.map { .text($0) },
            ]),
        ])
    }

    private func test(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let name = try context.name("channel")
        guard let test = await parts.channels?.test(name) else {
            throw Problem(.notFound, "there is no channel '\(name)'")
        }
        return answer([
            "channel": .text(name.text), "outcome": .text(test.outcome.rawValue),
            "reason": test.reason.map { .text($0) },
        ])
    }

    private func answer(_ members: JSONMembers) -> Response { Answer.json(JSONValue.object(members).encoded()) }
}
