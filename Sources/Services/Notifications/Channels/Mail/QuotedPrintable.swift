/// Text as lines of at most 76 ASCII characters (RFC 2045, 6.7).
enum QuotedPrintable {
    private static let widest = 76
    private static let digits = Array("0123456789ABCDEF")

    static func encoded(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line($0) }.joined(separator: "\r\n")
    }

    private static func line(_ text: Substring) -> String {
        var lines = [String]()
        var current = ""
        let bytes = Array(text.utf8)
        for (index, byte) in bytes.enumerated() {
            let piece = piece(byte, isLast: index == bytes.count - 1)
            // Room is kept for the mark of a line that goes on.
            if current.utf8.count + piece.utf8.count > widest - 1 {
                lines.append(current + "=")
                current = ""
            }
            current += piece
        }
        return (lines + [current]).joined(separator: "\r\n")
    }

    private static func piece(_ byte: UInt8, isLast: Bool) -> String {
        switch byte {
        case 0x3D: break
        // A blank at the end of a line gets lost.
        case 0x20 where isLast: break
        case 0x20...0x7E: return String(UnicodeScalar(byte))
        default: break
        }
        return "=\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
    }
}
