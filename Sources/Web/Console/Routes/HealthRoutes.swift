import HTTPTypes
import Hummingbird

/// `/health`: the process answers.
struct HealthRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    func add(to router: Router<ConsoleContext>) {
        router.get("/health") { _, _ in
            Response(
                status: .ok,
                headers: [.contentType: "application/json"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: #"{"status":"ok"}"#))
            )
        }
    }
}
