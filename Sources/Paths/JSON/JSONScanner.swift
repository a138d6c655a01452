import Settings

/// Walks over the bytes of a JSON text (RFC 8259) and counts the lines.
struct JSONScanner {
    private let bytes: ArraySlice<UInt8>
    private var position: Int
    private var line = 1

    /// Deeper than any GeoJSON, and shallow enough for any stack.
    private static let deepest = 64

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    mutating func value(depth: Int) throws(JSONValue.Malformed) -> JSONValue {
        guard depth < Self.deepest else { throw malformed("it is nested more than \(Self.deepest) deep") }
        guard let byte = peek() else { throw malformed("the file ends in the middle of its JSON") }
        let start = line
        let content: JSONValue.Content =
            switch byte {
            case UInt8(ascii: "{"): try object(depth)
            case UInt8(ascii: "["): try array(depth)
            case UInt8(ascii: "\""): .string(try string())
            case UInt8(ascii: "-"), 48...57: try number()
            default: try word()
            }
        return JSONValue(content: content, line: start)
    }

    /// Nothing but blanks may follow.
    mutating func end() throws(JSONValue.Malformed) {
        if let byte = peek() { throw unexpected(byte, "the end of the file") }
    }

    private mutating func object(_ depth: Int) throws(JSONValue.Malformed) -> JSONValue.Content {
        position += 1
        var members: [String: JSONValue] = [:]
        if skip("}") { return .object(members) }
        repeat {
            guard let byte = peek() else { throw malformed("the file ends in the middle of its JSON") }
            guard byte == UInt8(ascii: "\"") else { throw unexpected(byte, "a key in double quotes") }
            let key = try string()
            try expect(":")
            members[key] = try value(depth: depth + 1)
        } while skip(",")
        try expect("}")
        return .object(members)
    }

    private mutating func array(_ depth: Int) throws(JSONValue.Malformed) -> JSONValue.Content {
        position += 1
        var values: [JSONValue] = []
        if skip("]") { return .array(values) }
        repeat { values.append(try value(depth: depth + 1)) } while skip(",")
        try expect("]")
        return .array(values)
    }

    private mutating func number() throws(JSONValue.Malformed) -> JSONValue.Content {
        let start = position
        while position < bytes.endIndex, Self.numberBytes.contains(bytes[position]) { position += 1 }
        guard let value = bytes[start..<position].number else {
            throw malformed("\(quoted(bytes[start..<position].string)) is no number")
        }
        return .number(value)
    }

    private mutating func word() throws(JSONValue.Malformed) -> JSONValue.Content {
        let words: [(StaticString, JSONValue.Content)] = [
            ("true", .boolean(true)), ("false", .boolean(false)), ("null", .null),
        ]
        for (word, content) in words {
            let spelled = word.withUTF8Buffer { unsafe Array($0) }
            if bytes[position...].starts(with: spelled) {
                position += spelled.count
                return content
            }
        }
        throw unexpected(bytes[position], "a value")
    }

    private mutating func string() throws(JSONValue.Malformed) -> String {
        position += 1
        var text: [UInt8] = []
        while position < bytes.endIndex {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): try escape(into: &text)
            case 0..<0x20: throw malformed("a text goes over the end of its line")
            default: text.append(byte)
            }
        }
        throw malformed("the file ends in the middle of its JSON")
    }

    /// Keeps an escape as what it stands for; half a pair of surrogates becomes a replacement character.
    private mutating func escape(into text: inout [UInt8]) throws(JSONValue.Malformed) {
        guard position < bytes.endIndex else { throw malformed("the file ends in the middle of its JSON") }
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "u"):
            let digits = bytes[position...].prefix(4)
            guard digits.count == 4, let code = UInt16(digits.string, radix: 16) else {
                throw malformed("four hexadecimal digits are expected after \\u")
            }
            position += 4
            text += Array(String(Unicode.Scalar(code).map(Character.init) ?? "\u{FFFD}").utf8)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            text.append(UInt8(ascii: " "))
        default: throw malformed("\(quoted("\\" + String(Unicode.Scalar(byte)))) is no escape")
        }
    }

    private static let numberBytes = Set("0123456789+-.eE".utf8)
}

extension JSONScanner {
    /// The next byte that is no blank, counting the lines on the way.
    private mutating func peek() -> UInt8? {
        while position < bytes.endIndex {
            switch bytes[position] {
            case 0x0A: line += 1
            case 0x20, 0x09, 0x0D: break
            default: return bytes[position]
            }
            position += 1
        }
        return nil
    }

    private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard peek() == UInt8(ascii: scalar) else { return false }
        position += 1
        return true
    }

    private mutating func expect(_ scalar: Unicode.Scalar) throws(JSONValue.Malformed) {
        guard !skip(scalar) else { return }
        guard let byte = peek() else { throw malformed("the file ends in the middle of its JSON") }
        throw unexpected(byte, "'\(scalar)'")
    }

    private func unexpected(_ byte: UInt8, _ expected: String) -> JSONValue.Malformed {
        let shown = byte < 0x80 ? "'\(Unicode.Scalar(byte))'" : "a letter outside a text"
        return malformed("this is no JSON: \(expected) is expected, \(shown) stands there")
    }

    private func malformed(_ message: String) -> JSONValue.Malformed {
        JSONValue.Malformed(line: line, message: message)
    }
}
