import Foundation
import HTTPTypes
package import Hummingbird
import Messages
import NIOCore
import Store
import Tracking
import Web

/// The face on a phone's card, as a picture that a browser shows.
package struct FacePicture: Sendable {
    private let type: String
    private let bytes: [UInt8]
    private let updated: Timestamp

    /// What is written in base64 as a picture, without what else is told in it; nil for anything else.
    package init?(_ card: PersonCard) {
        guard let face = card.message.face, let data = Data(base64Encoded: face, options: .ignoreUnknownCharacters)
        else { return nil }
        let raw = [UInt8](data)
        if raw.starts(with: Array("GIF87a".utf8)) || raw.starts(with: Array("GIF89a".utf8)) {
            (type, bytes) = ("image/gif", raw)
        } else {
            guard let file = try? PhotoFile(raw) else { return nil }
            (type, bytes) = (file.kind.rawValue, file.cleaned)
        }
        updated = card.updated
    }

    package func response(to request: Request) -> Response {
        let tag = EntityTag("\(updated.milliseconds)")
        let fields: HTTPFields = [
            .eTag: tag.text, .cacheControl: "no-cache", .vary: "Cookie", .contentType: type,
            .xContentTypeOptions: "nosniff",
        ]
        if tag.isKnown(to: request) { return Response(status: .notModified, headers: fields) }
        return Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
