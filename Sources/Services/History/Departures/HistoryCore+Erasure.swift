public import Messages
public import Store
public import Tracking

/// Erasing an owner: every item and every phone, with everything that is stored of them.
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
        let names = rows.compactMap(\.item?.text) + [owner.text]
        let leaving = try rows.map { row in
            let isTold = try store.isTracker(row)
            return (row, isTold ? try departure(of: row.id, at: now) : Departure(asked: now, version: 0))
        }
        var farewells: [Message]?
        let answers = try commit(at: now) { parts, batch in
            if let mark, try !batch.transaction.note(mark) { return }
            for (row, departure) in leaving { try parts.remove(row.id, for: departure, &batch) }
            farewells = leaving.flatMap { row, _ in
                parts.departures.farewell(row.id, tellsHomeAssistant: row.kind == .tracker)
            }
            if !tellingTrackers { try parts.departures.cancel(of: owner, &batch) }
            parts.watches.remove(owner)
            parts.monitor.remove(owner)
            try batch.transaction.removeQuarantine(naming: names)
        }
        return farewells.map { $0 + answers }
    }
}
