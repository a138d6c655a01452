public import Messages
import Store
public import Tracking

/// Deleting an item: its data goes at once, and its tracker is told until it confirms.
extension HistoryCore {
    /// Removes everything that is stored of an item, and has its tracker told, once more where it was deleted already,
    /// that it has no owner.
    ///
    /// What is lost of the messages returned is published at the next connection.
    ///
    /// - Throws: ``UnknownItem`` or ``StoreError``.
    public mutating func delete(_ device: DeviceID, at now: Timestamp) throws -> [Message] {
        let isWaiting = parts.departures[device].map { $0.confirmed == nil } ?? false
        guard try isWaiting || parts.watches.index(of: device) != nil || store.device(device)?.kind == .tracker else {
            throw UnknownItem(device)
        }
        var departure = Departure(asked: now, version: try nextVersion(of: device))
        let availability = try store.document(.availability, of: device)
        if availability.flatMap({ try? Availability(decoding: $0.payload) }) == .online { departure.hear(at: now) }
        let topics = configuration.topics
        let messages = try commit(at: now) { parts, batch in
            parts.remove(device, &batch)
            let refused = [topics.location(device), "\(topics.own)/\(device)"]
            try parts.departures.begin(departure, of: device, refusedOn: refused, &batch)
        }
        return messages + parts.departures.farewell(device, parts.watches)
    }

    /// The trackers whose items are deleted, and that have not confirmed yet that they know.
    public var deletions: [DeviceID] { parts.departures.waiting }

    private func nextVersion(of device: DeviceID) throws -> Int {
        let desired = try store.document(.desired, of: device).flatMap { try? DesiredState(decoding: $0.payload) }
        let reported = try store.document(.reported, of: device).flatMap { try? ReportedState(decoding: $0.payload) }
        return max(desired?.version ?? 0, reported?.version ?? 0, parts.departures[device]?.version ?? 0) + 1
    }
}
