import Paths
import Tracking

/// Walks through a JSON file of any size from its beginning to its end, and has only a piece of it in memory.
///
/// Each call reads the value that comes next: a caller goes through objects and arrays with ``members(_:)`` and
/// ``elements(_:)``, and skips what it does not know.
struct JSONStream {
    private let stream: ByteStream
    private var bytes: [UInt8] = []
    private var position = 0
    private var depth = 0
    /// Counts from 1.
    private(set) var line = 1

    /// Deeper than any history, and shallow enough for any stack.
    static let deepest = 64
    /// No text that is of use is longer.
    static let longestText = 4096

    init(_ stream: ByteStream) throws {
        self.stream = stream
        try refill()
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// The kind of value that comes next.
    enum Kind { case object, array, text, number, word }

    mutating func kind() throws -> Kind {
        switch try peek() {
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "\""): return .text
        case UInt8(ascii: "-"), 0x30...0x39: return .number
        case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): return .word
        default: throw unexpected("a value")
        }
    }

    /// Goes through the members of an object; the body reads or skips the value of each key.
    ///
    /// Anything else is skipped.
    mutating func members(_ body: (inout JSONStream, _ key: String) throws -> Void) throws {
        guard try kind() == .object else { return try skip() }
        try enter()
        if try take("}") { return leave() }
        repeat {
            guard try peek() == UInt8(ascii: "\"") else { throw unexpected("a key in double quotes") }
            let key = String(decoding: try text(), as: UTF8.self)
            guard try take(":") else { throw unexpected("':'") }
            try body(&self, key)
        } while try take(",")
        guard try take("}") else { throw unexpected("',' or '}'") }
        leave()
    }

    /// Goes through the elements of an array; the body reads or skips each.
    ///
    /// Anything else is skipped.
    mutating func elements(_ body: (inout JSONStream) throws -> Void) throws {
        guard try kind() == .array else { return try skip() }
        try enter()
        if try take("]") { return leave() }
        repeat { try body(&self) } while try take(",")
        guard try take("]") else { throw unexpected("',' or ']'") }
        leave()
    }

    /// Passes over a value.
    mutating func skip() throws {
        switch try kind() {
        case .object: try members { stream, _ in try stream.skip() }
        case .array: try elements { stream in try stream.skip() }
        case .text: try skipText()
        case .number: _ = try numeral()
        case .word: try word()
        }
    }

    /// Nothing but blanks may follow.
    mutating func end() throws {
        if try next() != nil { throw unexpected("the end of the file") }
    }

    func malformed(_ message: String) -> ImportError { ImportError(file: stream.name, line: line, message: message) }
}

// MARK: Values

extension JSONStream {
    /// The number that comes next, also when it is written as a text; nil, and skipped, for anything else.
    mutating func number() throws -> Double? {
        switch try kind() {
        case .number:
            let digits = try numeral()
            return ByteNumber.double(digits.span)
        case .text:
            let digits = try text()
            return ByteNumber.double(digits.span)
        default:
            try skip()
            return nil
        }
    }

    /// The text that comes next, as bytes of UTF-8; nil, and skipped, for anything else.
    mutating func string() throws -> [UInt8]? {
        guard try kind() == .text else {
            try skip()
            return nil
        }
        return try text()
    }

    /// The moment that comes next as an RFC 3339 text; nil for anything else.
    mutating func time() throws -> Timestamp? {
        guard let text = try string() else { return nil }
        return ByteTime.timestamp(text.span)
    }

    private mutating func numeral() throws -> [UInt8] {
        var digits: [UInt8] = []
        while let byte = try byte(), Self.isNumeral(byte) {
            guard digits.count < 100 else { throw malformed("a number of at most 100 digits is expected") }
            digits.append(byte)
            position += 1
        }
        guard ByteNumber.double(digits.span) != nil else {
            throw malformed("'\(String(decoding: digits, as: UTF8.self))' is no number")
        }
        return digits
    }

    private static func isNumeral(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x2B, 0x2D, 0x2E, 0x45, 0x65: true
        default: false
        }
    }

    private mutating func word() throws {
        let first = try peek()
        for word in ["true", "false", "null"] where word.utf8.first == first {
            for letter in word.utf8 {
                guard try byte() == letter else { throw unexpected("'\(word)'") }
                position += 1
            }
        }
    }

    private mutating func text() throws -> [UInt8] {
        position += 1
        var text: [UInt8] = []
        while let byte = try byte() {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return text
            case UInt8(ascii: "\\"): try escape(into: &text)
            case 0..<0x20: throw malformed("a text goes over the end of its line")
            default: text.append(byte)
            }
            guard text.count <= Self.longestText else {
                throw malformed("a text of at most \(Self.longestText) bytes is expected")
            }
        }
        throw atEnd()
    }

    private mutating func skipText() throws {
        position += 1
        while let byte = try byte() {
            position += 1
            if byte == UInt8(ascii: "\"") { return }
            if byte == UInt8(ascii: "\\") {
                guard try self.byte() != nil else { break }
                position += 1
            } else if byte < 0x20 {
                throw malformed("a text goes over the end of its line")
            }
        }
        throw atEnd()
    }

    /// Keeps an escape as what it stands for; half a pair of surrogates becomes a replacement character.
    private mutating func escape(into text: inout [UInt8]) throws {
        guard let byte = try byte() else { throw atEnd() }
        position += 1
        switch byte {
        case UInt8(ascii: "u"):
            var code: UInt32 = 0
            for _ in 0..<4 {
                guard let digit = try self.byte(), let value = Character(Unicode.Scalar(digit)).hexDigitValue else {
                    throw unexpected("a hexadecimal digit")
                }
                code = code << 4 | UInt32(value)
                position += 1
            }
            text += Array(String(Unicode.Scalar(code).map(Character.init) ?? "\u{FFFD}").utf8)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            text.append(UInt8(ascii: " "))
        default: throw unexpected("an escape that JSON knows")
        }
    }
}

// MARK: Bytes

extension JSONStream {
    /// The byte here; nil at the end.
    @inline(__always)
    private mutating func byte() throws -> UInt8? {
        if position == bytes.count { try refill() }
        return position < bytes.count ? bytes[position] : nil
    }

    private mutating func refill() throws {
        bytes = try stream.next()
        position = 0
    }

    /// The next byte that is no blank; nil at the end.
    private mutating func next() throws -> UInt8? {
        while let byte = try byte() {
            switch byte {
            case 0x0A: line += 1
            case 0x20, 0x09, 0x0D: break
            default: return byte
            }
            position += 1
        }
        return nil
    }

    private mutating func peek() throws -> UInt8 {
        guard let byte = try next() else { throw atEnd() }
        return byte
    }

    private mutating func take(_ scalar: Unicode.Scalar) throws -> Bool {
        guard try peek() == UInt8(ascii: scalar) else { return false }
        position += 1
        return true
    }

    private mutating func enter() throws {
        guard depth < Self.deepest else { throw malformed("it is nested more than \(Self.deepest) deep") }
        depth += 1
        position += 1
    }

    private mutating func leave() { depth -= 1 }

    private func atEnd() -> ImportError { malformed("the file ends in the middle of its JSON") }

    private mutating func unexpected(_ expected: String) -> ImportError {
        let byte = position < bytes.count ? bytes[position] : 0
        let shown = (0x21..<0x7F).contains(byte) ? "'\(Unicode.Scalar(byte))'" : "something else"
        return malformed("this is no JSON: \(expected) is expected, \(shown) stands there")
    }
}
