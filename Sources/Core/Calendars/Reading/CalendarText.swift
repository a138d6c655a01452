internal import Tracking

/// Texts as calendars write them.
enum CalendarText {
    /// How long a text may be that is kept; more is cut off.
    static let longest = TextBounds(0...200)

    /// What bytes say: UTF-8, and Latin-1 where they are none, as old programs wrote.
    static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var text = String.UnicodeScalarView()
        for byte in bytes { text.append(Unicode.Scalar(byte)) }
        return String(text)
    }

    /// A TEXT (RFC 5545, section 3.3.11) in one line: without its escapes, and what cannot be seen is gone.
    static func oneLine(_ text: String) -> String {
        var (plain, isEscaped): (String.UnicodeScalarView, Bool) = ("".unicodeScalars, false)
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
        let lines = String(plain).split(whereSeparator: \.isNewline).map { trimmed($0) }.filter { !$0.isEmpty }
        return trimmed(longest.repaired(lines.joined(separator: ", ")))
    }

    static func trimmed(_ text: some StringProtocol) -> String {
        guard text.first?.isWhitespace == true || text.last?.isWhitespace == true else { return String(text) }
        return String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }

    /// A value of a parameter without `^n`, `^'` and `^^`, which stand for what may not be there (RFC 6868).
    static func parameter(_ text: String) -> String {
        guard text.contains("^") else { return text }
        var (plain, isMarked): (String.UnicodeScalarView, Bool) = ("".unicodeScalars, false)
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

    /// A value as it stands in a sentence.
    static func quoted(_ text: String) -> String {
        "'\(TextBounds(0...40).repaired(text.filter { !$0.isNewline }))'"
    }
}
