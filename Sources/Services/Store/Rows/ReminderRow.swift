public import Reminders
public import Tracking

/// A reminder as it is kept; one that was deleted stays until the broker is told.
public struct ReminderRow: Hashable, Sendable {
    public var owner: Name
    /// What it is called in topics; unique for its owner.
    public var id: Name
    /// The message that defines it; empty where it is deleted, and the broker has still to be told.
    public var payload: [UInt8]
    /// How it stands with it, as a message; empty where nothing is known of that yet.
    public var state: [UInt8]
    /// When ``payload`` was last changed.
    public var updated: Timestamp
    /// Whether the broker has given ``payload`` back.
    public var isPublished: Bool

    public init(
        owner: Name, id: Name, payload: [UInt8], state: [UInt8] = [], updated: Timestamp, isPublished: Bool = false
    ) {
        (self.owner, self.id, self.payload, self.state) = (owner, id, payload, state)
        (self.updated, self.isPublished) = (updated, isPublished)
    }

    /// Which reminder it is.
    public var reminder: ReminderID { ReminderID(owner: owner, id: id) }
}
