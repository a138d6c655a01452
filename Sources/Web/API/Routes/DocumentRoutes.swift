import Hummingbird
import Web

/// `/api/v1/openapi.json`: what this interface is.
struct DocumentRoutes: ConsoleRoutes {
    var routes: [Route] {
        [
            Route(.get, "/api/v1/openapi.json", .open) { _, _ in
                let document = try OpenAPIDocument.standard.get()
                return Answer.content(ByteBuffer(bytes: document.json), "application/json")
            }
        ]
    }
}
