internal import ContentLines

/// The versions of vCards that are read.
enum CardVersion: String, Sendable {
    case v21 = "2.1"
    case v3 = "3.0"
    case v4 = "4.0"
}

/// Texts as vCards write them.
enum CardText {
    /// What bytes of a charset are in UTF-8.
    ///
    /// Without a charset it is UTF-8. What is none is Latin-1, as programs wrote before there was version 4.0, which has
    /// UTF-8 only.
    static func utf8(_ bytes: [UInt8], charset: String, _ version: CardVersion) throws(CardTrouble) -> [UInt8] {
        switch charset {
        case "iso-8859-1", "latin1", "windows-1252", "cp1252": return Array(ContentText.latin(bytes[...]).utf8)
        case "", "utf-8", "utf8", "us-ascii", "ascii":
            if String(validating: bytes, as: UTF8.self) != nil { return bytes }
            guard charset.isEmpty, version != .v4 else { throw .notUTF8 }
            return Array(ContentText.latin(bytes[...]).utf8)
        default: throw .unknownCharset(String(charset.prefix(20)))
        }
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

    /// A text without its escapes.
    static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
        ContentText.unescaped(String(decoding: bytes, as: UTF8.self))
    }
}
