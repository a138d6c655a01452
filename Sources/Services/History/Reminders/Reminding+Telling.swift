import Messages
import Reminders
import Store
import Tracking

extension Reminding {
    /// Writes what has come of a batch: what is told, and how it stands with whom.
    mutating func conclude(_ batch: inout Batch) throws {
        let changes = engine.takeChanges()
        if changes.isEmpty { return }
        for firing in changes.firings {
            try tell(firing.isRepeated ? .repeated : .fired, firing.reminder, firing.id, firing.findings, &batch)
        }
        for id in changes.touched.union(changes.standings).sorted() {
            announce(id, &batch)
            try state(of: id, &batch)
        }
    }

    /// Keeps and publishes how it stands with a reminder.
    func state(of id: ReminderID, _ batch: inout Batch) throws {
        guard let report = engine.report(of: id, at: batch.now) else { return }
        let why = findings(report.findings, of: report.reminder, at: batch.now)
        let state = ReminderStateMessage(report.status, report.state, why: why).encoded()
        try batch.transaction.saveState(state, of: id)
        batch.answer(Message(topic: topics.reminderState(id), payload: state, retained: true))
    }

    /// Does what an owner wants of a reminder, as the answer to an event of it, or to whatever is told at this moment.
    ///
    /// - Returns: false where there is nothing to answer: it was not told, or the occasion of that event is over.
    mutating func act(
        _ action: ReminderAction, on id: ReminderID, answering event: String? = nil, in watches: Watches,
        _ batch: inout Batch
    ) throws -> Bool {
        guard var reminder = engine.reminder(id) else { return false }
        let time = event.flatMap { ReminderEventMessage.time(of: $0, of: id) }
        if event != nil, time == nil { return false }
        switch action {
        case .setEnabled(let isEnabled):
            if reminder.isEnabled == isEnabled { return true }
            reminder.isEnabled = isEnabled
            try put(reminder, id, in: watches, &batch)
        case .dismiss:
            guard engine.dismiss(id, answering: time, at: batch.now) else { return false }
            try tell(.dismissed, reminder, id, [], &batch)
        case .snooze(let until):
            guard engine.snooze(id, until: until, answering: time, at: batch.now) else { return false }
            try tell(.snoozed, reminder, id, [], until: until, &batch)
        }
        return true
    }

    /// Takes in a plain text that says what to do with a reminder.
    mutating func set(_ message: Message, _ id: ReminderID, in watches: Watches, _ batch: inout Batch) throws {
        guard !message.retained, !message.isEmpty, engine.reminder(id) != nil else { return }
        let text = String(decoding: message.payload.prefix(100), as: UTF8.self)
        guard let action = ReminderAction(text: text, at: batch.now) else {
            let error = MessageError(.range, field: "payload", expected: ReminderAction.expectation, found: text)
            return try batch.quarantine(message, error)
        }
        _ = try act(action, on: id, in: watches, &batch)
    }

    /// Events between two times that an owner's are counted: to find the oldest that is kept takes longer than to write one.
    static let trimEvery = 100

    private mutating func tell(
        _ event: ReminderEventMessage.Event, _ reminder: Reminder, _ id: ReminderID, _ findings: [Finding],
        until: Timestamp? = nil, _ batch: inout Batch
    ) throws {
        let message = ReminderEventMessage(
            id: ReminderEventMessage.id(event, of: id, at: batch.now), event: event, owner: id.owner,
            reminder: id.id, title: reminder.title, colour: reminder.colour, time: batch.now, until: until,
            why: self.findings(findings, of: reminder, at: batch.now), link: configuration.page(of: id)
        )
        try batch.tell(message, on: topics.reminders(of: id.owner))
        toldSince[id.owner, default: 0] += 1
        guard toldSince[id.owner, default: 0] >= Self.trimEvery else { return }
        toldSince[id.owner] = nil
        try batch.transaction.trimReminderEvents(of: id.owner, to: Reminder.eventLimit)
    }

    func findings(_ findings: [Finding], of reminder: Reminder, at now: Timestamp) -> [FindingMessage] {
        let zone = reminder.conditions.time?.zone.flatMap(configuration.zones) ?? configuration.zone
        return zip(reminder.conditions.kinds, findings).map { FindingMessage($0, $1, at: now, zone: zone) }
    }
}
