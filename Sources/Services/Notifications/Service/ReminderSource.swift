public import Store
public import Tracking

/// Where a service of notifications learns of reminders.
public struct ReminderSource: Sendable {
    /// What was told of reminders since a time, in any order.
    public var events: @Sendable (_ since: Timestamp) throws -> [ReminderEventRow]
    /// Whether somebody still wants to be told of one.
    public var attention: @Sendable (Notice, _ now: Timestamp) throws -> Attention
    /// Whether anything is kept of what was told of an owner's; of others everything is forgotten.
    public var areKept: @Sendable (Name) throws -> Bool

    public init(
        events: @escaping @Sendable (Timestamp) throws -> [ReminderEventRow],
        attention: @escaping @Sendable (Notice, Timestamp) throws -> Attention = { _, _ in .wanted },
        areKept: @escaping @Sendable (Name) throws -> Bool = { _ in true }
    ) {
        (self.events, self.attention, self.areKept) = (events, attention, areKept)
    }

    /// That of a service without reminders.
    public static let none = ReminderSource(events: { _ in [] })
}
