internal import Messages
internal import Reminders
public import Store
public import Tracking

extension Attention {
    /// What is an hour late is told only while its conditions still hold.
    static let reminderPatience = Duration.seconds(3600)

    /// What has become of a reminder since it was told; `newest` is what was last told of it, or done with it, and `reminder`
    /// what is kept of it, nil where it was deleted.
    init(to event: ReminderEventMessage, newest: ReminderEventRow?, reminder: ReminderRow?, at now: Timestamp) {
        let last = newest.flatMap { ReminderEventMessage.Event(rawValue: $0.event) }
        let message = reminder.flatMap { try? ReminderMessage(decoding: $0.payload) }
        let state = reminder.flatMap { try? ReminderStateMessage(decoding: $0.state) }?.state
        if event.event.isAnswer {
            self = .wanted
        } else if let last, last.isAnswer, let newest, newest.time <= now,
            (newest.time, newest.id) > (event.time, event.id)
        {
            // What is of a time to come was done before the clock was set back, and was no answer to this.
            self = .over(last.rawValue)
        } else if reminder.map(\.payload.isEmpty) ?? true {
            self = .over("the reminder is deleted")
        } else if message?.isEnabled == false {
            self = .over("the reminder is switched off")
        } else if let state, state.told == nil, event.time.duration(to: now) >= Self.reminderPatience {
            self = .over("the occasion is over")
        } else {
            self = .wanted
        }
    }

    /// The same of a notice, as the history has it.
    ///
    /// - Throws: ``StoreError``.
    public init(toReminder notice: Notice, in store: Store, at now: Timestamp) throws {
        guard let event = notice.reminder, let id = notice.reminderID else {
            self = .wanted
            return
        }
        self.init(
            to: event,
            newest: try store.reminderEvents(of: [id.owner], reminder: id.id, limit: 1).first,
            reminder: try store.reminder(id),
            at: now
        )
    }
}
