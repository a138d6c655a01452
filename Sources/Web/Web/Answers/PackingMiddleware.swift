import Compression
import HTTPTypes
import Hummingbird
import NIOCore

/// Packs answers for who takes them packed: text of any kind, from a size on that makes it worth while.
///
/// What is packed is another representation: its tag is another one, and caches are told what it goes by. Streams that
/// live of each event being there at once ask not to be transformed. Secrets of a session are never packed: by the
/// length of an answer with a secret and a guess in it the secret can be found (BREACH).
struct PackingMiddleware: RouterMiddleware {
    /// Bytes from which on an answer is packed: less goes in one packet either way.
    static let least = 1024

    @concurrent
    func handle(
        _ request: Request,
        context: ConsoleContext,
        next: @concurrent (Request, ConsoleContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        guard request.isReading, !Self.hasSecret(request.uri.path) else { return response }
        if response.status == .notModified {
            response.headers.nameVariant(knownTo: request)
            return response
        }
        guard Self.isText(response.headers) else { return response }
        response.headers.varyByCoding()
        let length = response.body.contentLength
        guard request.method == .get, AcceptedCodings(request.headers).hasGzip,
            response.headers[.contentEncoding] == nil, length ?? .max >= Self.least
        else { return response }
        if let length, length <= ConsoleLimits.piece { try await packWhole(&response) } else { packPieces(&response) }
        return response
    }

    /// Packs a short answer, whose length is told.
    @concurrent
    private func packWhole(_ response: inout Response) async throws {
        let collected = Collected()
        try await response.body.write(CollectingWriter(collected: collected))
        let packed = GzipStream.packed(Array(buffer: collected.content))
        response.body = ResponseBody(byteBuffer: packed.map { ByteBuffer(bytes: $0) } ?? collected.content)
        if packed != nil { response.headers.notePacked() }
    }

    /// Packs a long answer while it is sent.
    private func packPieces(_ response: inout Response) {
        let body = response.body
        response.headers.notePacked()
        response.body = ResponseBody { writer in
            guard let stream = GzipStream() else { throw Problem(.serviceUnavailable, "there is no memory left") }
            try await body.write(PackingWriter(parent: writer, stream: stream))
        }
    }

    private static func hasSecret(_ path: String) -> Bool {
        ["/api/v1/session", "/api/v1/passcode", "/api/v1/passkeys"].contains { path.hasPrefix($0) }
    }

    private static func isText(_ headers: HTTPFields) -> Bool {
        guard headers[.cacheControl]?.contains("no-transform") != true, let type = headers[.contentType] else {
            return false
        }
        let word = type.prefix { $0 != ";" }
        return word != "text/event-stream"
            && (word.hasPrefix("text/") || word.hasSuffix("json") || word.hasSuffix("xml"))
    }
}

extension HTTPFields {
    /// Says that the content is packed, with the tag of that representation.
    package mutating func notePacked() {
        self[.contentEncoding] = "gzip"
        self[.contentLength] = nil
        if let tag = self[.eTag] { self[.eTag] = EntityTag.packed(tag) }
    }

    /// Says that the answer goes by the codings that a client takes.
    package mutating func varyByCoding() {
        guard self[.vary]?.contains("Accept-Encoding") != true else { return }
        self[.vary] = self[.vary].map { "\($0), Accept-Encoding" } ?? "Accept-Encoding"
    }

    /// Of what has not changed the client's own representation is meant.
    fileprivate mutating func nameVariant(knownTo request: Request) {
        guard let tag = self[.eTag] else { return }
        varyByCoding()
        let packed = EntityTag.packed(tag)
        if request.headers[.ifNoneMatch]?.contains(packed) == true { self[.eTag] = packed }
    }
}

/// What has been written of an answer.
private final class Collected {
    var content = ByteBuffer()
}

private struct CollectingWriter: ResponseBodyWriter {
    let collected: Collected

    @concurrent
    mutating func write(_ buffer: ByteBuffer) async throws {
        var buffer = buffer
        collected.content.writeBuffer(&buffer)
    }

    @concurrent
    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

/// Packs what is written before it goes on.
private struct PackingWriter: ResponseBodyWriter {
    var parent: any ResponseBodyWriter
    let stream: GzipStream

    @concurrent
    mutating func write(_ buffer: ByteBuffer) async throws {
        let packed = stream.pack(Array(buffer: buffer))
        if !packed.isEmpty { try await parent.write(ByteBuffer(bytes: packed)) }
    }

    @concurrent
    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        try await parent.write(ByteBuffer(bytes: stream.pack([], last: true)))
        try await parent.finish(trailingHeaders)
    }
}
