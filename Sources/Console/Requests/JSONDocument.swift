import Foundation
import HTTPTypes
import Tracking

/// Any JSON value, as a body has it before anybody knows whether it is right.
enum JSONDocument: Hashable, Sendable, Decodable {
    case null
    case flag(Bool)
    case number(Double)
    case text(String)
    case list([JSONDocument])
    case object([String: JSONDocument])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([JSONDocument].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: JSONDocument].self))
        }
    }

    /// The document of some bytes.
    ///
    /// - Throws: ``Problem`` when they are no JSON.
    init(_ bytes: [UInt8]) throws(Problem) {
        do { self = try JSONDecoder().decode(JSONDocument.self, from: Data(bytes)) } catch {
            throw Problem(.badRequest, "the body: JSON is expected, found something else")
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
