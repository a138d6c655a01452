public import Tracking

/// What somebody who found an item has left for who made its found page.
public struct FinderMessage: Hashable, Sendable {
    /// Names it; a newer one has a greater number.
    public let id: Int64
    public let time: Timestamp
    public let content: Content

    /// What the finder has written.
    public struct Content: Hashable, Sendable {
        /// 1 to 1,000 characters in lines.
        public let text: String
        /// A way to answer, up to 200 characters; empty for none.
        public let contact: String
        /// Where the finder was, where they agreed to tell it.
        public let position: Position?

        public static let textBounds = TextBounds(1...1000)
        public static let contactBounds = TextBounds(0...200)

        public init(text: String, contact: String = "", position: Position? = nil) {
            (self.text, self.contact, self.position) = (text, contact, position)
        }

        /// A text in lines without what cannot be seen in them, such as marks of direction that were pasted with it.
        ///
        /// A finder does not see what would be refused, and cannot take it out.
        public static func repaired(text: String) -> String {
            text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
                .map { line(String($0)) }.joined(separator: "\n")
        }

        /// A way to answer without what cannot be seen in it, on one line.
        public static func repaired(contact: String) -> String {
            contact.unicodeScalars.split(separator: "\n").map { line(String($0)) }.joined(separator: " ")
        }

        private static func line(_ text: String) -> String {
            // As long as it is: what is too long is refused, and not cut.
            TextBounds(0...text.utf8.count).repaired(text.replacingMarks([0x09: " "]))
        }

        /// The same without what cannot be seen.
        func repaired() -> Content {
            Content(text: Self.repaired(text: text), contact: Self.repaired(contact: contact), position: position)
        }

        /// Checks that each text may stand where it does.
        ///
        /// - Throws: ``FoundPageError/badText(field:_:)`` with the first that may not.
        func check() throws(AccessError) {
            guard Self.textBounds.allowsLines(text), !text.allSatisfy(\.isWhitespace) else {
                throw .found(.badText(field: "text", "1 to 1000 characters are expected, not all of them invisible"))
            }
            guard Self.contactBounds.allows(contact) else {
                throw .found(.badText(field: "contact", "up to 200 characters are expected"))
            }
        }
    }

    /// Where a finder was as their browser tells it: no fix of the item, and never stored as one.
    public struct Position: Hashable, Sendable {
        public let coordinate: Coordinate
        /// The radius within which it lies, in whole metres.
        public let accuracy: Int

        public static let accuracies = 0...1_000_000

        public init(coordinate: Coordinate, accuracy: Int) {
            (self.coordinate, self.accuracy) = (coordinate, accuracy)
        }
    }

    /// How many messages of a page are kept; the oldest go first.
    public static let most = 100
    /// How many come to one page within an hour.
    public static let mostAnHour = 30
}
