extension JSONScanner {
    /// Moves behind the text that starts here; tells whether it has escapes.
    @inline(__always)
    mutating func skipText() throws(MessageError) -> Bool {
        position += 1
        let start = position
        var hasEscapes = false
        var seen: UInt8 = 0
        while true {
            position = endOfPlainText(&seen)
            if byte == UInt8(ascii: "\"") { break }
            guard byte == UInt8(ascii: "\\") else { throw failure("a closing quote, or an escape,") }
            hasEscapes = true
            try skipEscape()
        }
        if seen >= 0x80 { try checkUTF8(start..<position) }
        position += 1
        return hasEscapes
    }

    /// The next byte that means something in a text, or must not be in it; collects the bits up to there.
    @inline(__always)
    private func endOfPlainText(_ seen: inout UInt8) -> Int {
        let span = bytes.span
        var index = position
        while index < span.count {
            let byte = span[index]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { break }
            seen |= byte
            index += 1
        }
        return index
    }

    private func checkUTF8(_ range: Range<Int>) throws(MessageError) {
        do {
            _ = try UTF8Span(validating: bytes.span.extracting(range))
        } catch {
            let expected = "UTF-8 text at byte \(range.lowerBound + error.byteOffsets.lowerBound)"
            throw MessageError(.json, field: "payload", expected: expected, found: Self.excerpt(bytes, range))
        }
    }

    private mutating func skipEscape() throws(MessageError) {
        position += 1
        switch byte {
        case UInt8(ascii: "u"):
            position += 1
            _ = try escapedScalar()
        case let letter where Self.meaning(ofEscape: letter) != nil: position += 1
        default: throw failure("an escape that JSON knows")
        }
    }

    /// Reads the digits behind `\u`, and the second half of a pair of surrogates.
    private mutating func escapedScalar() throws(MessageError) -> Unicode.Scalar {
        let first = try codeUnit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard (0xD800..<0xDC00).contains(first), consume("\\"), consume("u") else {
            throw failure("a pair of surrogates")
        }
        let second = try codeUnit()
        guard (0xDC00..<0xE000).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw failure("a pair of surrogates") }
        return scalar
    }

    private mutating func codeUnit() throws(MessageError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = Self.value(ofHexDigit: byte) else { throw failure("a hexadecimal digit") }
            unit = unit << 4 | digit
            position += 1
        }
        return unit
    }

    /// The text of a value that is one, and was scanned here.
    func text(of value: JSONToken) -> String {
        if value.kind == .escapedText { return Self.unescaped(bytes, value.inner) }
        let inner = value.inner
        // So short a text is not worth a second check, nor a walk that tells whether it is ASCII.
        guard inner.count < 16 else { return String(decoding: bytes[inner], as: UTF8.self) }
        return unsafe String(copying: UTF8Span(unchecked: bytes.span.extracting(inner)))
    }

    /// The text between the quotes, with its escapes resolved; the bytes must have been scanned before.
    static func unescaped(_ bytes: [UInt8], _ inner: Range<Int>) -> String {
        var scanner = JSONScanner(bytes, at: inner.lowerBound)
        var text: [UInt8] = []
        while scanner.position < inner.upperBound {
            let byte = scanner.byte
            scanner.position += 1
            guard byte == UInt8(ascii: "\\") else {
                text.append(byte)
                continue
            }
            let letter = scanner.byte
            scanner.position += 1
            if let meaning = meaning(ofEscape: letter) {
                text.append(meaning)
            } else if let scalar = try? scanner.escapedScalar() {
                text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func meaning(ofEscape letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: nil
        }
    }

    private static func value(ofHexDigit byte: UInt8) -> UInt32? {
        switch byte {
        case 0x30...0x39: UInt32(byte - 0x30)
        case 0x41...0x46: UInt32(byte - 0x41 + 10)
        case 0x61...0x66: UInt32(byte - 0x61 + 10)
        default: nil
        }
    }
}
