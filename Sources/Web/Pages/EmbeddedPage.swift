import Foundation
import NIOCore
import Web

/// A file of the pages, as the program carries it.
struct EmbeddedPage: Sendable {
    let path: String
    let content: ByteBuffer
    /// Changes with the content, so that a browser asks for nothing it has.
    let tag: String

    init(_ path: String, content: ByteBuffer) {
        (self.path, self.content) = (path, content)
        tag = EntityTag(of: Array(buffer: content)).text
    }
    init(_ path: String, text: String) { self.init(path, content: ByteBuffer(string: text)) }

    init(_ path: String, base64: String) {
        self.init(path, content: ByteBuffer(bytes: Data(base64Encoded: base64) ?? Data()))
    }

    var contentType: String { Self.contentType(of: path) }

    static func contentType(of path: String) -> String {
        let types = [
            "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
            "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml", "png": "image/png",
            "webmanifest": "application/manifest+json",
        ]
        return types[path.split(separator: ".").last.map(String.init) ?? ""] ?? "application/octet-stream"
    }
}
