public import Tracking

/// What has to be remembered of a reminder, beyond what it is: it is kept with it.
public struct ReminderState: Hashable, Sendable {
    /// When it was told on the occasion that is not over yet, the earliest by the clock; nil while it waits for the next.
    public var told: Timestamp?
    /// Of which events of the calendar it was told on this occasion; numbers that mean nothing else.
    public var subjects: [Int]
    /// When it was last told at all.
    public var fired: Timestamp?
    /// When its owner has seen it on this occasion, and wants to hear no more of it; nil for not yet.
    public var dismissed: Timestamp?
    /// When its owner put it off until its conditions come true the next time; nil for not, and for a shorter while.
    public var putOff: Timestamp?
    /// When it is told once more, where the occasion is not over by then.
    public var snoozedUntil: Timestamp?
    /// Where its owner stands to the place that it is about.
    public var owner: Standing
    /// Where the thing stands to the place that it is about.
    public var thing: Standing

    public init(
        told: Timestamp? = nil,
        subjects: [Int] = [],
        fired: Timestamp? = nil,
        snoozedUntil: Timestamp? = nil,
        owner: Standing = Standing(),
        thing: Standing = Standing()
    ) {
        (self.told, self.subjects, self.fired, self.snoozedUntil) = (told, subjects, fired, snoozedUntil)
        (self.owner, self.thing) = (owner, thing)
    }

    /// Whether it is told on an occasion that is not over, and what was told at a time belongs to that; nil for whatever
    /// was told.
    func isOccasion(of event: Timestamp?) -> Bool {
        guard let told else { return false }
        return event.map { $0 >= told } ?? true
    }

    /// The occasion is over.
    mutating func end() { (told, subjects, dismissed, putOff, snoozedUntil) = (nil, [], nil, nil, nil) }
}

/// How it stands with a reminder as a whole.
public enum ReminderStatus: String, Hashable, Sendable, CaseIterable {
    case disabled
    /// At least one condition does not hold.
    case waiting
    /// No condition fails, and of one at least it is not known how it stands: it is not told.
    case unknown
    /// All conditions hold.
    case holds
}

/// A reminder that is told.
public struct Firing: Hashable, Sendable {
    public let owner: Name
    public let reminder: Reminder
    public let time: Timestamp
    /// What was found of each of its conditions, in the order of their kinds.
    public let findings: [Finding]
    /// Whether it was told before on this occasion, and put off.
    public let isRepeated: Bool

    public var id: ReminderID { ReminderID(owner: owner, id: reminder.id) }
}

/// How it stands with a reminder, for whoever asks why it was told or was not.
public struct ReminderReport: Hashable, Sendable {
    public let reminder: Reminder
    public let state: ReminderState
    public let status: ReminderStatus
    /// Of each of its conditions, in the order of their kinds.
    public let findings: [Finding]
}

/// What has come of what the engine was told.
public struct ReminderChanges: Sendable {
    public internal(set) var firings: [Firing] = []
    /// Those whose state has to be kept anew.
    public internal(set) var touched: Set<ReminderID> = []
    /// Those of which it stands otherwise than before.
    public internal(set) var standings: Set<ReminderID> = []

    public init() {}

    public var isEmpty: Bool { firings.isEmpty && touched.isEmpty && standings.isEmpty }
}
