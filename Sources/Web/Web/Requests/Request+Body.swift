import HTTPTypes
package import Hummingbird
package import JSON
package import NIOCore
import Tracking

extension Request {
    /// The body as JSON; nil for an empty body.
    ///
    /// - Throws: ``Problem`` for another type of content, what is no JSON, or a body that is too long or too slow.
    package func optionalJSON(_ context: ConsoleContext) async throws -> JSONValue? {
        let bytes = try await bytes(upTo: context.maxUploadSize)
        if bytes.isEmpty { return nil }
        let type = headers[.contentType]?.mediaType ?? "nothing"
        guard type == "application/json" || type.hasPrefix("application/") && type.hasSuffix("+json") else {
            throw Problem(
                .unsupportedMediaType,
                "application/json is expected, found \(type.excerpt(80))",
                headers: [.accept: "application/json"]
            )
        }
        return try JSONValue(body: bytes)
    }

    /// The body as JSON, which must be there.
    package func json(_ context: ConsoleContext) async throws -> JSONValue {
        guard let document = try await optionalJSON(context) else {
            throw Problem(.badRequest, "a body is expected, found none")
        }
        return document
    }

    /// The body, up to so many bytes.
    ///
    /// - Throws: ``Problem`` for more than those, and ``BodyPace/TooSlow`` for a client that takes longer than it may.
    package func bytes(upTo limit: Int) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        try await pieces(upTo: limit) { bytes += $0.readableBytesView }
        return bytes
    }

    /// Hands out the body as it comes, up to so many bytes: the one way in for all bodies.
    ///
    /// - Throws: As ``bytes(upTo:)``, ``Problem`` (415) for one that is compressed, and what `take` throws.
    package func pieces(upTo limit: Int, _ take: (ByteBuffer) throws -> Void) async throws {
        let tooLong = Problem(
            .contentTooLarge,
            "the body: at most \(limit) bytes are expected",
            headers: [.connection: "close"]
        )
        let told = headers[.contentLength].flatMap { Int($0) }
        if let told, told > limit { throw tooLong }
        var count = 0
        for try await piece in body {
            count += piece.readableBytes
            guard count <= limit else { throw tooLong }
            if count > 0 { try checkCoding() }
            try take(piece)
        }
        // A body whose client has left may end like one that is whole.
        try Task.checkCancellation()
        guard told == nil || told == count else {
            throw Problem(.badRequest, "the body ends early: \(told ?? 0) bytes are expected, found \(count)")
        }
    }

    /// Refuses a body that is compressed, or coded otherwise: nothing here undoes that.
    private func checkCoding() throws(Problem) {
        let coding = headers[.contentEncoding]?.lowercased() ?? ""
        guard !coding.isEmpty, coding != "identity" else { return }
        throw Problem(
            .unsupportedMediaType,
            "a body without Content-Encoding is expected, found \(coding.excerpt(40))",
            headers: [.acceptEncoding: "identity"]
        )
    }
}

extension String {
    /// A media type without its parameters, in small letters.
    var mediaType: String {
        let type = prefix { $0 != ";" }
        return type.filter { !$0.isWhitespace }.lowercased()
    }
}
