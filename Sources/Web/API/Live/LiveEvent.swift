import Reminders
import Store
import Tracking

/// Something that has changed, as it is told to whoever watches.
package struct LiveEvent: Sendable {
    let kind: LiveKind
    let subject: LiveSubject
    let content: Content

    enum Content: Sendable {
        /// A JSON value.
        case document([UInt8])
        /// Written only when somebody reads it.
        indirect case fix(StoredFix)
        /// What was kept is no more.
        case gone
    }

    /// Whether a newer one takes its place; what else happens is told one by one.
    var isKept: Bool {
        if case .gone = content { return false }
        return kind.isKept
    }
}

/// The types of events.
enum LiveKind: String, Hashable, Sendable, CaseIterable {
    case state, alert, reported, desired, availability, rules, gateway, result, fix, ringing
    case guarded = "guard"
    /// Which parts of the program run.
    case services
    /// How an account's inbox stands.
    case inbox
    /// What a reminder is.
    case reminder
    /// How it stands with one.
    case reminderState = "reminder-state"
    /// That one was told, or what its owner has done with it.
    case reminderEvent = "reminder-event"

    /// Whether only the newest of a subject counts.
    var isKept: Bool {
        switch self {
        case .alert, .result, .reminderEvent: false
        case .state, .reported, .desired, .availability, .rules, .gateway, .fix, .ringing, .guarded, .services, .inbox,
            .reminder, .reminderState:
            true
        }
    }

    /// The usual one hashes the text, which takes a while for each fix that comes in.
    func hash(into hasher: inout Hasher) { hasher.combine(number) }

    private var number: Int {
        switch self {
        case .state: 0
        case .alert: 1
        case .reported: 2
        case .desired: 3
        case .availability: 4
        case .rules: 5
        case .gateway: 6
        case .result: 7
        case .fix: 8
        case .guarded: 9
        case .services: 10
        case .ringing: 11
        case .inbox: 12
        case .reminder: 13
        case .reminderState: 14
        case .reminderEvent: 15
        }
    }
}

/// What an event is about.
enum LiveSubject: Hashable, Sendable {
    case device(DeviceID)
    case gateway(Name)
    /// An owner's guard list.
    case owner(Name)
    case reminder(ReminderID)
    /// An account, and nobody else.
    case account(Name)
    /// The program itself.
    case console
}
