import Compression
import Foundation
import NIOCore
import Web

/// A file of the pages, as the program carries it.
struct EmbeddedPage: Sendable {
    let path: String
    let content: ByteBuffer
    /// Changes with the content, so that a browser asks for nothing it has.
    let tag: EntityTag

    /// The same for who takes it packed; nil where that is not worth while.
    let packed: ByteBuffer?

    init(_ path: String, content: ByteBuffer, packed: ByteBuffer? = nil) {
        (self.path, self.content, self.packed) = (path, content, packed)
        tag = EntityTag(of: Array(buffer: content))
    }

    /// A text, which is packed once for all.
    init(_ path: String, text: String) {
        let packed = GzipStream.packed(Array(text.utf8), .small)
        self.init(path, content: ByteBuffer(string: text), packed: packed.map { ByteBuffer(bytes: $0) })
    }

    init(_ path: String, base64: String) {
        self.init(path, content: ByteBuffer(bytes: Data(base64Encoded: base64) ?? Data()))
    }

    /// Whether pages load it, by an address with the version in it (`page-writer`).
    var isLoaded: Bool { path.hasPrefix("scripts/") || path.hasPrefix("styles/") }

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
