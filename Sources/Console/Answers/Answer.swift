import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Makes answers.
enum Answer {
    /// A value as JSON; `distanceLowM` is called `distance_low_m` unless the keys are to stay as they are.
    static func json(
        _ value: some Encodable,
        status: HTTPResponse.Status = .ok,
        headers: HTTPFields = [:],
        keys: JSONEncoder.KeyEncodingStrategy = .convertToSnakeCase
    ) throws -> Response {
        json(try bytes(of: value, keys: keys), status: status, headers: headers)
    }

    /// A text that is JSON already.
    static func json(_ bytes: [UInt8], status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) -> Response {
        var fields = headers
        fields[.contentType] = "application/json"
        if fields[.cacheControl] == nil { fields[.cacheControl] = "no-store" }
        return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// A value as JSON with its tag; 304 for who knows it already.
    static func tagged(_ value: some Encodable, for request: Request) throws -> Response {
        let bytes = try bytes(of: value)
        let tag = EntityTag(of: bytes)
        // It may be kept, and must be asked for.
        let fields: HTTPFields = [.eTag: tag.text, .cacheControl: "no-cache"]
        if tag.isKnown(to: request) { return Response(status: .notModified, headers: fields) }
        return json(bytes, headers: fields)
    }

    /// The answer to what has been done and leaves nothing to say.
    static var nothing: Response { Response(status: .noContent) }

    static func bytes(
        of value: some Encodable,
        keys: JSONEncoder.KeyEncodingStrategy = .convertToSnakeCase
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
struct EntityTag: Hashable, Sendable {
    /// In quotes.
    let text: String

    init(_ word: String) { text = "\"\(word)\"" }

    /// A tag that follows from the content: FNV-1a of 64 bits.
    init(of bytes: [UInt8]) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        self.init(String(hash, radix: 16))
    }

    /// Whether the client has this state, as it says.
    func isKnown(to request: Request) -> Bool {
        request.headers[.ifNoneMatch].map { matches($0) } ?? false
    }

    /// Refuses a change that is based on another state.
    ///
    /// - Throws: ``Problem`` with 412.
    func check(_ request: Request) throws(Problem) {
        guard let condition = request.headers[.ifMatch], !matches(condition) else { return }
        throw Problem(.preconditionFailed, "it has changed since: read it again")
    }

    private func matches(_ condition: String) -> Bool {
        condition.split(separator: ",").contains { part in
            let tag = part.filter { !$0.isWhitespace }
            return tag == "*" || tag == text || tag == "W/\(text)"
        }
    }
}
