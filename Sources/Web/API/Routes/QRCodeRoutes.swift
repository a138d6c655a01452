import HTTPTypes
import Hummingbird
import NIOCore
import QR
import Web

/// `/api/v1/qr`: a text as a picture for the camera of a phone.
struct QRCodeRoutes: ConsoleRoutes {
    // By POST: what is in it may be a secret, and an address is written down in many places.
    var routes: [Route] { [Route(.post, "/api/v1/qr", .somebody, draw)] }

    private func draw(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        var body = BodyReader(try await request.json(context))
        body.require("text")
        let text = body.text("text", characters: 1...QRCode.mostBytes)
        if let text, text.utf8.count > QRCode.mostBytes { body.refuse("text", "\(QRCodeError.size(text.utf8.count))") }
        try body.finish()
        guard let text else { throw Problem(.unprocessableContent, "a member is missing") }
        let code = try QRCode(Array(text.utf8))
        return Answer.content(ByteBuffer(string: code.svg), "image/svg+xml", headers: [.cacheControl: "no-store"])
    }
}
