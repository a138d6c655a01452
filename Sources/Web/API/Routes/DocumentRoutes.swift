import Hummingbird
import Web

/// `/api/v1/openapi.json`: what this interface is.
struct DocumentRoutes: ConsoleRoutes {
    let document: OpenAPIDocument

    var routes: [Route] {
        let body = ByteBuffer(bytes: document.json)
        return [Route(.get, "/api/v1/openapi.json", .open) { _, _ in Answer.content(body, "application/json") }]
    }
}
