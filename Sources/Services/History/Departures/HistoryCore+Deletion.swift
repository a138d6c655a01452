public import Messages
import Store
public import Tracking

/// Deleting an item or a phone: its data goes at once, and an item's tracker is told until it confirms.
extension HistoryCore {
    /// Removes everything that is stored of an item, and has its tracker told, once more where it was deleted already,
    /// that it has no owner.
    ///
    /// A phone, another device that is no tracker, or what a wrong message made, is removed likewise, with what the
    /// broker keeps of it; it is a device again when it sends a position. So is a device of which all was refused.
    ///
    /// What is lost of the messages returned is published at the next connection.
    ///
    /// - Throws: ``UnknownItem`` or ``StoreError``.
    public mutating func delete(_ device: DeviceID, at now: Timestamp) throws -> [Message] {
        let row = try store.device(device)
        let standing = parts.departures[device]
        let isWaiting = standing.map { $0.confirmed == nil && !$0.isPhone } ?? false
        if !isWaiting, let row, try !store.isTracker(row) { return try deletePhone(device, at: now) }
        if row == nil, standing?.isPhone == true {
            return parts.departures.farewell(device, tellsHomeAssistant: false)
        }
        guard isWaiting || parts.watches.index(of: device) != nil || row != nil else {
            guard try standing == nil && hasRefused(device) else { throw UnknownItem(device) }
            return try deletePhone(device, at: now)
        }
        let departure = try departure(of: device, at: now)
        let messages = try commit(at: now) { parts, batch in try parts.remove(device, for: departure, &batch) }
        return messages + parts.departures.farewell(device, tellsHomeAssistant: true)
    }

    /// Whether a refused message of a device is kept; there may be nothing else of it.
    private func hasRefused(_ device: DeviceID) throws -> Bool {
        try store.hasRefused(below: configuration.topics.starts(of: device))
    }

    private mutating func deletePhone(_ phone: DeviceID, at now: Timestamp) throws -> [Message] {
        let wasItem = parts.watches.index(of: phone) != nil
        let departure = try departure(ofPhone: phone, at: now)
        let messages = try commit(at: now) { parts, batch in try parts.remove(phone, for: departure, &batch) }
        // Where its owner has been is read anew, from the phones that are left.
        mustLoad = true
        return messages + parts.departures.farewell(phone, tellsHomeAssistant: wasItem)
    }

    /// The trackers whose items are deleted, and that have not confirmed yet that they know.
    public var deletions: [DeviceID] { parts.departures.waiting }

    /// How a phone leaves: whatever of it is not later than its last position, by its own clock, goes with it.
    func departure(ofPhone phone: DeviceID, at now: Timestamp) throws -> Departure {
        let last = try store.latest(of: phone, limit: 1, reach: .store).first?.fix.time
        return Departure(asked: max(now, last ?? now), version: 0)
    }

    /// How a tracker leaves whose item is deleted now.
    func departure(of device: DeviceID, at now: Timestamp) throws -> Departure {
        var departure = Departure(asked: now, version: try nextVersion(of: device))
        let availability = try store.document(.availability, of: device)
        if availability.flatMap({ try? Availability(decoding: $0.payload) }) == .online { departure.hear(at: now) }
        return departure
    }

    private func nextVersion(of device: DeviceID) throws -> Int {
        let desired = try store.document(.desired, of: device).flatMap { try? DesiredState(decoding: $0.payload) }
        let reported = try store.document(.reported, of: device).flatMap { try? ReportedState(decoding: $0.payload) }
        return max(desired?.version ?? 0, reported?.version ?? 0, parts.departures[device]?.version ?? 0) + 1
    }
}
