import Messages
import Reminders
import Store
import Tracking

extension Reminding {
    /// Takes in what somebody has published as a reminder; an empty message deletes it.
    ///
    /// What was changed here, and is still to go out, counts more: the broker will have it behind this.
    mutating func defined(
        _ message: Message, _ id: ReminderID, in watches: Watches, _ batch: inout Batch
    ) throws {
        if let own = unpublished[id] {
            if own == message.payload { try cameBack(id, own, &batch) }
            return
        }
        if message.isEmpty { return try forget(id, &batch) }
        guard let new = try batch.read(message, as: ReminderMessage.self) else { return }
        let before = engine.reminder(id)
        if before == nil, count(of: id.owner) >= Reminder.limit {
            let sentence = "topic: at most \(Reminder.limit) reminders of an owner are expected"
            return try batch.quarantine(message, reason: "crowded", sentence)
        }
        var reminder = new.reminder(id.id, at: batch.now)
        if new.made == nil, let made = before?.made { reminder.made = made }
        if reminder == before { return }
        begin(reminder, of: id.owner, nil, watches, at: batch.now)
        try keep(reminder, id, isPublished: true, &batch)
    }

    /// The broker has what was to go out.
    private mutating func cameBack(_ id: ReminderID, _ payload: [UInt8], _ batch: inout Batch) throws {
        unpublished[id] = nil
        if payload.isEmpty { return try batch.transaction.removeReminder(id) }
        guard let reminder = engine.reminder(id) else { return }
        try keep(reminder, id, isPublished: true, &batch)
    }

    private mutating func forget(_ id: ReminderID, _ batch: inout Batch) throws {
        guard engine.reminder(id) != nil else { return }
        engine.remove(id)
        takeOff(id, &batch)
        try batch.transaction.removeReminder(id)
        batch.answer(.emptied(topics.reminderState(id)))
    }

    private func keep(_ reminder: Reminder, _ id: ReminderID, isPublished: Bool, _ batch: inout Batch) throws {
        let state = engine.state(of: id).map { ReminderStateMessage(engine.status(of: id) ?? .waiting, $0).encoded() }
        try batch.transaction.save(
            ReminderRow(
                owner: id.owner, id: id.id, payload: ReminderMessage(reminder).encoded(), state: state ?? [],
                updated: batch.now, isPublished: isPublished
            )
        )
    }

    /// How many reminders an owner has.
    func count(of owner: Name) -> Int { engine.reminders(of: owner).count }

    /// Makes a reminder, or another of one, and publishes it.
    mutating func put(_ reminder: Reminder, _ id: ReminderID, in watches: Watches, _ batch: inout Batch) throws {
        begin(reminder, of: id.owner, nil, watches, at: batch.now)
        try keep(reminder, id, isPublished: false, &batch)
        publish(ReminderMessage(reminder).encoded(), id, &batch)
    }

    /// Deletes a reminder, and has the broker forget it.
    mutating func remove(_ id: ReminderID, _ batch: inout Batch) throws {
        engine.remove(id)
        takeOff(id, &batch)
        try batch.transaction.save(
            ReminderRow(owner: id.owner, id: id.id, payload: [], state: [], updated: batch.now, isPublished: false)
        )
        publish([], id, &batch)
        batch.answer(.emptied(topics.reminderState(id)))
    }

    private mutating func publish(_ payload: [UInt8], _ id: ReminderID, _ batch: inout Batch) {
        unpublished[id] = payload
        batch.answer(Message(topic: topics.reminder(id), payload: payload, retained: true))
    }

    /// What an earlier connection may have left unsaid.
    func unsaid() -> [Message] {
        unpublished.sorted { $0.key < $1.key }.map {
            Message(topic: topics.reminder($0.key), payload: $0.value, retained: true)
        }
    }

    /// Removes all that there is of an owner's, and leaves unsaid what has not gone out.
    mutating func erase(_ owner: Name, _ batch: inout Batch) throws {
        for reminder in engine.reminders(of: owner) { takeOff(ReminderID(owner: owner, id: reminder.id), &batch) }
        batch.outbox.remove(topic: topics.reminders(of: owner))
        leave(owner)
        try batch.transaction.removeReminders(of: owner)
    }
}
