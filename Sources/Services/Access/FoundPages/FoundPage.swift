public import Tracking

/// A page for whoever finds an item: reachable without an account by its code, which stands on a label.
public struct FoundPage: Hashable, Sendable {
    /// Names it within the database; no secret.
    public let id: String
    public let code: FoundCode
    public let item: DeviceID
    /// When the item was added that it is of: a later one of the same name is another.
    public let itemCreated: Timestamp
    /// Who made it and gets the messages: it ends with that account, and with the account's right to share the item.
    public let account: Name
    public let look: FoundPageLook
    public let created: Timestamp
    /// When the code was made; earlier ones lead nowhere.
    public let codeCreated: Timestamp
    /// How many messages of finders are kept.
    public let messages: Int
}

/// What a found page shows beside the item's name.
public struct FoundPageLook: Hashable, Sendable {
    /// A part of the profile of who made the page.
    public enum Section: String, Hashable, Sendable, CaseIterable {
        /// The name, and nothing else of the public section.
        case `public`
        /// The numbers and addresses of that section, without the name.
        case personal, work, school

        /// The section whose entries are shown; nil for the name.
        var entries: ProfileSection? { ProfileSection(rawValue: rawValue) }
    }

    /// What it says to the finder, up to 500 characters in lines; empty for nothing.
    public var message: String
    /// Whether it shows the photo of the item.
    public var showsPhoto: Bool
    /// What it shows of the profile; nil, as it is unless somebody chooses one, for nothing.
    public var section: Section?

    public static let messageBounds = TextBounds(0...500)

    public init(message: String = "", showsPhoto: Bool = false, section: Section? = nil) {
        (self.message, self.showsPhoto, self.section) = (message, showsPhoto, section)
    }
}

/// A found page as whoever has the code sees it.
public struct FoundPageView: Hashable, Sendable {
    public let page: FoundPage
    /// What who made it is called, where they show it.
    public let name: String?
    /// Of the section that is shown.
    public let entries: [ProfileEntry]
}

extension TextBounds {
    /// Whether a text is as long as it may be, and has nothing in it that cannot be seen but the ends of its lines.
    public func allowsLines(_ text: String) -> Bool {
        guard fits(text) else { return false }
        let line = TextBounds(0...characters.upperBound, bytes: bytes)
        return text.split(separator: "\n", omittingEmptySubsequences: false).allSatisfy { line.allows(String($0)) }
    }
}
