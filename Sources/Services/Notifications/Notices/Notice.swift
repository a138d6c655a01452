public import Messages
internal import Reminders
public import Store
public import Tracking

/// What a person, or a program, is told of one change of an item's level, of an unknown tag that follows, of an item that
/// somebody has marked as lost, or of a reminder.
public struct Notice: Hashable, Sendable {
    /// What changed.
    public var alert: AlertMessage
    /// The 90 % interval of the distance, in metres; nil where nothing is known of it.
    public var interval: ClosedRange<Double>?
    /// How often the same was told before, to somebody who has not acknowledged it.
    public var repetition: Int = 0
    /// The unknown tag that follows, where it tells of one; then what changed is made up for those who know only items.
    public var unknown: GuardMessage.Tag?
    /// The mark, where it tells that somebody has marked an item as lost, or that such an item is found again; then what
    /// changed is made up for those who know only alerts.
    public var mark: LostMark?
    /// What was told of a reminder, where it tells of one; then what changed is made up for those who know only alerts.
    public var reminder: ReminderEventMessage?
    /// Whether it only tries a channel out.
    public var isTest: Bool = false

    /// Names the notice on every channel: the alert's id, with the number of the repetition behind it.
    ///
    /// Receivers that keep the names they have seen take each notice once, whatever happens between.
    public var id: String { repetition == 0 ? alert.id : "\(alert.id)+\(repetition)" }

    /// Whose notice it is.
    public var device: DeviceID { DeviceID(owner: alert.owner, device: alert.tracker) }

    /// Whether it tells that the item has gone farther away.
    public var isRise: Bool { alert.level > alert.previous }

    /// The console's page of the item or reminder below a base; that of the alert, if any, when no base is known.
    ///
    /// Of an unknown tag, the page of those.
    public func link(_ base: String?) -> String? {
        guard let base else { return alert.link }
        if let reminderID { return "\(base)/reminders/\(reminderID)" }
        return unknown == nil ? "\(base)/items/\(device)" : "\(base)/unknown-tags"
    }

    /// The same, told once more.
    public var repeated: Notice {
        var copy = self
        copy.repetition += 1
        return copy
    }
}

extension Notice {
    /// An alert of the history as a notice; nil for one without its message, or of a strange release.
    public init?(_ row: AlertRow) {
        guard let payload = row.payload, let alert = try? AlertMessage(decoding: payload) else { return nil }
        self.init(alert: alert)
        let evidence = row.evidence.flatMap { try? EvidenceMessage(decoding: $0) }
        if let low = evidence?.low, let high = evidence?.high, low <= high { interval = low...high }
    }

    /// When the alert was given, as its id tells; nil for an id of another form.
    var given: Timestamp? {
        let digits = alert.id.prefix { $0 != "-" }
        guard digits.count >= 12 else { return nil }
        return Int64(digits, radix: 16).map(Timestamp.init(milliseconds:))
    }
}
