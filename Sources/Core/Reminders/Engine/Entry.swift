import CivilTime
import Tracking

/// A reminder with all that is needed to see how it stands.
struct Entry: Sendable {
    let id: ReminderID
    var reminder: Reminder
    var state: ReminderState
    /// The zone of its condition about time; nil for one that the system does not know.
    var zone: Zone?
    /// Of each of its conditions, in the order of their kinds.
    var findings: [Finding] = []
    var status = ReminderStatus.waiting
    /// When it is looked at again, if nothing happens before.
    var wake: Timestamp?
    /// What it needs from elsewhere.
    var needs: [Need] = []
    /// What of that counts for its owner, and what it does without because that would be too much.
    var shares: [NeedShares.Share] = []
    var refused: [Need] = []
    /// What of that is only too early, and why.
    var delayed: [Need: String] = [:]

    var conditions: Conditions { reminder.conditions }
}

/// Some kinds of conditions.
struct Kinds: OptionSet, Sendable {
    let rawValue: UInt8

    static let time = Kinds(rawValue: 1)
    static let weather = Kinds(rawValue: 2)
    static let availability = Kinds(rawValue: 4)
    static let place = Kinds(rawValue: 8)
    static let thing = Kinds(rawValue: 16)
    static let all = Kinds(rawValue: 31)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ kind: Conditions.Kind) {
        switch kind {
        case .time: self = .time
        case .weather: self = .weather
        case .availability: self = .availability
        case .place: self = .place
        case .thing: self = .thing
        }
    }
}
