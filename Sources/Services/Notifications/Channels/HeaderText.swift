internal import Foundation

/// Text in headers of mail and HTTP, which are ASCII: anything else as encoded words (RFC 2047).
enum HeaderText {
    /// The longest encoded word has 75 characters, 12 of which are around the text; a multiple of 3 bytes gives no
    /// padding inside.
    private static let mostBytes = 45

    /// A text for a header: itself when it is plain, else encoded words with the separator between, a folded line end
    /// in mail, a blank in HTTP.
    ///
    /// Controls become blanks, so that nothing can begin a header of its own.
    static func encoded(_ text: String, separator: String = "\r\n ") -> String {
        let line = String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? " " : $0 }))
        let isPlain = line.utf8.allSatisfy { (0x20..<0x7F).contains($0) } && !line.contains("=?")
        if isPlain { return line }
        return words(of: line).map { "=?UTF-8?B?\(Data($0).base64EncodedString())?=" }.joined(separator: separator)
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .control }

    /// The text in pieces that each fit a word; no character stands in two of them.
    private static func words(of text: String) -> [[UInt8]] {
        var words: [[UInt8]] = [[]]
        for scalar in text.unicodeScalars {
            let bytes = Array(String(scalar).utf8)
            if words[words.count - 1].count + bytes.count > mostBytes { words.append([]) }
            words[words.count - 1] += bytes
        }
        return words
    }
}
