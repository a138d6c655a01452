import HTTPTypes
import Hummingbird

/// `/api/v1/openapi.json`: what this interface is.
struct DocumentRoutes: ConsoleRoutes {
    let parts: ConsoleParts
    let document: OpenAPIDocument

    func add(to router: Router<ConsoleContext>) {
        let body = ByteBuffer(bytes: document.json)
        router.get("/api/v1/openapi.json") { _, _ in
            Response(
                status: .ok,
                headers: [.contentType: "application/json"],
                body: ResponseBody(byteBuffer: body)
            )
        }
    }
}
