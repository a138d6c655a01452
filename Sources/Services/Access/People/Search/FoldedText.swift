internal import Foundation

/// A text as it is searched: its words in small letters without marks, a space between each two.
///
/// What looks like the same letter to somebody in a hurry is the same: "Ärzte", "ARZTE" and "ärzte" are `arzte`, "Straße"
/// is `strasse`, wide and joined letters are plain ones. Letters and numbers of any script are kept, and nothing else, so
/// that neither engine finds another word in it, nor anything of its own language.
struct FoldedText: Hashable, Sendable {
    let text: String

    init(_ text: some StringProtocol) {
        let text = String(text)
        // Most texts need no look into Unicode's tables.
        self.text = text.utf8.allSatisfy { $0 < 0x80 } ? Self.plain(text) : Self.folded(text)
    }

    var words: [Substring] { text.split(separator: " ") }

    /// Whether a text begins with this one at one of its words; nothing begins everything.
    func isBeginning(in other: FoldedText) -> Bool { isPart(of: other, asWhole: false) }

    /// Whether this text stands in another at the beginning of one of its words, and at the end of one too where the whole
    /// words are asked for.
    func isPart(of other: FoldedText, asWhole: Bool) -> Bool {
        let (part, whole) = (Array(text.utf8), Array(other.text.utf8))
        if part.isEmpty { return true }
        var place = 0
        while place + part.count <= whole.count {
            let end = place + part.count
            if whole[place..<end].elementsEqual(part), !asWhole || end == whole.count || whole[end] == Self.space {
                return true
            }
            guard let next = whole[place...].firstIndex(of: Self.space) else { return false }
            place = next + 1
        }
        return false
    }

    private static let space = UInt8(ascii: " ")

    private static func plain(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x61...0x7A: bytes.append(byte)
            case 0x41...0x5A: bytes.append(byte | 0x20)
            default: if let last = bytes.last, last != space { bytes.append(space) }
            }
        }
        if bytes.last == space { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func folded(_ text: String) -> String {
        var folded = String.UnicodeScalarView()
        for scalar in text.decomposedStringWithCompatibilityMapping.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .spacingMark, .enclosingMark, .format: continue
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
                .letterNumber, .otherNumber:
                folded.append(contentsOf: (undecomposed[scalar] ?? small(scalar)).unicodeScalars)
            default: if let last = folded.last, last != " " { folded.append(" ") }
            }
        }
        if folded.last == " " { folded.removeLast() }
        return String(folded)
    }

    /// By way of the capital: ß is SS there, and both sigmas are one.
    private static func small(_ scalar: Unicode.Scalar) -> String {
        scalar.properties.uppercaseMapping.unicodeScalars.map(\.properties.lowercaseMapping).joined()
    }

    /// Letters that Unicode does not take apart, and people leave the stroke of.
    private static let undecomposed: [Unicode.Scalar: String] = [
        "ø": "o", "Ø": "o", "ł": "l", "Ł": "l", "đ": "d", "Đ": "d", "ð": "d", "Ð": "d", "ħ": "h", "Ħ": "h", "ı": "i",
        "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "þ": "th", "Þ": "th",
    ]
}
