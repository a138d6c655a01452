import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// An answer that says what was wrong, as a problem document (RFC 9457).
///
/// The sentence is for the one who asked: it names the place and what is expected there, and nothing about this machine.
struct Problem: Error, HTTPResponseError, Sendable {
    let status: HTTPResponse.Status
    /// One sentence.
    let detail: String
    /// Headers beyond the type of the content, such as `Allow` or `Retry-After`.
    var headers: HTTPFields
    /// What is wrong place by place, up to ``mostPlaces``; empty where it is no one place.
    let errors: [Place]

    /// The most places that one answer names.
    static let mostPlaces = 100

    /// A place in a request, and what is wrong there.
    struct Place: Encodable, Hashable, Sendable {
        /// A place in the body (RFC 6901).
        let pointer: String?
        /// A parameter of the query.
        let parameter: String?
        let detail: String

        init(pointer: String, _ detail: String) { (self.pointer, parameter, self.detail) = (pointer, nil, detail) }

        init(parameter: String, _ detail: String) { (pointer, self.parameter, self.detail) = (nil, parameter, detail) }

        var name: String { pointer ?? parameter ?? "" }
    }

    init(
        _ status: HTTPResponse.Status,
        _ detail: String,
        headers: HTTPFields = [:],
        errors: [Place] = []
    ) {
        (self.status, self.detail, self.headers) = (status, detail, headers)
        self.errors = Array(errors.prefix(Self.mostPlaces))
    }

    func response(from request: Request, context: some RequestContext) throws -> Response {
        try response()
    }

    func response() throws -> Response {
        let document = Document(
            title: status.reasonPhrase,
            status: status.code,
            detail: detail,
            errors: errors.isEmpty ? nil : errors
        )
        var fields = headers
        fields[.contentType] = "application/problem+json"
        let body = ByteBuffer(bytes: try JSONEncoder().encode(document))
        return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: body))
    }

    private struct Document: Encodable {
        var type = "about:blank"
        let title: String
        let status: Int
        let detail: String
        let errors: [Place]?
    }
}
