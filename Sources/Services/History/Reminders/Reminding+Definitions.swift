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
        if !message.payload.isEmpty, message.retained { heard?.insert(id) }
        if let underway = unpublished[id] {
            // What the broker had kept is of before, whatever it is like.
            guard !message.retained, let index = underway.firstIndex(of: message.payload) else { return }
            // Those before it have been lost, or came before this connection.
            unpublished[id]?.removeFirst(index + 1)
            if index + 1 == underway.count { try cameBack(id, message.payload, &batch) }
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
        try batch.transaction.markPublished(id)
    }

    private mutating func forget(_ id: ReminderID, _ batch: inout Batch) throws {
        guard engine.reminder(id) != nil else { return }
        engine.remove(id)
        takeOff(id, &batch)
        try batch.transaction.removeReminder(id)
        // Also what it is: who deletes it may have said so without having the broker forget it.
        batch.answer([.emptied(topics.reminder(id)), .emptied(topics.reminderState(id))])
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
        unpublished[id, default: []].append(payload)
        batch.answer(Message(topic: topics.reminder(id), payload: payload, retained: true))
    }

    /// What an earlier connection may have left unsaid: of each reminder the newest.
    mutating func unsaid() -> [Message] {
        unpublished = unpublished.mapValues { Array($0.suffix(1)) }
        return unpublished.sorted { $0.key < $1.key }.flatMap { id, underway in
            let payload = underway.last ?? []
            let definition = Message(topic: topics.reminder(id), payload: payload, retained: true)
            return [definition] + (payload.isEmpty ? [.emptied(topics.reminderState(id))] : [])
        }
    }

    /// The broker has lost its memory: what it does not keep is said once more, with how it stands.
    mutating func restore(_ batch: inout Batch) throws {
        guard let heard else { return }
        self.heard = nil
        for id in engine.ids.sorted() where !heard.contains(id) && unpublished[id] == nil {
            guard let reminder = engine.reminder(id) else { continue }
            publish(ReminderMessage(reminder).encoded(), id, &batch)
            try state(of: id, &batch)
        }
    }

    /// Removes all that there is of an owner's, and leaves unsaid what has not gone out; the broker is told until it has let
    /// go of the definitions.
    mutating func erase(_ owner: Name, _ some: [ReminderID], _ batch: inout Batch) throws {
        for reminder in engine.reminders(of: owner) { takeOff(ReminderID(owner: owner, id: reminder.id), &batch) }
        batch.outbox.remove(topic: topics.reminders(of: owner))
        leave(owner)
        try batch.transaction.removeReminders(of: owner)
        for id in some {
            unpublished[id] = [[]]
            try batch.transaction.save(
                ReminderRow(owner: owner, id: id.id, payload: [], state: [], updated: batch.now, isPublished: false)
            )
        }
    }
}
