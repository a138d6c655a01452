import Cryptography
package import Foundation
package import HTTPTypes
package import Hummingbird
import NIOCore

/// Makes answers.
package enum Answer {
    /// A value as JSON; `distanceLowM` is called `distance_low_m` unless the keys are to stay as they are.
    package static func json(
        _ value: some Encodable,
        status: HTTPResponse.Status = .ok,
        headers: HTTPFields = [:],
        keys: JSONEncoder.KeyEncodingStrategy = .convertToSnakeCase
    ) throws -> Response {
        json(try bytes(of: value, keys: keys), status: status, headers: headers)
    }

    /// A text that is JSON already.
    package static func json(_ bytes: [UInt8], status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) -> Response
    {
        var fields = headers
        if fields[.cacheControl] == nil { fields[.cacheControl] = "no-store" }
        return content(ByteBuffer(bytes: bytes), "application/json", status: status, headers: fields)
    }

    /// Content of a media type.
    package static func content(
        _ content: ByteBuffer, _ type: String, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
    ) -> Response {
        var headers = headers
        headers[.contentType] = type
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: content))
    }

    /// Content of a media type that is made while it is sent, and that nobody keeps.
    package static func stream(
        _ type: String,
        headers: HTTPFields = [:],
        _ write: @escaping @Sendable @concurrent (inout any ResponseBodyWriter) async throws -> Void
    ) -> Response {
        var headers = headers
        headers[.contentType] = type
        headers[.cacheControl] = "no-store"
        let body = ResponseBody { writer in
            var open: any ResponseBodyWriter = writer
            try await write(&open)
            try await open.finish(nil)
        }
        return Response(status: .ok, headers: headers, body: body)
    }

    /// A value as JSON with its tag; 304 for who knows it already.
    ///
    /// The settings are what of it a change can touch, where that is not all of it.
    package static func tagged(
        _ value: some Encodable, settings: (any Encodable)? = nil, for request: Request
    ) throws -> Response {
        let bytes = try bytes(of: value)
        let tag = EntityTag(of: bytes, settings: try settings.map { try Self.bytes(of: $0) })
        // It may be kept, and must be asked for.
        let fields: HTTPFields = [.eTag: tag.text, .cacheControl: "no-cache"]
        if tag.isKnown(to: request) { return Response(status: .notModified, headers: fields) }
        return json(bytes, headers: fields)
    }

    /// The answer to what has been done and leaves nothing to say.
    package static var nothing: Response { Response(status: .noContent) }

    package static func bytes(
        of value: some Encodable, keys: JSONEncoder.KeyEncodingStrategy = .convertToSnakeCase
    ) throws -> [UInt8] {
        let encoder = JSONEncoder()
        // Equal content has equal bytes, and so one tag.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // `distanceLowM` is `distance_low_m`.
        encoder.keyEncodingStrategy = keys
        return [UInt8](try encoder.encode(value))
    }
}

/// Names a state of something that is served (RFC 9110, 8.8.3).
///
/// Where only a part of it can be changed by request, the tag is `"SETTINGS.ALL"`: it changes with all that is served, as
/// a strong tag must, so that who asks with `If-None-Match` gets what has been measured since; `If-Match` goes by the
/// settings alone, so that a measurement in between is no other's change.
package struct EntityTag: Hashable, Sendable {
    /// In quotes.
    package let text: String
    /// What a change has to be based on.
    private let basis: Substring

    package init(_ word: String) {
        text = "\"\(word)\""
        basis = word.prefix { $0 != "." }
    }

    /// The tag of the same content where it is packed: with other bytes it is another representation.
    static func packed(_ tag: String) -> String {
        tag.hasSuffix("\"") ? "\(tag.dropLast())\(packedSuffix)\"" : tag
    }

    private static let packedSuffix = "-gzip"

    /// A tag that follows from the content, and from what of it a change can touch; nil for all.
    package init(of bytes: [UInt8], settings: [UInt8]? = nil) {
        let all = Self.hash(bytes)
        self.init(settings.map { "\(Self.hash($0)).\(all)" } ?? all)
    }

    /// 64 bits of SHA-256.
    private static func hash(_ bytes: [UInt8]) -> String { Hex.text(Digest.sha256(bytes).prefix(8)) }

    /// Whether the client has this state, as it says.
    package func isKnown(to request: Request) -> Bool {
        guard let condition = request.headers[.ifNoneMatch] else { return false }
        // A proxy that packs answers makes a tag weak; for this it is as good.
        return Self.tags(condition).contains { ["*", text, Self.packed(text), "W/\(text)"].contains($0) }
    }

    /// Refuses a change that is based on other settings.
    ///
    /// - Throws: ``Problem`` with 412.
    package func check(_ request: Request) throws(Problem) {
        guard let condition = request.headers[.ifMatch] else { return }
        let isBased = Self.tags(condition).contains { tag in
            // Weak tags do not count here (RFC 9110, 13.1.1).
            guard tag.hasPrefix("\"") else { return tag == "*" }
            // A change is of what is served, packed or not.
            let word = tag.dropFirst().prefix { $0 != "\"" }
            let plain = word.hasSuffix(Self.packedSuffix) ? word.dropLast(Self.packedSuffix.count) : word
            return plain.prefix { $0 != "." } == basis
        }
        if !isBased { throw .changed }
    }

    private static func tags(_ condition: String) -> [String] {
        condition.split(separator: ",").map { $0.filter { !$0.isWhitespace } }
    }
}

extension Problem {
    /// For a change that is based on another state.
    package static let changed = Problem(.preconditionFailed, "it has changed since: read it again")
}
