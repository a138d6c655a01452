/// Something that is counted over the life of the database.
public struct Counter: Hashable, Sendable, CustomStringConvertible {
    public let name: String

    public init(_ name: String) { self.name = name }

    /// Between a name and the partition that counts, in the database.
    static let partitionMark: Character = "@"

    /// Fixes that were new, and are in the store.
    public static let stored = Counter("stored")
    /// Fixes that had come before.
    public static let duplicates = Counter("duplicates")
    /// Fixes too old on arrival to raise an alert.
    public static let late = Counter("late")
    /// Fixes from the future.
    public static let future = Counter("future")
    /// Fixes whose time was set right by what is known of their device's clock.
    public static let clockCorrected = Counter("clockCorrected")
    /// Fixes that waited for the ones before them, which came later.
    public static let held = Counter("held")
    /// Fixes that came after a later one, and were put into their place before anything followed from either.
    public static let reordered = Counter("reordered")
    /// Fixes that came after a later one from which all had followed already.
    public static let overtaken = Counter("overtaken")
    /// Fixes at a place where nothing could have come so fast.
    public static let implausible = Counter("implausible")
    /// Those among them that others have confirmed since.
    public static let believed = Counter("believed")
    /// Location requests to trackers that were silent, and those trackers that answered, or did not.
    public static let asked = Counter("asked")
    public static let answered = Counter("answered")
    public static let unreachable = Counter("unreachable")
    /// Stored fixes that were removed since, because they had been kept long enough.
    public static let expired = Counter("expired")
    /// Fixes that were not stored, because they came when they had been kept long enough already.
    public static let outdated = Counter("outdated")
    /// Fixes whose words were dropped, because there are too many different ones, or they are too long.
    public static let wordless = Counter("wordless")

    /// Fixes that came out of files.
    public static let imported = Counter("imported")
    /// Fixes in files that were there already.
    public static let importedDuplicates = Counter("imported.duplicates")

    /// Refused messages, by the reason.
    public static func quarantined(_ reason: String) -> Counter { Counter("quarantined." + reason) }

    public var description: String { name }
}
