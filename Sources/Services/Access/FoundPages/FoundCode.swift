internal import Cryptography
internal import Tracking

/// The code of a found page: 128 random bits in 26 signs that are read off a label and typed without mistakes.
///
/// It is Crockford's base 32, digits and letters without I, L, O and U. Case and hyphens do not count, and what looks like
/// a digit counts as that digit.
public struct FoundCode: Hashable, Sendable, CustomStringConvertible {
    /// 26 signs in capitals, as they stand in the address of the page.
    public let text: String

    private static let signs = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
    private static let length = 26
    /// The number of signs in each group of a label.
    private static let groups = [5, 5, 5, 5, 6]
    /// Of a longer text only the beginning is looked at.
    private static let longestTyped = 100

    /// A new code.
    public init(using generator: inout some RandomNumberGenerator) {
        let words = (0..<2).map { _ in UInt64.random(in: 0 ... .max, using: &generator) }
        let value = UInt128(words[0]) << 64 | UInt128(words[1])
        // The first sign has the three highest bits, and each of the others five.
        text = String((0..<Self.length).reversed().map { Self.signs[Int(value >> UInt128(5 * $0) & 31)] })
    }

    /// A code as somebody has typed or scanned it; of what is none, a code that no page has.
    public init(typed text: String) {
        let signs = text.excerpt(Self.longestTyped).uppercased().compactMap { sign -> Character? in
            switch sign {
            case "-", " ": nil
            case "O": "0"
            case "I", "L": "1"
            default: sign
            }
        }
        self.text = String(signs)
    }

    /// In groups, as it stands on a label.
    public var description: String {
        var rest = text[...]
        let parts = Self.groups.map { length in
            let part = rest.prefix(length)
            rest = rest.dropFirst(length)
            return String(part)
        }
        return (parts + [String(rest)]).filter { !$0.isEmpty }.joined(separator: "-")
    }

    /// Where its page is on a console.
    public var path: String { "/found/\(text)" }

    /// What a page is looked up by.
    var hash: [UInt8] { Digest.sha256(Array(text.utf8)) }
}
