import Messages

/// Reads a body's JSON in one pass: time and memory grow with its bytes, whatever stands in them.
///
/// Strictly by RFC 8259, in UTF-8, with or without a byte order mark; depth ends at ``JSONScanner/depthLimit``. Each key
/// of an object stands there once, and numbers are within what a double holds.
struct JSONDocumentReader {
    /// The most values in one body, keys not counted: the longest bodies that make sense, areas with all their corners,
    /// have fewer in 256 KiB.
    static let mostValues = 50_000
    /// The longest text, in bytes: above what a passkey's certificates take.
    ///
    /// Whoever looks a text up takes the square of its length where all of it is marks on one letter, as Unicode has
    /// them in order: that many bytes take some 20 ms.
    static let longestText = 16_384
    /// The longest key, in bytes: far above those that are known.
    static let longestKey = 256

    private var scanner: JSONScanner
    private var values = 0

    init(_ bytes: [UInt8]) { scanner = JSONScanner(bytes) }

    /// The one value that the bytes are.
    mutating func whole() throws(MessageError) -> JSONDocument {
        scanner.skipByteOrderMark()
        scanner.skipBlanks()
        let document = try value(depth: 0)
        try scanner.expectEnd()
        return document
    }

    private mutating func value(depth: Int) throws(MessageError) -> JSONDocument {
        values += 1
        guard values <= Self.mostValues else { throw scanner.failure("no more than \(Self.mostValues) values") }
        switch scanner.byte {
        case UInt8(ascii: "{"): return .object(try members(depth: depth))
        case UInt8(ascii: "["): return .list(try elements(depth: depth))
        default: return try single()
        }
    }

    private mutating func members(depth: Int) throws(MessageError) -> [String: JSONDocument] {
        try enter(depth)
        var members: [String: JSONDocument] = [:]
        var isFirst = true
        while let key = try scanner.key(isFirst: isFirst) {
            isFirst = false
            guard key.inner.count <= Self.longestKey else {
                throw scanner.failure("a key of at most \(Self.longestKey) bytes", at: key.range.lowerBound)
            }
            let name = scanner.text(of: key)
            guard members.updateValue(try value(depth: depth + 1), forKey: name) == nil else {
                throw scanner.failure("each key only once", at: key.range.lowerBound)
            }
        }
        return members
    }

    private mutating func elements(depth: Int) throws(MessageError) -> [JSONDocument] {
        try enter(depth)
        var elements: [JSONDocument] = []
        while try scanner.hasElement(isFirst: elements.isEmpty) { elements.append(try value(depth: depth + 1)) }
        return elements
    }

    private mutating func enter(_ depth: Int) throws(MessageError) {
        guard depth < JSONScanner.depthLimit else {
            throw scanner.failure("no more than \(JSONScanner.depthLimit) levels")
        }
        scanner.position += 1
    }

    /// A value that has no others in it.
    private mutating func single() throws(MessageError) -> JSONDocument {
        let value = try scanner.value()
        switch value.kind {
        case .yes: return .flag(true)
        case .no: return .flag(false)
        case .number:
            guard let number = scanner.double(of: value), number.isFinite else {
                throw scanner.failure("a number up to 1.8e308", at: value.range.lowerBound)
            }
            return .number(number)
        case .text, .escapedText:
            guard value.inner.count <= Self.longestText else {
                throw scanner.failure("a text of at most \(Self.longestText) bytes", at: value.range.lowerBound)
            }
            return .text(scanner.text(of: value))
        case .absent, .null, .object, .array: return .null
        }
    }
}
