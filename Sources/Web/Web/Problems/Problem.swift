package import Foundation
package import HTTPTypes
package import Hummingbird
import NIOCore
import Tracking

/// An answer that says what was wrong, as a problem document (RFC 9457).
///
/// The sentence is for the one who asked: it names the place and what is expected there, and nothing about this machine.
package struct Problem: Error, HTTPResponseError, Sendable {
    package let status: HTTPResponse.Status
    let detail: String
    /// What programs know the problem by; `about:blank` where the status says it all.
    package let type: String
    /// Headers beyond the type of the content, such as `Allow` or `Retry-After`.
    package internal(set) var headers: HTTPFields
    /// What is wrong place by place, up to ``mostPlaces``; empty where it is no one place.
    package let errors: [Place]

    /// The most places that one answer names; whoever has more of them wrong does not read them all.
    static let mostPlaces = 100

    /// A place in a request, and what is wrong there.
    package struct Place: Encodable, Hashable, Sendable {
        /// A place in the body (RFC 6901).
        package let pointer: String?
        let parameter: String?
        let detail: String

        init(pointer: String, _ detail: String) {
            (self.pointer, parameter) = (pointer.cut(toBytes: Problem.longestPlace), nil)
            self.detail = detail.cut(toBytes: Problem.longestDetail)
        }

        init(parameter: String, _ detail: String) {
            (pointer, self.parameter) = (nil, parameter.cut(toBytes: Problem.longestPlace))
            self.detail = detail.cut(toBytes: Problem.longestDetail)
        }

        package var name: String { pointer ?? parameter ?? "" }
    }

    /// Bytes of a sentence, at most: what was sent is quoted in it, and may be long.
    static let longestDetail = 500
    /// Bytes of the name of a place, at most.
    static let longestPlace = 200

    package init(
        _ status: HTTPResponse.Status,
        _ detail: String,
        type: String = "about:blank",
        headers: HTTPFields = [:],
        errors: [Place] = []
    ) {
        (self.status, self.headers, self.type) = (status, headers, type)
        self.detail = detail.cut(toBytes: Self.longestDetail)
        self.errors = Array(errors.prefix(Self.mostPlaces))
    }

    package func response(from request: Request, context: some RequestContext) throws -> Response { try response() }

    func response() throws -> Response {
        var fields = headers
        fields[.contentType] = "application/problem+json"
        return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(bytes: try json)))
    }

    /// The document.
    package var json: Data {
        get throws {
            try JSONEncoder().encode(
                Document(
                    type: type, title: status.reasonPhrase, status: status.code, detail: detail,
                    errors: errors.isEmpty ? nil : errors
                )
            )
        }
    }

    private struct Document: Encodable {
        let type: String
        let title: String
        let status: Int
        let detail: String
        let errors: [Place]?
    }
}

extension String {
    /// The text, or what of it fits into so many bytes, with an ellipsis behind.
    func cut(toBytes most: Int) -> String {
        let kept = TextBounds(0...most, bytes: most).cut(self)
        return kept.utf8.count < utf8.count ? kept + "…" : self
    }
}
