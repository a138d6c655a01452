import Foundation
import HTTPTypes
import Tracking
import Web

/// Names and values as a query or a form writes them: `user=sam&device=keys`.
struct FormFields: Sendable {
    private var values: [String: String] = [:]

    init() {}

    /// - Throws: ``Problem`` when something is not percent-encoded as it should be.
    init(_ text: String) throws(Problem) {
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = try Self.decoded(parts[0])
            // Of a name that comes twice, the first counts.
            guard values[name] == nil else { continue }
            values[name] = parts.count > 1 ? try Self.decoded(parts[1]) : ""
        }
    }

    /// A value; nil where there is none, or an empty one.
    subscript(name: String) -> String? {
        guard let value = values[name], !value.isEmpty else { return nil }
        return value
    }

    private static func decoded(_ text: Substring) throws(Problem) -> String {
        let blanks = text.replacing("+", with: " ")
        guard let decoded = blanks.removingPercentEncoding else {
            throw Problem(.badRequest, "'\(text.excerpt(40))' is not percent-encoded UTF-8")
        }
        return decoded
    }
}
