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

        /// Checks that each text may stand where it does.
        ///
        /// - Throws: ``FoundPageError/badText(field:_:)`` with the first that may not.
        func check() throws(AccessError) {
            guard Self.textBounds.allowsLines(text), !text.allSatisfy(\.isWhitespace) else {
                throw .found(.badText(field: "text", "1 to 1000 characters are expected, none of them invisible"))
            }
            guard Self.contactBounds.allows(contact) else {
                throw .found(.badText(field: "contact", "up to 200 characters are expected, none of them invisible"))
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
