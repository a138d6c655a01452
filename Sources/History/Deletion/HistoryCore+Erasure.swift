public import Messages
import Store
public import Tracking

/// Erasing an owner: every item and every phone, with everything that is stored of them.
extension HistoryCore {
    /// What the broker keeps of an owner's devices, to be taken back.
    ///
    /// - Parameter owner: Whose.
    /// - Returns: The topics; those of trackers that have still to be told are taken back when they confirm.
    /// - Throws: ``StoreError``.
    public func keptTopics(of owner: Name) throws -> [String] {
        let topics = configuration.topics
        return try store.devices(of: owner).flatMap { row -> [String] in
            let location = topics.location(row.id)
            guard row.kind == .tracker else {
                return [location, topics.ownTracksCommand(row.id), topics.event(row.id), topics.waypoint(row.id)]
            }
            return [location, topics.state(row.id), topics.stored(row.id), topics.rules(row.id)]
        }
    }

    /// Removes everything that is stored of an owner; again, it changes nothing.
    ///
    /// - Parameters:
    ///   - owner: Whose.
    ///   - tellingTrackers: Whether the trackers are told, as of deleted items, until they confirm; otherwise nothing
    ///     is remembered of them, and those that report again are new.
    ///   - now: The time.
    /// - Returns: What there is to publish.
    /// - Throws: ``StoreError``.
    public mutating func erase(_ owner: Name, tellingTrackers: Bool, at now: Timestamp) throws -> [Message] {
        var messages: [Message] = []
        let rows = try store.devices(of: owner)
        let names = rows.compactMap(\.item?.text) + [owner.text]
        for row in rows where row.kind == .tracker { messages += try delete(row.id, at: now) }
        return try messages
            + commit(at: now) { core, transaction in
                for row in rows where row.kind != .tracker { try core.forgetPhone(row.id, &transaction) }
                if !tellingTrackers { try core.forgetDepartures(of: owner, &transaction) }
                core.owners[owner] = nil
                core.newFixes.removeAll { $0.device.owner == owner }
                try transaction.removeQuarantine(naming: names)
            }
    }

    private mutating func forgetPhone(_ phone: DeviceID, _ transaction: inout StoreTransaction) throws {
        forget(phone)
        let topics = configuration.topics
        outbox.forget(topic: topics.location(phone))
        try transaction.delete(phone, topics: [topics.location(phone), "\(topics.own)/\(phone)"])
    }

    /// Takes back what was wanted of trackers that are not told any more.
    private mutating func forgetDepartures(of owner: Name, _ transaction: inout StoreTransaction) throws {
        let topics = configuration.topics
        for device in departures.keys.filter({ $0.owner == owner }).sorted() {
            departures[device] = nil
            try transaction.removeDeletion(of: device)
            answers += [topics.desired(device), topics.reported(device), topics.availability(device)].map(Self.emptied)
        }
    }
}
