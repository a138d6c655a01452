import API
import Hummingbird
import Web

/// `/ws/last`: last positions as they change, over a WebSocket, as the Recorder tells its front end.
struct LastSocketRoutes: ConsoleRoutes {
    let parts: ConsoleParts
    let gate: ConsoleGate

    var routes: [Route] { [Route(.get, "/ws/last", .somebody, open)] }

    private func open(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let answer = try WebSocketAnswer(to: request, context, parts.web)
        let query = try await RecorderQuery(request)
        let (user, device) = (try query.user, try query.device)
        let news = try PositionNews(parts, gate, context)
        return try await answer.open { inbox, writer in
            let socket = LastSocket(inbox: inbox, sight: { context.sight(parts) }, user: user, device: device)
            try await socket.run(news, &writer)
        }
    }
}
