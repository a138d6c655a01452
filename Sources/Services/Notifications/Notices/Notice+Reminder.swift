public import Messages
internal import Reminders
public import Store
internal import Tracking

/// Notices of what was told of reminders, and of what has become of that.
///
/// To those who know only alerts they look like the beginning and the end of an episode, which is one for each reminder.
extension Notice {
    /// How their ids begin; no alert's does.
    static let reminderStart = "reminder-"
    /// The key of a kept alert that has what was told.
    static let reminderKey = "reminder"

    /// The notice of what was told of a reminder; its id is the same each time.
    public init(_ event: ReminderEventMessage) {
        let (isAnswer, id) = (event.event.isAnswer, ReminderID(owner: event.owner, id: event.reminder))
        self.init(
            alert: AlertMessage(
                id: "\(Self.reminderStart)\(event.id)",
                event: isAnswer ? .cleared : .raised,
                level: isAnswer ? .none : .warning,
                previous: isAnswer ? .warning : .none,
                threshold: 0,
                distance: 0,
                confidence: 1,
                owner: event.owner,
                tracker: Self.tracker(standingFor: event.reminder),
                item: event.title.text,
                time: event.time,
                link: event.link,
                episode: Self.place(of: id)
            )
        )
        reminder = event
    }

    /// What is kept of a reminder as a notice; nil for what nobody can read.
    public init?(_ row: ReminderEventRow) {
        guard let event = try? ReminderEventMessage(decoding: row.payload) else { return nil }
        self.init(event)
    }

    /// Which reminder it is about; nil for none.
    var reminderID: ReminderID? { reminder.map { ReminderID(owner: $0.owner, id: $0.reminder) } }

    /// Whether it tells what somebody has done with a reminder, so that nobody has to be told of that any more.
    var isAnswer: Bool { reminder?.event.isAnswer ?? false }

    /// Whether it tells of the level of an item, and of nothing else.
    var isOfLevel: Bool { unknown == nil && mark == nil && reminder == nil }

    /// Where a reminder is shown; no device has a name like this, and no two reminders have the same.
    static func place(of reminder: ReminderID) -> String { "\(placesStart(of: reminder.owner))\(reminder.id)" }

    /// How the places of an owner's reminders begin.
    static func placesStart(of owner: Name) -> String { "reminder/\(owner)/" }

    /// Which reminder is shown at a place; nil for something else.
    static func reminder(at place: String) -> ReminderID? {
        let parts = place.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "reminder", let owner = try? Name(parts[1]), let id = try? Name(parts[2])
        else { return nil }
        return ReminderID(owner: owner, id: id)
    }

    /// The name of a tracker that stands for a reminder before those who know only items.
    private static func tracker(standingFor reminder: Name) -> Name {
        // A name has at most 64 characters.
        (try? Name("\(reminderStart)\(reminder.text.prefix(64 - reminderStart.count))")) ?? reminder
    }
}

extension ReminderEventMessage.Event {
    /// Whether somebody has done something with a reminder; otherwise it is told.
    var isAnswer: Bool {
        switch self {
        case .fired, .repeated: false
        case .dismissed, .snoozed: true
        }
    }
}
