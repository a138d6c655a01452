public import JSON
internal import Tracking

/// Why a request cannot be read at all; a single bad position is no reason.
public enum FeedError: Error, Hashable, Sendable, CustomStringConvertible {
    case syntax(JSONError)
    /// There is more in it than is read.
    case size(String)
    /// It is JSON of another kind.
    case shape(String)
    /// There is no field that tells anything.
    case fields
    /// Several devices in one request; two of them.
    case devices(String, String)
    /// The value of a field that names somebody is no text.
    case encoding(String)
    /// It is a number whose last digits are not told.
    case digits(String)
    /// A unit of speed that nobody knows.
    case unit(String)

    public var description: String {
        switch self {
        case .syntax(let error):
            "the body: \(error.expected) at byte \(error.byte) is expected, found \(error.found.map { "'\($0)'" } ?? "the end")"
        case .size(let expected): "the body: \(expected) at most"
        case .shape(let expected): "the body: \(expected) is expected"
        case .fields: "neither a device nor a place is told: the fields 'id', 'lat' and 'lon' are expected"
        case .devices(let one, let other):
            "the body: positions of one device are expected, found '\(one)' and '\(other)'; name it in the URL"
        case .encoding(let field):
            "'\(field)': UTF-8 in percent encoding, of at most \(FieldList.longestValue) bytes, is expected"
        case .digits(let field): "'\(field)': a text, or a whole number below 2^53, is expected"
        case .unit(let name): "'speed_unit': kn, ms or kmh is expected, found '\(name.excerpt(40))'"
        }
    }

    /// Whether less of it would be read.
    public var isOfSize: Bool {
        switch self {
        case .size: true
        case .syntax(let error): error.reason == .size
        case .shape, .fields, .devices, .encoding, .digits, .unit: false
        }
    }
}

extension JSONValue {
    /// How much one request may have in it: 2,500 features of Overland with all that it tells have 75,000 values.
    static let feedLimits = Limits(values: 100_000, text: 16_384, key: 256)

    /// Reads a body.
    static func ofFeed(_ body: [UInt8]) throws(FeedError) -> JSONValue {
        do throws(JSONError) { return try JSONValue(body, limits: feedLimits) } catch { throw .syntax(error) }
    }

    /// A text or a number that names a device, the value of a key; nil for what apps send in its place.
    func deviceName(_ key: String) throws(FeedError) -> String? {
        switch self {
        case .text(let text): return text.isEmpty || text == "undefined" || text == "null" ? nil : text
        case .number(let number):
            guard number.hasAllDigits else { throw .digits(key) }
            return String(decoding: encoded(), as: UTF8.self)
        case .null, .flag, .whole, .list, .object, .raw: return nil
        }
    }

    var isTrue: Bool? { if case .flag(let flag) = self { flag } else { nil } }
}

extension Double {
    /// Whether no two whole numbers are read as this one.
    var hasAllDigits: Bool { magnitude < 9_007_199_254_740_992 }
}
