import Access
import HTTPTypes
import Hummingbird
import NIOCore
import QR
import Web

/// `/api/v1/items/…/found-page/qr.svg` and `qr.png`: the address of the page for the camera of a phone.
struct FoundCodeRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    var routes: [Route] {
        [
            Route(.get, "/api/v1/items/{owner}/{tracker}/found-page/qr.svg", .item(.history)) { request, context in
                let code = try code(request, context)
                return Answer.content(ByteBuffer(string: code.svg), "image/svg+xml", headers: Self.headers)
            },
            Route(.get, "/api/v1/items/{owner}/{tracker}/found-page/qr.png", .item(.history)) { request, context in
                let code = try code(request, context)
                return Answer.content(ByteBuffer(bytes: code.png()), "image/png", headers: Self.headers)
            },
        ]
    }

    private static let headers: HTTPFields = [.cacheControl: "no-store"]

    private func code(_ request: Request, _ context: ConsoleContext) throws -> QRCode {
        try request.refuseQuery()
        let page = try FoundPageOwner(context, parts).page()
        let address = parts.pageAddress(request, context) + page.code.path
        do { return try QRCode(Array(address.utf8)) } catch QRCodeError.size {
            throw Problem(.badRequest, "the name by which this is asked for is too long for a QR code")
        }
    }
}
