internal import Foundation

/// A text as it is searched: its words in small letters without marks, a space between each two.
///
/// What looks like the same letter to somebody in a hurry is the same: "Ärzte", "ARZTE" and "ärzte" are `arzte`, "Straße"
/// is `strasse`, wide and joined letters are plain ones. Letters and numbers of any script are kept, and nothing else, so
/// that neither engine finds another word in it, nor anything of its own language.
struct FoldedText: Hashable, Sendable {
    /// In UTF-8.
    let bytes: [UInt8]

    init(_ text: some StringProtocol) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        // Most texts need no look into Unicode's tables.
        let isLatin = text.unicodeScalars.allSatisfy { $0.value < Self.latinEnd }
        for scalar in (isLatin ? String(text) : text.decomposedStringWithCompatibilityMapping).unicodeScalars {
            if scalar.isASCII {
                Self.append(UInt8(truncatingIfNeeded: scalar.value), to: &bytes)
            } else if scalar.value < Self.latinEnd {
                for byte in Self.latin[Int(scalar.value) - 0x80] { Self.append(byte, to: &bytes) }
            } else {
                for byte in Self.folded(scalar).utf8 { Self.append(byte, to: &bytes) }
            }
        }
        if bytes.last == Self.space { bytes.removeLast() }
        self.bytes = bytes
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    var words: [Substring] { text.split(separator: " ") }

    /// Whether a text begins with this one at one of its words; nothing begins everything.
    func isBeginning(in other: FoldedText) -> Bool { isPart(of: other, asWhole: false) }

    /// Whether this text stands in another at the beginning of one of its words, and at the end of one too where the whole
    /// words are asked for.
    func isPart(of other: FoldedText, asWhole: Bool) -> Bool {
        let whole = other.bytes
        if bytes.isEmpty { return true }
        var place = 0
        while place + bytes.count <= whole.count {
            var length = 0
            while length < bytes.count, whole[place + length] == bytes[length] { length += 1 }
            let end = place + bytes.count
            if length == bytes.count, !asWhole || end == whole.count || whole[end] == Self.space { return true }
            while place < whole.count, whole[place] != Self.space { place += 1 }
            place += 1
        }
        return false
    }

    private static let space = UInt8(ascii: " ")

    /// Appends a byte of ASCII in small letters, and what is neither letter nor digit as a space; another byte as it is.
    private static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
        switch byte {
        case 0x30...0x39, 0x61...0x7A, 0x80...: bytes.append(byte)
        case 0x41...0x5A: bytes.append(byte | 0x20)
        default: if let last = bytes.last, last != space { bytes.append(space) }
        }
    }

    /// The end of the letters of Europe's languages that are written with Latin ones.
    private static let latinEnd: UInt32 = 0x250

    /// What is left of each of those, in UTF-8.
    private static let latin: [[UInt8]] = (0x80..<latinEnd).map { value in
        guard let scalar = Unicode.Scalar(value) else { return [] }
        let parts = String(scalar).decomposedStringWithCompatibilityMapping.unicodeScalars
        return Array(parts.map(folded).joined().utf8)
    }

    /// What is left of a scalar that has been taken apart: a letter or a digit in small, nothing of a mark, and else a
    /// space.
    private static func folded(_ scalar: Unicode.Scalar) -> String {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .format: ""
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber:
            undecomposed[scalar] ?? small(scalar)
        default: " "
        }
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
