internal import ContentLines

/// An address book: what there is in a file of vCards of version 3.0 (RFC 2426) or 4.0 (RFC 6350).
///
/// Of version 2.1, which phones still write, the same is read: its texts in quoted-printable and Latin-1 too. A card that is
/// broken is told of and left out, and the others are read. Of each card only what says who somebody is and how to reach
/// them is kept; pictures are passed over.
public struct AddressBook: Hashable, Sendable {
    /// A card with the line at which it begins, from 1 on.
    public struct Card: Hashable, Sendable {
        public let line: Int
        public let card: ContactCard
    }

    /// A card that is left out.
    public struct Skipped: Hashable, Sendable, CustomStringConvertible {
        /// Where the trouble is, from 1 on.
        public let line: Int
        public let reason: CardTrouble

        public var description: String { "line \(line): \(reason)" }
    }

    /// The cards that could be read, in the order of the file.
    public let cards: [Card]
    /// The first of those that could not, at most ``mostTold``.
    public let skipped: [Skipped]
    /// How many could not.
    public let skippedCount: Int

    /// How long a file may be, in bytes.
    public static let mostBytes = 10 << 20
    /// How many cards it may have.
    public static let mostCards = 5000
    /// How many of those that are left out are told of.
    public static let mostTold = 100

    /// Reads a file.
    ///
    /// - Throws: ``AddressBookError`` for a file of which nothing is read.
    public init(vCards bytes: [UInt8]) throws(AddressBookError) {
        guard bytes.count <= Self.mostBytes else { throw .tooLarge }
        guard !bytes.starts(with: [0xFE, 0xFF]), !bytes.starts(with: [0xFF, 0xFE]) else { throw .wideCharacters }
        var reader = CardReader()
        var lines = CardLines(bytes)
        while let line = lines.next() { try reader.take(line) }
        reader.end()
        guard reader.hasBegun else { throw .noCards }
        (cards, skipped, skippedCount) = (reader.cards, reader.skipped, reader.skippedCount)
    }
}

/// Why nothing of a file is read; one sentence each.
public enum AddressBookError: Error, Hashable, Sendable, CustomStringConvertible {
    case tooLarge
    /// The file has more cards than may be.
    case tooManyCards
    /// A file of UTF-16.
    case wideCharacters
    case noCards

    public var description: String {
        switch self {
        case .tooLarge: "an address book of at most \(AddressBook.mostBytes >> 20) MiB is expected"
        case .tooManyCards: "an address book of at most \(AddressBook.mostCards) cards is expected"
        case .wideCharacters: "this file is written in UTF-16; export it as vCard 3.0 or 4.0 in UTF-8"
        case .noCards: "there is no BEGIN:VCARD in it; a vCard file (.vcf) is expected"
        }
    }
}

/// Why a card is left out; each the end of a sentence.
public enum CardTrouble: Error, Hashable, Sendable, CustomStringConvertible {
    /// A line that has no value.
    case noColon
    /// A quote that does not end.
    case openQuote
    case tooLong
    /// Neither a name nor an address.
    case empty
    case noVersion
    case unknownVersion(String)
    case notUTF8
    case unknownCharset(String)
    case unknownEncoding(String)
    case tooManyProperties
    /// The next card begins, or the file ends, in it.
    case noEnd
    case outside
    /// A list of people rather than one.
    case list

    public var description: String {
        switch self {
        case .noColon: "a name, a colon and a value are expected, as in FN:Sam Muster"
        case .openQuote: "a second \" is expected"
        case .tooLong:
            "a line of at most \(FoldedLines.longest >> 10) KiB is expected, with those that are folded into it"
        case .empty: "there is neither a name nor an address in this card"
        case .noVersion: "VERSION:3.0 or VERSION:4.0 is expected in this card"
        case .unknownVersion(let version): "VERSION:3.0 or VERSION:4.0 is expected, found '\(version)'"
        case .notUTF8: "text in UTF-8 is expected"
        case .unknownCharset(let charset): "text in UTF-8 or ISO-8859-1 is expected, found '\(charset)'"
        case .unknownEncoding(let encoding): "plain text or quoted-printable is expected, found '\(encoding)'"
        case .tooManyProperties: "at most \(CardReader.mostProperties) names and addresses are expected in one card"
        case .noEnd: "END:VCARD is expected before the next card or the end of the file"
        case .outside: "this stands in no card; BEGIN:VCARD is expected before it"
        case .list: "this card is a list of people, which is not taken in"
        }
    }
}
