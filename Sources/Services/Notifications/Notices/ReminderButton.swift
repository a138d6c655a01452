public import Messages
public import Reminders
public import Tracking

/// What somebody can say to a reminder below its notification.
public enum ReminderButton: String, Hashable, Sendable, CaseIterable {
    case dismiss
    /// For a while.
    case snooze
    /// Until its conditions come true the next time.
    case later

    /// For how long ``snooze`` puts a reminder off.
    public static let pause = Duration.seconds(600)

    /// What stands on it.
    var label: String {
        switch self {
        case .dismiss: "Dismiss"
        case .snooze: "Snooze 10 min"
        case .later: "Next time"
        }
    }

    /// What is wanted of the reminder when it is pressed at a time.
    public func action(at now: Timestamp) -> ReminderAction {
        switch self {
        case .dismiss: .dismiss
        case .snooze: .snooze(until: now.advanced(by: Self.pause))
        case .later: .snooze(until: nil)
        }
    }
}

/// Carries out what somebody has said to a reminder, as the answer to an event of that identifier where it is known.
///
/// It fails where that comes to nothing, and is not as whoever has pressed it wants it anyway.
public typealias ReminderAnswer = @Sendable (ReminderButton, ReminderID, _ event: String?) async throws -> Void
