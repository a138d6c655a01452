internal import Foundation
public import Tracking

/// What somebody tells of themselves, as they write it.
public struct Profile: Hashable, Sendable {
    /// 1 to 60 characters.
    public var name: String
    /// Up to 60 characters; empty for none.
    public var town, school, employer: String
    /// What strangers may find and see; with anything else, the name too.
    public var shown: Set<ShownField>
    /// At most ``mostEntries``, in the order in which their owner has them.
    public var entries: [ProfileEntry]
    /// When it was written; nil for one that nobody has filled in.
    public var updated: Timestamp?

    public static let mostEntries = 30
    public static let nameBounds = TextBounds(1...60)
    public static let placeBounds = TextBounds(0...60)

    public init(
        name: String,
        town: String = "",
        school: String = "",
        employer: String = "",
        shown: Set<ShownField> = [],
        entries: [ProfileEntry] = []
    ) {
        (self.name, self.town, self.school, self.employer) = (name, town, school, employer)
        (self.shown, self.entries) = (shown, entries)
    }

    /// That of an account that has not filled one in: it has the account's name, and shows nothing.
    init(unwritten account: Name) { self.init(name: account.text) }

    /// Checks that every text may stand where it does.
    ///
    /// - Throws: ``PeopleError/badText(field:_:)`` with the first that may not.
    func check() throws(AccessError) {
        func refuse(_ field: String, _ expected: String) -> AccessError {
            .people(.badText(field: field, expected))
        }
        guard Self.nameBounds.allows(name), Self.hasSight(name) else {
            throw refuse("name", "1 to 60 characters are expected, none of them invisible")
        }
        for (field, text) in [("town", town), ("school", school), ("employer", employer)]
        where !Self.placeBounds.allows(text) {
            throw refuse(field, "up to 60 characters are expected, none of them invisible")
        }
        guard shown.isEmpty || shown.contains(.name) else {
            throw refuse("shown", "name is expected too where anything else is shown")
        }
        guard entries.count <= Self.mostEntries else {
            throw refuse("entries", "at most \(Self.mostEntries) are expected, found \(entries.count)")
        }
        for (place, entry) in entries.enumerated() {
            guard TextBounds.label.allows(entry.label) else {
                throw refuse(
                    "entries/\(place)/label", "up to 64 characters are expected, none of them invisible"
                )
            }
            guard ProfileEntry.valueBounds.allows(entry.value), Self.hasSight(entry.value) else {
                throw refuse("entries/\(place)/value", "1 to 200 characters are expected, none of them invisible")
            }
        }
    }

    /// Whether there is anything but space in a text.
    private static func hasSight(_ text: String) -> Bool { !text.allSatisfy(\.isWhitespace) }
}
