public import Tracking

/// What somebody wants to be told, and under which conditions.
///
/// All of its conditions must hold; it is told once, when the last of them comes true.
public struct Reminder: Hashable, Sendable {
    /// How many reminders an owner has at most.
    public static let limit = 500
    /// How much of what was told of an owner's reminders is kept, the newest of it; some more until it is counted again.
    public static let eventLimit = 10_000

    /// What it is called in topics and addresses; unique for its owner.
    public let id: Name
    /// What a person calls it.
    public var title: ItemName
    public var colour: Colour
    /// One that is switched off is kept, and never told.
    public var isEnabled: Bool
    /// When it was made.
    public var made: Timestamp
    public var conditions: Conditions

    public init(
        id: Name,
        title: ItemName,
        colour: Colour = .blue,
        isEnabled: Bool = true,
        made: Timestamp,
        conditions: Conditions
    ) {
        self.id = id
        self.title = title
        self.colour = colour
        self.isEnabled = isEnabled
        self.made = made
        self.conditions = conditions
    }

    /// What it is shown in.
    public enum Colour: String, Hashable, Sendable, CaseIterable {
        case red, orange, green, blue, violet
    }
}

/// Which reminder of whom.
public struct ReminderID: Hashable, Sendable, Comparable, CustomStringConvertible {
    public let owner: Name
    public let id: Name

    public init(owner: Name, id: Name) {
        self.owner = owner
        self.id = id
    }

    public static func < (left: Self, right: Self) -> Bool { (left.owner, left.id) < (right.owner, right.id) }

    public var description: String { "\(owner)/\(id)" }
}
