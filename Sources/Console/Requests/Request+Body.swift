import HTTPTypes
import Hummingbird
import NIOCore
import Tracking

extension Request {
    /// The body as JSON.
    ///
    /// - Parameter context: Says how long it may be.
    /// - Returns: The document; nil for an empty body.
    /// - Throws: ``Problem`` for another type of content, what is no JSON, or a body that is too long or too slow.
    func optionalJSON(_ context: ConsoleContext) async throws -> JSONDocument? {
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
        return try JSONDocument(bytes)
    }

    /// The body as JSON, which must be there.
    func json(_ context: ConsoleContext) async throws -> JSONDocument {
        guard let document = try await optionalJSON(context) else {
            throw Problem(.badRequest, "a body is expected, found none")
        }
        return document
    }

    /// The body.
    ///
    /// - Parameter limit: The most bytes.
    /// - Returns: The bytes.
    /// - Throws: ``Problem`` for more than those, or for a client that takes half a minute and longer.
    func bytes(upTo limit: Int) async throws -> [UInt8] {
        let tooLong = Problem(
            .contentTooLarge,
            "the body: at most \(limit) bytes are expected",
            headers: [.connection: "close"]
        )
        if let told = headers[.contentLength].flatMap({ Int($0) }), told > limit { throw tooLong }
        let body = body
        return try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
            group.addTask {
                do {
                    let buffer = try await body.collect(upTo: limit)
                    return Array(buffer.readableBytesView)
                } catch is NIOTooManyBytesError { throw tooLong }
            }
            group.addTask {
                try await Task.sleep(for: .seconds(30))
                return nil
            }
            defer { group.cancelAll() }
            guard let bytes = try await group.next() ?? nil else {
                throw Problem(.requestTimeout, "the body did not come within 30 s", headers: [.connection: "close"])
            }
            return bytes
        }
    }
}

extension String {
    /// A media type without its parameters, in small letters.
    var mediaType: String {
        let type = prefix { $0 != ";" }
        return type.filter { !$0.isWhitespace }.lowercased()
    }
}
