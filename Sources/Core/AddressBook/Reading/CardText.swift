internal import Tracking

/// The versions of vCards that are read.
enum CardVersion: String, Sendable {
    case v21 = "2.1"
    case v3 = "3.0"
    case v4 = "4.0"
}

/// Texts as vCards write them.
enum CardText {
    /// How long a text may be that is kept, in characters; more is cut off.
    static let longest = TextBounds(0...200)

    /// What bytes of a charset are in UTF-8.
    ///
    /// Without a charset it is UTF-8. What is none is Latin-1, as programs wrote before there was version 4.0, which has
    /// UTF-8 only.
    static func utf8(_ bytes: [UInt8], charset: String, _ version: CardVersion) throws(CardTrouble) -> [UInt8] {
        switch charset {
        case "iso-8859-1", "latin1", "windows-1252", "cp1252": return latin(bytes)
        case "", "utf-8", "utf8", "us-ascii", "ascii":
            if String(validating: bytes, as: UTF8.self) != nil { return bytes }
            guard charset.isEmpty, version != .v4 else { throw .notUTF8 }
            return latin(bytes)
        default: throw .unknownCharset(String(charset.prefix(20)))
        }
    }

    private static func latin(_ bytes: [UInt8]) -> [UInt8] {
        var text = String.UnicodeScalarView()
        for byte in bytes { text.append(Unicode.Scalar(byte)) }
        return Array(String(text).utf8)
    }

    /// What quoted-printable stands for (RFC 2045); a `=` that nothing of it follows stays.
    static func unquoted(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        var position = bytes.startIndex
        while position < bytes.endIndex {
            let byte = bytes[position]
            if byte == UInt8(ascii: "="), position + 2 < bytes.endIndex,
                let high = digit(bytes[position + 1]), let low = digit(bytes[position + 2])
            {
                text.append(high << 4 | low)
                position += 3
            } else {
                text.append(byte)
                position += 1
            }
        }
        return text
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }

    /// The parts between each `;` that no `\` stands before.
    static func split(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var (parts, begin, isEscaped): ([ArraySlice<UInt8>], Int, Bool) = ([], 0, false)
        for (position, byte) in bytes.enumerated() {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: ";") {
                parts.append(bytes[begin..<position])
                begin = position + 1
            }
        }
        return parts + [bytes[begin...]]
    }

    /// A text without the `\` before commas, semicolons, ends of lines and itself.
    static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(UInt8(ascii: "\\")) else { return String(decoding: bytes, as: UTF8.self) }
        var (text, isEscaped): ([UInt8], Bool) = ([], false)
        for byte in bytes {
            if isEscaped {
                let isEnd = byte == UInt8(ascii: "n") || byte == UInt8(ascii: "N")
                text.append(isEnd ? 0x0A : byte)
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else {
                text.append(byte)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// A text as it stands in one line: ends of lines are commas, and what cannot be seen is gone.
    static func oneLine(_ text: String) -> String {
        let lines = text.split(whereSeparator: \.isNewline).map { trimmed($0) }.filter { !$0.isEmpty }
        return trimmed(longest.repaired(lines.joined(separator: ", ")))
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        guard text.first?.isWhitespace == true || text.last?.isWhitespace == true else { return String(text) }
        return String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }

    /// A value of a parameter without `^n`, `^'` and `^^`, which stand for what may not be there (RFC 6868).
    static func parameter(_ text: String) -> String {
        guard text.contains("^") else { return text }
        var (plain, isMarked) = ("", false)
        for character in text {
            switch (isMarked, character) {
            case (false, "^"): isMarked = true
            case (false, _): plain.append(character)
            case (true, let mark):
                switch mark {
                case "n": plain.append("\n")
                case "'": plain.append("\"")
                case "^": plain.append("^")
                default: plain += "^\(mark)"
                }
                isMarked = false
            }
        }
        return isMarked ? plain + "^" : plain
    }
}
