/// How long a text may be that somebody types, and which characters it may have.
///
/// What a reader sees as one character may be any number of bytes: an `a` with 100,000 accents is one. So a text has a
/// limit in bytes besides the one in characters, and a character has at most ``mostMarks`` marks.
///
/// What cannot be seen is refused, for a text that reads like another one is a trap: controls, separators of lines, and
/// Unicode's format characters with those that turn the direction of writing (U+200E, U+202A to U+202E, U+2066 to
/// U+2069). Three have a use in names and stay: the joiner and the non-joiner (U+200D, U+200C) within a text and behind
/// what is no ASCII, for emoji, Persian and the scripts of India; a selector of a variant behind what it varies; and
/// the tags of a flag behind U+1F3F4. Characters of private use and those that this Unicode does not know yet are let
/// through, as newer emoji are among them. Texts stay as they were typed: Swift compares them by canonical equivalence,
/// so that composing them first would change nothing but their bytes.
public struct TextBounds: Hashable, Sendable {
    /// As a reader counts them.
    public let characters: ClosedRange<Int>
    /// Of UTF-8.
    public let bytes: Int

    /// How many marks a character has at most, as in Unicode's stream-safe text format (UAX #15, section 13).
    public static let mostMarks = 30
    /// UTF-8 has at most so many bytes for a scalar.
    public static let bytesACharacter = 4

    /// Bounds of a length as a reader counts it, and in bytes of UTF-8; without these, four bytes a character.
    public init(_ characters: ClosedRange<Int>, bytes: Int? = nil) {
        self.characters = characters
        self.bytes = bytes ?? Self.bytesACharacter * characters.upperBound
    }

    /// The name of an item or of a place: 1 to 60 characters.
    public static let itemName = TextBounds(1...60)
    /// What a token or a passkey is for: up to 64 characters.
    public static let label = TextBounds(0...64)
    /// What is to be said of an item that is marked as lost: up to 200 characters.
    public static let lostNote = TextBounds(0...200)

    /// Whether a text is as long as it may be, whatever it has in it.
    public func fits(_ text: String) -> Bool {
        // First the bytes, which are counted already: to count characters takes a look at each.
        text.utf8.count <= bytes && characters.contains(text.count)
    }

    /// Whether a text is as long as it may be, and has nothing in it that cannot be seen.
    public func allows(_ text: String) -> Bool {
        guard fits(text) else { return false }
        var sight = Sight()
        return text.unicodeScalars.allSatisfy { sight.takes($0) } && !sight.isJoining
    }

    /// The beginning of a text, as much of it as fits; it may be too short.
    public func cut(_ text: String) -> String {
        if text.utf8.count <= bytes, text.utf8.count <= characters.upperBound { return text }
        var kept = String.UnicodeScalarView()
        var size = 0
        for scalar in text.unicodeScalars {
            size += UTF8.width(scalar)
            if size > bytes { break }
            kept.append(scalar)
        }
        return String(String(kept).prefix(characters.upperBound))
    }

    /// The part of a text that may stay, cut to the longest length, for what was kept before there were these bounds;
    /// it may be too short.
    public func repaired(_ text: String) -> String {
        var kept = String.UnicodeScalarView()
        var sight = Sight()
        var size = 0
        for scalar in text.unicodeScalars where sight.takes(scalar) {
            size += UTF8.width(scalar)
            if size > bytes { break }
            kept.append(scalar)
        }
        let whole = String(kept).prefix(characters.upperBound).unicodeScalars
        return String(String.UnicodeScalarView(whole.reversed().drop(while: Sight.isJoiner).reversed()))
    }
}

extension StringProtocol {
    /// The beginning of a text, short enough to stand in a sentence.
    public func excerpt(_ characters: Int) -> String { TextBounds(0...characters).cut(String(self)) }
}

/// Goes through a text, and says of each part whether it may stand there.
private struct Sight {
    private var previous: Unicode.Scalar?
    private var marks = 0
    private var isInFlag = false

    /// Whether the last one was a joiner, which at the end joins nothing.
    var isJoining: Bool { previous.map(Self.isJoiner) ?? false }

    static func isJoiner(_ scalar: Unicode.Scalar) -> Bool { scalar == "\u{200C}" || scalar == "\u{200D}" }

    /// Takes the next one in; one that may not stand there counts as not there.
    mutating func takes(_ scalar: Unicode.Scalar) -> Bool {
        guard isAllowed(scalar) else { return false }
        marks = Self.isMark(scalar) ? marks + 1 : 0
        isInFlag = scalar == Self.flag || isInFlag && Self.tags.contains(scalar.value)
        previous = scalar
        return true
    }

    private func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.properties.generalCategory != .control }
        if Self.isJoiner(scalar) { return previous.map { !$0.isASCII && !Self.isJoiner($0) } ?? false }
        if Self.isSelector(scalar) { return previous.map { !Self.isSelector($0) } ?? false }
        if Self.tags.contains(scalar.value) { return isInFlag }
        if Self.isMark(scalar), marks >= TextBounds.mostMarks { return false }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .format: return false
        default: return !scalar.properties.isDefaultIgnorableCodePoint && !scalar.properties.isNoncharacterCodePoint
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        default: false
        }
    }

    /// Those of emoji and ideographs, and Mongolian ones.
    private static func isSelector(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xFE00...0xFE0F, 0xE0100...0xE01EF, 0x180B...0x180D: true
        default: false
        }
    }

    private static let flag: Unicode.Scalar = "\u{1F3F4}"
    private static let tags: ClosedRange<UInt32> = 0xE0020...0xE007F
}
