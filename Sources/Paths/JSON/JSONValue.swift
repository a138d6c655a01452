/// A JSON value that knows its line, so that errors can name it.
struct JSONValue {
    indirect enum Content {
        case null
        case boolean(Bool)
        case number(Double)
        case string(String)
        case array([JSONValue])
        case object([String: JSONValue])
    }

    let content: Content
    /// Where the value begins, counted from 1.
    let line: Int

    /// Where and why a text is no JSON.
    struct Malformed: Error {
        let line: Int
        let message: String
    }

    /// Reads a document.
    ///
    /// - Throws: ``Malformed`` with the line.
    init(document bytes: ArraySlice<UInt8>) throws(Malformed) {
        var scanner = JSONScanner(bytes)
        self = try scanner.value(depth: 0)
        try scanner.end()
    }

    init(content: Content, line: Int) {
        self.content = content
        self.line = line
    }

    /// The value of a key; nil when this is no object, or has no such key.
    subscript(key: String) -> JSONValue? {
        if case .object(let members) = content { members[key] } else { nil }
    }

    var array: [JSONValue]? { if case .array(let values) = content { values } else { nil } }
    var number: Double? { if case .number(let value) = content { value } else { nil } }
    var string: String? { if case .string(let value) = content { value } else { nil } }
    var isNull: Bool { if case .null = content { true } else { false } }
}
