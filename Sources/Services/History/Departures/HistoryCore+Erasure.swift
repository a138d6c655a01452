public import Messages
import Store
public import Tracking

/// Erasing an owner: every item and every phone, with everything that is stored of them.
extension HistoryCore {
    /// The topics of an owner's devices that the broker keeps, to be taken back; those of trackers that have still to
    /// be told are taken back when they confirm.
    ///
    /// - Throws: ``StoreError``.
    public func keptTopics(of owner: Name) throws -> [String] {
        let topics = configuration.topics
        return try store.devices(of: owner).flatMap { row in
            let announced = row.kind == .tracker ? [topics.homeAssistantConfig(row.id)] : []
            return try announced + (store.isTracker(row) ? topics.kept(of: row.id) : topics.kept(ofPhone: row.id))
        }
    }

    /// Removes everything that is stored of an owner, and returns what there is to publish; again, it changes nothing.
    ///
    /// If trackers are not told until they confirm, as of deleted items, nothing is remembered of them, and those that
    /// report again are new.
    ///
    /// - Throws: ``StoreError``.
    public mutating func erase(_ owner: Name, tellingTrackers: Bool, at now: Timestamp) throws -> [Message] {
        var messages: [Message] = []
        let rows = try store.devices(of: owner)
        let names = rows.compactMap(\.item?.text) + [owner.text]
        let trackers = try Set(rows.filter(store.isTracker).map(\.id))
        for device in trackers.sorted() { messages += try delete(device, at: now) }
        return try messages
            + commit(at: now) { parts, batch in
                for row in rows where !trackers.contains(row.id) { try parts.removePhone(row.id, &batch) }
                if !tellingTrackers { try parts.departures.cancel(of: owner, &batch) }
                parts.watches.remove(owner)
                parts.monitor.remove(owner)
                try batch.transaction.removeQuarantine(naming: names)
            }
    }
}
