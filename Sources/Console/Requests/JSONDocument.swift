import HTTPTypes
import Messages
import Tracking

/// Any JSON value, as a body has it before anybody knows whether it is right.
enum JSONDocument: Hashable, Sendable {
    case null
    case flag(Bool)
    case number(Double)
    case text(String)
    case list([JSONDocument])
    case object([String: JSONDocument])

    /// The document of some bytes, read as ``JSONDocumentReader`` does.
    ///
    /// - Throws: ``Problem`` when they are no JSON, or more of it than is read.
    init(_ bytes: [UInt8]) throws(Problem) {
        do throws(MessageError) {
            var reader = JSONDocumentReader(bytes)
            self = try reader.whole()
        } catch {
            let found = error.found.map { "'\($0)'" } ?? "the end"
            throw Problem(.badRequest, "the body: \(error.expected) is expected, found \(found)")
        }
    }

    /// What it is, as it stands in an error.
    var kind: String {
        switch self {
        case .null: "null"
        case .flag(let flag): "\(flag)"
        case .number(let number): "\(number)"
        case .text(let text): "\"\(text.excerpt(80))\""
        case .list: "a list"
        case .object: "an object"
        }
    }
}
