internal import Tracking

/// Texts as lines of vCards and iCalendar have them.
package enum ContentText {
    /// How long a text may be that is kept, in characters; more is cut off.
    private static let longest = TextBounds(0...200)

    /// What bytes of Latin-1 say.
    package static func latin(_ bytes: ArraySlice<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        for byte in bytes { text.append(Unicode.Scalar(byte)) }
        return String(text)
    }

    /// A text without the `\` before commas, semicolons, ends of lines and itself (RFC 5545, section 3.3.11; RFC 6350,
    /// section 3.4).
    package static func unescaped(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
        var (plain, isEscaped) = (String.UnicodeScalarView(), false)
        for scalar in text.unicodeScalars {
            if isEscaped {
                plain.append(scalar == "n" || scalar == "N" ? "\n" : scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else {
                plain.append(scalar)
            }
        }
        return String(plain)
    }

    /// A text as it stands in one line: ends of lines are commas, and what cannot be seen is gone.
    package static func oneLine(_ text: String) -> String {
        let lines = text.split(whereSeparator: \.isNewline).map { trimmed($0) }.filter { !$0.isEmpty }
        return trimmed(longest.repaired(lines.joined(separator: ", "))[...])
    }

    /// A text without the blanks around it.
    package static func trimmed(_ text: Substring) -> String {
        guard text.first?.isWhitespace == true || text.last?.isWhitespace == true else { return String(text) }
        return String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }

    /// A value of a parameter without `^n`, `^'` and `^^`, which stand for what may not be there (RFC 6868).
    package static func parameter(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "^")) else { return text }
        var (plain, isMarked) = (String.UnicodeScalarView(), false)
        for scalar in text.unicodeScalars {
            guard isMarked else {
                if scalar == "^" { isMarked = true } else { plain.append(scalar) }
                continue
            }
            switch scalar {
            case "n": plain.append("\n")
            case "'": plain.append("\"")
            case "^": plain.append("^")
            default: plain.append(contentsOf: ["^", scalar])
            }
            isMarked = false
        }
        if isMarked { plain.append("^") }
        return String(plain)
    }
}
