public import Messages
import Store
public import Tracking

/// Deleting an item: its data goes at once, and its tracker is told until it confirms.
///
/// What is wanted of the tracker, kept on the broker, says that it is to be off and without an owner; a row in the store
/// says so to this service. One that does not read that is ordered to forget its owner when it gives a sign of life.
extension HistoryCore {
    /// Removes everything that is stored of an item, and has its tracker told that it has no owner any more.
    ///
    /// - Parameters:
    ///   - device: The item's tracker; one whose item is deleted already is told again.
    ///   - now: The time.
    /// - Returns: What there is to publish; what of it is lost is published at the next connection.
    /// - Throws: ``UnknownItem`` or ``StoreError``.
    public mutating func delete(_ device: DeviceID, at now: Timestamp) throws -> [Message] {
        let isWaiting = departures[device].map { $0.confirmed == nil } ?? false
        guard try isWaiting || indices[device] != nil || store.device(device)?.kind == .tracker else {
            throw UnknownItem(device)
        }
        var departure = Departure(asked: now, version: try nextVersion(of: device))
        if try isOnline(device) { departure.hear(at: now) }
        let topics = configuration.topics
        let messages = try commit(at: now) { core, transaction in
            core.forget(device)
            core.departures[device] = departure
            try transaction.delete(device, topics: [topics.location(device), "\(topics.own)/\(device)"])
            try transaction.save(DeletionRow(device: device, asked: departure.asked, version: departure.version))
        }
        return messages + farewell(device, departure)
    }

    /// The trackers whose items are deleted, and that have not confirmed yet that they know.
    public var deletions: [DeviceID] {
        departures.filter { $0.value.confirmed == nil }.keys.sorted()
    }

    private func nextVersion(of device: DeviceID) throws -> Int {
        let desired = try store.document(.desired, of: device).flatMap { try? DesiredState(decoding: $0.payload) }
        let reported = try store.document(.reported, of: device).flatMap { try? ReportedState(decoding: $0.payload) }
        return max(desired?.version ?? 0, reported?.version ?? 0, departures[device]?.version ?? 0) + 1
    }

    private func isOnline(_ device: DeviceID) throws -> Bool {
        let document = try store.document(.availability, of: device)
        return document.flatMap { try? Availability(decoding: $0.payload) } == .online
    }

    /// Forgets what is in memory of a tracker.
    mutating func forget(_ device: DeviceID) {
        forgetStream(of: device)
        keeping.own[device] = nil
        httpPhones[device] = nil
        outbox.forget(topic: configuration.topics.alert(device))
        guard let index = indices.removeValue(forKey: device) else { return }
        if configuration.homeAssistant {
            answers.append(
                Self.emptied(configuration.topics.homeAssistantConfig(device, hasNamesake: hasNamesake(device)))
            )
        }
        trackers.remove(at: index)
        func moved(_ number: Int) -> Int { number > index ? number - 1 : number }
        indices = indices.mapValues(moved)
        for number in streams.indices { streams[number].tracker = streams[number].tracker.map(moved) }
        touched = touched.filter { $0 != index }.map(moved)
        owners = owners.mapValues { owner in
            var owner = owner
            owner.trackers = owner.trackers.filter { $0 != index }.map(moved)
            return owner
        }
        countNamesake(device.device, by: -1)
    }

    /// Its place stays empty, as fixes that wait in others know theirs by number.
    private mutating func forgetStream(of device: DeviceID) {
        guard let index = streamIndices.removeValue(forKey: device) else { return }
        streams[index] = DeviceStream(device)
        holding.removeAll { $0 == index }
        run.removeAll { $0.stream == index }
    }

    private func hasNamesake(_ device: DeviceID) -> Bool { namesakes[device.device, default: 0] > 1 }

    /// What the broker keeps of the item goes, and what is wanted of the tracker comes in its place.
    private func farewell(_ device: DeviceID, _ departure: Departure) -> [Message] {
        cleared(device) + [wish(device, departure.version)]
    }

    private func wish(_ device: DeviceID, _ version: Int) -> Message {
        let desired = DesiredState(version: version, power: .off, isRegistered: false)
        return Message(topic: configuration.topics.desired(device), payload: desired.encoded(), retained: true)
    }

    func cleared(_ device: DeviceID) -> [Message] {
        let topics = configuration.topics
        let kept = [topics.location(device), topics.state(device), topics.stored(device), topics.rules(device)]
        // Another owner's tracker of the same name may be told of there.
        let isAlone = namesakes[device.device] == nil
        return (kept + (isAlone ? [topics.homeAssistantConfig(device)] : [])).map(Self.emptied)
    }

    static func emptied(_ topic: String) -> Message {
        Message(topic: topic, payload: [], retained: true)
    }

    /// Tells again what may not have reached the broker.
    func farewells() -> [Message] {
        departures.filter { $0.value.confirmed == nil }.sorted { $0.key < $1.key }.flatMap { farewell($0, $1) }
    }

    /// Orders the trackers that are awake and still there, and lets go of those that have left.
    mutating func ordersDue(at now: Timestamp) -> [Message] {
        if departures.isEmpty { return [] }
        departures = departures.filter { !$0.value.isOver(at: now) }
        var orders: [Message] = []
        for (device, departure) in departures.sorted(by: { $0.key < $1.key }) where departure.owesOrder(at: now) {
            departures[device]?.heard = nil
            departures[device]?.ordered = now
            let command = Command(id: "\(departure.orders)\(now.milliseconds)", verb: .unregister)
            orders.append(Message(topic: configuration.topics.command(device), payload: command.encoded()))
        }
        return orders
    }

    /// Notes that the tracker knows, and takes back what the broker keeps of it.
    mutating func confirmDeletion(of device: DeviceID, at now: Timestamp, _ transaction: inout StoreTransaction) throws
    {
        departures[device]?.confirmed = now
        try transaction.removeDeletion(of: device)
        let topics = configuration.topics
        answers += cleared(device)
        answers += [topics.desired(device), topics.reported(device), topics.availability(device)].map(Self.emptied)
    }

    /// Somebody wants the tracker again.
    mutating func takeBackDeletion(of device: DeviceID, _ transaction: inout StoreTransaction) throws {
        departures[device] = nil
        try transaction.removeDeletion(of: device)
    }

    /// Has the broker keep once more what is wanted, after somebody who did not know it had written over it.
    mutating func repeatDeletion(
        of device: DeviceID,
        after version: Int,
        _ transaction: inout StoreTransaction
    ) throws {
        guard var departure = departures[device] else { return }
        departure.version = max(departure.version, version) + 1
        departures[device] = departure
        try transaction.save(DeletionRow(device: device, asked: departure.asked, version: departure.version))
        answers.append(wish(device, departure.version))
    }
}
