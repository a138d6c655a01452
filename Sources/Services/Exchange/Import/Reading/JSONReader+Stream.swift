import JSON
import Paths
import Tracking

extension JSONReader {
    /// No text that is of use is longer, in bytes.
    private static let longestText = 4096

    /// Reads a file of one JSON value.
    ///
    /// - Throws: ``ImportError`` for what is no JSON, and what the body throws.
    static func read(_ stream: ByteStream, _ body: (inout JSONReader) throws -> Void) throws {
        do {
            var json = try JSONReader(longestText: longestText) { try stream.next() }
            try body(&json)
            try json.end()
        } catch let error as JSONError {
            throw ImportError(file: stream.name, line: error.line, message: error.sentence)
        }
    }

    /// The moment that comes next as an RFC 3339 text; nil for anything else.
    mutating func time() throws -> Timestamp? { try text().flatMap { ByteTime.timestamp($0.span) } }
}
