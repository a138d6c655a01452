public import Messages
import Reminders
public import Store
public import Tracking

/// Erasing an owner: every item and every phone, with everything that is stored of them, every reminder, and the calendar.
extension HistoryCore {
    /// Removes everything that is stored of an owner, in one transaction, and returns what there is to publish.
    ///
    /// With a mark it does so once: where the store has it already, nothing is removed, and nil is returned. Whatever
    /// came in after the removal is no part of it.
    ///
    /// Trackers are told until they confirm, as those of deleted items, and the broker until it has let go of phones. If
    /// they are not, nothing is remembered of them, and those that report again are new.
    ///
    /// - Throws: ``StoreError``; then nothing is removed.
    public mutating func erase(
        _ owner: Name, for mark: ErasureMark? = nil, tellingTrackers: Bool, at now: Timestamp
    ) throws -> [Message]? {
        let rows = try store.devices(of: owner)
        let asked = mark?.asked ?? now
        var leaving = try rows.map { row in
            let isTold = try store.isTracker(row)
            let departure = isTold ? try departure(of: row.id, at: now) : try departure(ofPhone: row.id, at: asked)
            return (device: row.id, departure: departure, isItem: row.kind == .tracker)
        }
        for device in try refused(of: owner).subtracting(rows.map(\.id)).sorted() {
            leaving.append((device, Departure(asked: asked, version: 0), false))
        }
        let topics = configuration.topics
        // Also those that were refused, and which the broker keeps all the same.
        let refused = try store.refusedTopics(below: [topics.reminders(of: owner)]).compactMap { topic -> ReminderID? in
            if case .reminder(let id)? = topics.parse(topic), id.owner == owner { id } else { nil }
        }
        let reminders = Set(try store.reminders(of: owner).map(\.reminder) + refused).sorted()
        var farewells: [Message]?
        let answers = try commit(at: now) { parts, batch in
            if let mark, try !batch.transaction.note(mark) { return }
            // What waits to be taken in is of before, too.
            if parts.custody != nil { _ = try batch.transaction.takeStrays(of: [owner]) }
            for (device, departure, _) in leaving { try parts.remove(device, for: departure, &batch) }
            farewells = leaving.flatMap { device, _, isItem in
                parts.departures.farewell(device, tellsHomeAssistant: isItem)
            }
            if !tellingTrackers { try parts.departures.cancel(of: owner, &batch) }
            parts.reminding.takeUp(parts.watches, at: now)
            try parts.reminding.erase(owner, reminders, &batch)
            try batch.transaction.removeCalendar(of: owner)
            parts.watches.remove(owner)
            parts.monitor.remove(owner)
            try parts.removeRefused(of: owner, &batch)
        }
        calendarsHaveChanged = true
        // Where the owner was and what followed stands in the guard's list, too.
        let lists = [topics.guarded(owner), topics.guardIgnored(owner)]
        let kept = lists + reminders.flatMap { [topics.reminder($0), topics.reminderState($0)] }
        return farewells.map { $0 + kept.map(Message.emptied) + answers }
    }

    /// Forgets that trackers of an owner reported until they knew that their items are deleted.
    ///
    /// - Throws: ``StoreError``; then nothing is removed.
    public mutating func forgetRefusals(of owner: Name, at now: Timestamp) throws -> [Message] {
        let topics = configuration.topics.starts(of: owner)
        return try commit(at: now) { _, batch in
            try batch.transaction.removeQuarantine(below: topics, reason: Departures.refusal)
        }
    }

    /// The devices of which something was refused; there may be nothing else of them.
    private func refused(of owner: Name) throws -> Set<DeviceID> {
        let topics = try store.refusedTopics(below: configuration.topics.starts(of: owner))
        return Set(topics.compactMap(configuration.topics.device(of:)).filter { $0.owner == owner })
    }
}
