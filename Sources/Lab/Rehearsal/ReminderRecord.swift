public import Messages
public import Reminders
public import Tracking

/// What was seen of one reminder in a run.
public struct ReminderRecord: Sendable {
    /// Something that was told of it, and when it arrived.
    public struct Event: Hashable, Sendable {
        /// Milliseconds since the start.
        public var at: Int64
        public var message: ReminderEventMessage

        /// Whether its owner is told of the reminder, and not what came of that.
        public var isFiring: Bool { message.event == .fired || message.event == .repeated }
    }

    /// How it stands, and since when that is told.
    public struct StatusChange: Hashable, Sendable {
        /// Milliseconds since the start.
        public var at: Int64
        public var status: ReminderStatus
    }

    public let id: ReminderID
    /// What a person calls it.
    public let title: ItemName
    public internal(set) var events: [Event] = []
    public internal(set) var statuses: [StatusChange] = []

    mutating func saw(_ status: ReminderStatus, at milliseconds: Int64) {
        if statuses.last?.status == status { return }
        statuses.append(StatusChange(at: milliseconds, status: status))
    }
}
