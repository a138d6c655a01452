/// The part of CBOR (RFC 8949) that authenticators use: definite lengths, whole numbers, bytes, text, arrays and maps.
enum CBOR: Hashable, Sendable {
    case integer(Int64)
    case bytes([UInt8])
    case text(String)
    case array([CBOR])
    /// In the order of the bytes; a key is a number or a text.
    case map([CBOR: CBOR])
    case simple(UInt8)

    subscript(_ key: Int64) -> CBOR? {
        if case .map(let entries) = self { entries[.integer(key)] } else { nil }
    }

    subscript(_ key: String) -> CBOR? {
        if case .map(let entries) = self { entries[.text(key)] } else { nil }
    }

    var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
    var bytes: [UInt8]? { if case .bytes(let value) = self { value } else { nil } }
    var text: String? { if case .text(let value) = self { value } else { nil } }
}

/// Reads CBOR of a stranger: bounded in depth, and never beyond its bytes.
struct CBORReader {
    private let input: [UInt8]
    private(set) var position = 0
    private static let deepest = 8

    init(_ input: [UInt8]) { self.input = input }

    /// The next value; nil for bytes that are none.
    mutating func next(depth: Int = 0) -> CBOR? {
        guard depth < Self.deepest, let first = byte() else { return nil }
        let major = first >> 5
        if major == 7 { return first & 31 < 24 ? .simple(first & 31) : nil }
        guard let count = argument(first & 31) else { return nil }
        switch major {
        case 0: return Int64(exactly: count).map { .integer($0) }
        case 1: return Int64(exactly: count).map { .integer(-1 - $0) }
        case 2: return consume(count).map { .bytes($0) }
        case 3: return consume(count).flatMap { String(validating: $0, as: UTF8.self) }.map { .text($0) }
        case 4: return array(count, depth)
        case 5: return map(count, depth)
        default: return nil
        }
    }

    private mutating func array(_ count: UInt64, _ depth: Int) -> CBOR? {
        var values: [CBOR] = []
        for _ in 0..<count {
            guard let value = next(depth: depth + 1) else { return nil }
            values.append(value)
        }
        return .array(values)
    }

    private mutating func map(_ count: UInt64, _ depth: Int) -> CBOR? {
        var entries: [CBOR: CBOR] = [:]
        for _ in 0..<count {
            guard let key = next(depth: depth + 1), let value = next(depth: depth + 1),
                entries.updateValue(value, forKey: key) == nil
            else { return nil }
        }
        return .map(entries)
    }

    private mutating func argument(_ short: UInt8) -> UInt64? {
        if short < 24 { return UInt64(short) }
        guard short <= 27, let bytes = consume(1 << UInt64(short - 24)) else { return nil }
        return bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    private mutating func byte() -> UInt8? { consume(1)?.first }

    private mutating func consume(_ count: UInt64) -> [UInt8]? {
        guard count <= UInt64(input.count - position) else { return nil }
        defer { position += Int(count) }
        return Array(input[position..<position + Int(count)])
    }
}
