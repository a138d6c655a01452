import HTTPTypes
import JSON
import Tracking

extension JSONValue {
    /// How much one body may have in it.
    ///
    /// The longest bodies that make sense, areas with all their corners, have fewer values in 256 KiB. The longest text
    /// is above what a passkey's certificates take: whoever looks a text up takes the square of its length where all of
    /// it is marks on one letter, as Unicode has them in order, and that many bytes take some 20 ms.
    static let bodyLimits = Limits(values: 50_000, text: 16_384, key: 256)

    init(body bytes: [UInt8]) throws(Problem) {
        do throws(JSONError) {
            self = try JSONValue(bytes, limits: Self.bodyLimits)
        } catch {
            let found = error.found.map { "'\($0)'" } ?? "the end"
            throw Problem(.badRequest, "the body: \(error.expected) at byte \(error.byte) is expected, found \(found)")
        }
    }

    /// What it is, as it stands in an error.
    var kind: String {
        switch self {
        case .null: "null"
        case .flag(let flag): "\(flag)"
        case .number(let number): "\(number)"
        case .whole(let number): "\(number)"
        case .text(let text): "\"\(text.excerpt(80))\""
        case .list: "a list"
        case .object, .raw: "an object"
        }
    }
}
