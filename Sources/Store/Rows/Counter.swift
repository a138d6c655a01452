/// Something that is counted over the life of the database.
public struct Counter: Hashable, Sendable, CustomStringConvertible {
    public let name: String

    public init(_ name: String) {
        self.name = name
    }

    public static let stored = Counter("stored")
    public static let duplicates = Counter("duplicates")
    /// Fixes too old on arrival to raise an alert.
    public static let late = Counter("late")
    /// Fixes from the future.
    public static let future = Counter("future")
    /// Stored fixes that were removed since, because they had been kept long enough.
    public static let expired = Counter("expired")
    /// Fixes that were not stored, because they came when they had been kept long enough already.
    public static let outdated = Counter("outdated")
    /// Fixes whose words were dropped, because there are too many different ones.
    public static let wordless = Counter("wordless")

    /// Refused messages, by the reason.
    public static func quarantined(_ reason: String) -> Counter {
        Counter("quarantined." + reason)
    }

    public var description: String { name }
}
