import Hummingbird
import Web

/// `/health`: the process answers.
struct HealthRoutes: ConsoleRoutes {
    var routes: [Route] {
        let body = ByteBuffer(string: #"{"status":"ok"}"#)
        return [Route(.get, "/health", .open) { _, _ in Answer.content(body, "application/json") }]
    }
}
