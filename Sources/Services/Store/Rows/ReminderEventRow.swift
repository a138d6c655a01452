public import Tracking

/// That a reminder was told, or what its owner did with it.
///
/// History and outbox in one: what is not sent is still to go out.
public struct ReminderEventRow: Hashable, Sendable {
    /// Unique among those of all owners, 1 to 200 characters; sorts in the order of the events.
    public var id: String
    public var owner: Name
    /// Which of its owner's reminders; it may be deleted by now.
    public var reminder: Name
    public var time: Timestamp
    /// One of fired, repeated, dismissed, snoozed.
    public var event: String
    /// The message as it is published.
    public var payload: [UInt8]
    public var isSent: Bool

    public init(
        id: String, owner: Name, reminder: Name, time: Timestamp, event: String, payload: [UInt8], isSent: Bool = false
    ) {
        (self.id, self.owner, self.reminder, self.time) = (id, owner, reminder, time)
        (self.event, self.payload, self.isSent) = (event, payload, isSent)
    }
}
