public import Calendars
public import Messages
public import Reminders
import Store
public import Tracking

extension HistoryCore {
    /// What has become of a wish to change a reminder.
    enum ReminderOutcome: Hashable, Sendable {
        case done
        /// There is none by that name.
        case none
        case isReminderAlready
        case tooMany
        /// It was not told, or its occasion is over: there is nothing to answer.
        case notTold
        /// It is not the one that the change was made of.
        case isOther
    }

    /// Makes a reminder, or has one be another; with the payload that the change was made of only while that is kept.
    ///
    /// - Throws: ``StoreError``; then nothing is changed.
    mutating func putReminder(
        _ message: ReminderMessage, _ id: ReminderID, asNew isNew: Bool, basedOn basis: [UInt8]? = nil,
        at now: Timestamp
    ) throws -> (value: ReminderOutcome, messages: [Message]) {
        var outcome = ReminderOutcome.done
        let messages = try commit(at: now) { parts, batch in
            parts.reminding.takeUp(parts.watches, at: now)
            if try !batch.keeps(basis, of: id) { return outcome = .isOther }
            let before = parts.reminding.engine.reminder(id)
            if isNew, before != nil { return outcome = .isReminderAlready }
            if before == nil, parts.reminding.count(of: id.owner) >= Reminder.limit { return outcome = .tooMany }
            var reminder = message.reminder(id.id, at: now)
            if message.made == nil, let made = before?.made { reminder.made = made }
            if reminder == before { return }
            try parts.reminding.put(reminder, id, in: parts.watches, &batch)
        }
        return (outcome, messages)
    }

    /// Deletes a reminder, while what was told of it stays; with a payload only while that is kept.
    ///
    /// - Throws: ``StoreError``; then nothing is changed.
    mutating func removeReminder(
        _ id: ReminderID, basedOn basis: [UInt8]? = nil, at now: Timestamp
    ) throws -> (value: ReminderOutcome, messages: [Message]) {
        var outcome = ReminderOutcome.done
        let messages = try commit(at: now) { parts, batch in
            parts.reminding.takeUp(parts.watches, at: now)
            guard parts.reminding.engine.reminder(id) != nil else { return outcome = .none }
            if try !batch.keeps(basis, of: id) { return outcome = .isOther }
            try parts.reminding.remove(id, &batch)
        }
        return (outcome, messages)
    }

    /// Does what somebody wants of a reminder, as the answer to an event of it, or to whatever is told at this moment.
    ///
    /// - Throws: ``StoreError``; then nothing is changed.
    mutating func act(
        _ action: ReminderAction, on id: ReminderID, answering event: String? = nil, at now: Timestamp
    ) throws -> (value: ReminderOutcome, messages: [Message]) {
        var outcome = ReminderOutcome.done
        let messages = try commit(at: now) { parts, batch in
            parts.reminding.takeUp(parts.watches, at: now)
            guard parts.reminding.engine.reminder(id) != nil else { return outcome = .none }
            let isDone = try parts.reminding.act(action, on: id, answering: event, in: parts.watches, &batch)
            if !isDone { outcome = .notTold }
        }
        return (outcome, messages)
    }

    /// How it stands with a reminder at this moment; nil for none.
    public mutating func explain(_ id: ReminderID, at now: Timestamp) -> ReminderStateMessage? {
        parts.reminding.takeUp(parts.watches, at: now)
        guard let report = parts.reminding.engine.report(of: id, at: now) else { return nil }
        let why = parts.reminding.findings(report.findings, of: report.reminder, at: now)
        return ReminderStateMessage(report.status, report.state, why: why)
    }

    /// How it would stand at this moment with a reminder that an owner does not have: nothing is kept or told.
    ///
    /// What it would need from elsewhere is needed for a while, so that whoever asks again finds it.
    public mutating func attempt(
        _ message: ReminderMessage, of owner: Name, at now: Timestamp
    ) throws -> ReminderStateMessage {
        parts.reminding.takeUp(parts.watches, at: now)
        return try parts.reminding.attempt(message, of: owner, parts.watches, at: now)
    }

    /// What reminders need from elsewhere.
    public var factsNeeded: [Need] { parts.reminding.engine.needs }

    /// Those of it of which nothing has been told yet.
    public var factsUntaught: Set<Need> { parts.reminding.engine.untaught }

    /// The same as ``factsNeeded`` where it has become other than it was said last.
    public mutating func takeNeeds() -> Set<Need>? { parts.reminding.takeNeeds() }

    /// What is known of the weather to come in a cell.
    ///
    /// - Throws: ``StoreError``; then nothing of it is known.
    public mutating func learn(_ forecast: Known<Forecast>, of cell: Cell, at now: Timestamp) throws -> [Message] {
        try learn(at: now) { $0.learn(forecast, of: cell, at: now) }
    }

    /// What is known of an owner's calendar.
    ///
    /// - Throws: ``StoreError``; then nothing of it is known.
    public mutating func learn(_ agenda: Known<Agenda>, of owner: Name, at now: Timestamp) throws -> [Message] {
        try learn(at: now) { $0.learn(agenda, of: owner, at: now) }
    }

    /// What is known of what there is of a kind around a cell.
    ///
    /// - Throws: ``StoreError``; then nothing of it is known.
    public mutating func learn(
        _ spots: Known<[Spot]>, of kind: SpotKind, around cell: Cell, at now: Timestamp
    ) throws -> [Message] {
        try learn(at: now) { $0.learn(spots, of: kind, around: cell, at: now) }
    }

    private mutating func learn(at now: Timestamp, _ body: (inout ReminderEngine) -> Void) throws -> [Message] {
        try commit(at: now) { parts, batch in
            parts.reminding.takeUp(parts.watches, at: now)
            body(&parts.reminding.engine)
        }
    }
}

extension Batch {
    /// Whether a reminder is the one that a change was made of; nil for whichever it is.
    fileprivate func keeps(_ basis: [UInt8]?, of id: ReminderID) throws -> Bool {
        guard let basis else { return true }
        return try transaction.reminder(id)?.payload == basis
    }
}
