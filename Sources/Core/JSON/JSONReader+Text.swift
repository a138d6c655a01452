extension JSONReader {
    mutating func textBytes() throws -> [UInt8] {
        position += 1
        var text: [UInt8] = []
        while let byte = try byte() {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return text
            case UInt8(ascii: "\\"):
                position += 1
                try escape(into: &text)
            case 0..<0x20: throw failure("a closing quote")
            default:
                position += 1
                text.append(byte)
            }
            guard text.count <= longestText else { throw excess("a text of at most \(longestText) bytes") }
        }
        throw failure("a closing quote")
    }

    mutating func skipText() throws {
        position += 1
        while let byte = try byte() {
            guard byte >= 0x20 else { break }
            position += 1
            if byte == UInt8(ascii: "\"") { return }
            if byte == UInt8(ascii: "\\"), try self.byte() != nil { position += 1 }
        }
        throw failure("a closing quote")
    }

    func string(_ text: [UInt8]) throws -> String {
        if let string = String(validating: text, as: UTF8.self) { return string }
        guard source == .file else { throw failure("a text in UTF-8", at: start) }
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func escape(into text: inout [UInt8]) throws {
        let byte = try byte()
        guard let byte, let meaning = Self.meaning(ofEscape: byte) else { throw failure("an escape that JSON knows") }
        position += 1
        guard byte == UInt8(ascii: "u") else { return text.append(meaning) }
        text.append(contentsOf: String(try scalar()).utf8)
    }

    private static func meaning(ofEscape letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "u"): letter
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: nil
        }
    }

    /// What follows `\u`: a code, or a pair of surrogates.
    private mutating func scalar() throws -> Unicode.Scalar {
        let code = try code()
        if let scalar = Unicode.Scalar(code) { return scalar }
        guard code < 0xDC00, try byte() == UInt8(ascii: "\\") else { return try half() }
        position += 1
        guard try byte() == UInt8(ascii: "u") else {
            // In a file another escape may follow the half of a pair; it is lost with it.
            if try byte() != nil { position += 1 }
            return try half()
        }
        position += 1
        let low = try self.code()
        guard (0xDC00...0xDFFF).contains(low) else { return try half() }
        return Unicode.Scalar(0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)) ?? "\u{FFFD}"
    }

    private func half() throws -> Unicode.Scalar {
        guard source == .file else { throw failure("a pair of surrogates") }
        return "\u{FFFD}"
    }

    private mutating func code() throws -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = try byte(), digit < 0x80, let value = Character(Unicode.Scalar(digit)).hexDigitValue
            else {
                throw failure("a hexadecimal digit")
            }
            code = code << 4 | UInt32(value)
            position += 1
        }
        return code
    }
}
