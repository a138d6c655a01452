import Messages
import Store
import Tracking

/// Deletions that the store does not know, as it was restored from a copy that is older.
extension HistoryCore {
    /// Whether nothing is known of a device but that it was there: neither a position nor what is wanted of it.
    func isBarelyKnown(_ device: DeviceID) -> Bool {
        guard let index = indices[device] else { return true }
        return streamIndices[device] == nil && trackers[index].wish == nil
    }

    /// Goes on telling a tracker whose item was deleted, where the store does not know that any more: it may have been
    /// restored from a copy that is older, and the broker still keeps what waits for the tracker.
    ///
    /// - Parameters:
    ///   - device: A tracker of which nothing else is known.
    ///   - version: The version of what waits for it.
    ///   - now: The time.
    ///   - transaction: The batch.
    /// - Throws: ``StoreError``.
    mutating func resumeDeletion(
        of device: DeviceID,
        version: Int,
        at now: Timestamp,
        _ transaction: inout StoreTransaction
    ) throws {
        forget(device)
        departures[device] = Departure(asked: now, version: version)
        try transaction.delete(device)
        try transaction.save(DeletionRow(device: device, asked: now, version: version))
        answers += cleared(device)
    }
}
