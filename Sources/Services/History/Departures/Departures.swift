import Messages
import Store
import Tracking

/// The trackers whose items are deleted, and what is still told to them and comes from them.
///
/// What is wanted of such a tracker, kept on the broker, says that it is to be off and without an owner; a row in the
/// store says so to this service. One that does not read that is ordered to forget its owner when it gives a sign of life.
struct Departures: Sendable {
    private let topics: Topics
    private var departures: [DeviceID: Departure] = [:]

    init(_ topics: Topics) { self.topics = topics }

    mutating func load(from store: Store) throws {
        departures = [:]
        for row in try store.deletions() {
            departures[row.device] = Departure(asked: row.asked, version: row.version)
        }
    }

    subscript(device: DeviceID) -> Departure? { departures[device] }
    var isEmpty: Bool { departures.isEmpty }
    var count: Int { departures.count }

    /// The trackers that have not confirmed yet that they know.
    var waiting: [DeviceID] { untold.filter { departures[$0]?.isPhone == false } }

    var devices: [DeviceID] { departures.keys.sorted() }

    private var untold: [DeviceID] { departures.filter { $0.value.confirmed == nil }.keys.sorted() }

    /// Removes everything that is stored of an item, with what was refused on some topics, and has its tracker told from
    /// now on.
    mutating func begin(
        _ departure: Departure, of device: DeviceID, refusedOn refused: [String] = [], _ batch: inout Batch
    ) throws {
        departures[device] = departure
        try batch.transaction.delete(device, topics: refused, at: batch.now)
        try save(departure, of: device, &batch)
    }

    /// Takes back what was wanted of trackers that are not told any more.
    mutating func cancel(of owner: Name, _ batch: inout Batch) throws {
        for (device, departure) in departures.filter({ $0.key.owner == owner }).sorted(by: { $0.key < $1.key }) {
            departures[device] = nil
            try batch.transaction.removeDeletion(of: device)
            if !departure.isPhone { batch.answer(takingBackWish(device)) }
        }
    }

    private func save(_ departure: Departure, of device: DeviceID, _ batch: inout Batch) throws {
        try batch.transaction.save(DeletionRow(device: device, asked: departure.asked, version: departure.version))
    }

    /// What the broker keeps of an item goes, and what is wanted of its tracker comes in its place.
    func farewell(_ device: DeviceID, tellsHomeAssistant: Bool) -> [Message] {
        guard let departure = departures[device] else { return [] }
        if departure.isPhone {
            return emptied(topics.kept(ofPhone: device), of: device, tellsHomeAssistant: tellsHomeAssistant)
        }
        return taken(device, tellsHomeAssistant: tellsHomeAssistant) + [wish(device, departure.version)]
    }

    /// Tells again what may not have reached the broker, once all has been heard that it keeps.
    ///
    /// Home Assistant warns of each topic that is emptied in vain: where it is told of items, ``Watches`` has that done
    /// as far as the broker still keeps something for it.
    func farewells(tellsHomeAssistant: Bool, of isHeard: (DeviceID) -> Bool) -> [Message] {
        untold.filter(isHeard).flatMap { farewell($0, tellsHomeAssistant: tellsHomeAssistant) }
    }

    /// Has the broker keep nothing more of an item.
    func taken(_ device: DeviceID, tellsHomeAssistant: Bool) -> [Message] {
        emptied(topics.kept(of: device), of: device, tellsHomeAssistant: tellsHomeAssistant)
    }

    /// Home Assistant is told first: it would read the end of the state as one that it cannot understand.
    private func emptied(_ kept: [String], of device: DeviceID, tellsHomeAssistant: Bool) -> [Message] {
        let announced = tellsHomeAssistant ? [topics.homeAssistantConfig(device)] : []
        return (announced + kept).map(Message.emptied)
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
            orders.append(Message(topic: topics.command(device), payload: command.encoded()))
        }
        return orders
    }

    private func wish(_ device: DeviceID, _ version: Int) -> Message {
        let desired = DesiredState(version: version, power: .off, isRegistered: false)
        return Message(topic: topics.desired(device), payload: desired.encoded(), retained: true)
    }

    private func takingBackWish(_ device: DeviceID) -> [Message] {
        topics.told(of: device).map(Message.emptied)
    }

    /// Takes in a message of such a tracker; false when it is registered again, and the message counts as any other.
    mutating func receive(_ message: Message, _ topic: Topic?, _ batch: inout Batch) throws -> Bool {
        guard let topic, let device = topic.device, let departure = departures[device] else { return false }
        if departure.isPhone { return try receive(message, topic, ofPhone: device, departure, &batch) }
        if case .desired = topic { return try wanted(message, of: device, departure, &batch) }
        if message.isEmpty { return true }
        if departure.confirmed != nil { return try departed(message, topic, device, &batch) }
        switch topic {
        case .result:
            guard let result = try? CommandResult(decoding: message.payload), result.error == nil,
                result.id.hasPrefix(departure.orders)
            else { break }
            try confirm(device, &batch)
        case .reported:
            guard let state = try? ReportedState(decoding: message.payload) else { break }
            guard state.isRegistered else {
                try confirm(device, &batch)
                break
            }
            if !message.retained { departures[device]?.hear(at: batch.now) }
        case .availability:
            let isOnline = (try? Availability(decoding: message.payload)) == .online
            if isOnline { departures[device]?.hear(at: batch.now) } else { departures[device]?.heard = nil }
        case .location:
            try refuse(message, of: device, &batch)
            if !message.retained { departures[device]?.hear(at: batch.now) }
        case .proximity: departures[device]?.hear(at: batch.now)
        default: break
        }
        return true
    }

    /// Passes over what the broker had kept of a phone until it has let go of it, and what had waited for the service.
    ///
    /// False for a phone that sends a position, or whose name a tracker has from now on: it is a device again.
    private mutating func receive(
        _ message: Message, _ topic: Topic, ofPhone device: DeviceID, _ departure: Departure, _ batch: inout Batch
    ) throws -> Bool {
        guard topics.kept(ofPhone: device).contains(message.topic) else { return false }
        var isLater: Bool?
        if case .location = topic, let location = try? message.decoded(as: LocationMessage.self) {
            isLater = location.fix.time > departure.asked
        }
        // One that the broker keeps may have come while nobody listened.
        if message.retained, isLater != true { return true }
        switch topic {
        case .location:
            if isLater == false {
                batch.transaction.count(.quarantined(Self.refusal))
                return true
            }
        case .desired, .reported, .availability, .rules:
            if message.isEmpty { return true }
        default: return false
        }
        // What the broker keeps was emptied, and that has come back; or the phone goes on.
        departures[device] = nil
        try batch.transaction.removeDeletion(of: device)
        return message.isEmpty
    }

    /// What was under way when the tracker said goodbye, or a tracker that has an owner again.
    private mutating func departed(
        _ message: Message, _ topic: Topic, _ device: DeviceID, _ batch: inout Batch
    ) throws -> Bool {
        switch topic {
        case .reported:
            if let state = try? ReportedState(decoding: message.payload), state.isRegistered {
                departures[device] = nil
                try batch.transaction.removeDeletion(of: device)
                return false
            }
        case .location: batch.transaction.count(.quarantined(Self.refusal))
        case .availability: break
        default: return true
        }
        // It is kept by the broker of a tracker that is no more.
        batch.answer(.emptied(message.topic))
        return true
    }

    private mutating func wanted(
        _ message: Message, of device: DeviceID, _ departure: Departure, _ batch: inout Batch
    ) throws -> Bool {
        let isWaiting = departure.confirmed == nil
        if message.isEmpty {
            // Its gateway has let it go.
            if isWaiting { try confirm(device, &batch) }
            return true
        }
        guard let desired = try? message.decoded(as: DesiredState.self) else { return true }
        if desired.isRegistered, !departure.isStale(desired.version, at: batch.now) {
            // Somebody wants the tracker again.
            departures[device] = nil
            try batch.transaction.removeDeletion(of: device)
            return false
        }
        var departure = departure
        if !isWaiting {
            batch.answer(.emptied(message.topic))
        } else if desired.isRegistered {
            // The broker is to keep once more what is wanted, after somebody who did not know it had written over it.
            departure.version = max(departure.version, desired.version) + 1
            departures[device] = departure
            try save(departure, of: device, &batch)
            batch.answer(wish(device, departure.version))
        } else if desired.version > departure.version {
            departure.version = desired.version
            departures[device] = departure
            try save(departure, of: device, &batch)
        }
        return true
    }

    /// Notes that the tracker knows, and takes back what the broker keeps of it.
    private mutating func confirm(_ device: DeviceID, _ batch: inout Batch) throws {
        departures[device]?.confirmed = batch.now
        try batch.transaction.removeDeletion(of: device)
        batch.answer(taken(device, tellsHomeAssistant: false))
        batch.answer(takingBackWish(device))
    }

    /// As what a fix is counted of a device that is deleted.
    static let refusal = "deleted"

    /// Counts a fix; of the first one it is kept that it came, and not where it was.
    private mutating func refuse(_ message: Message, of device: DeviceID, _ batch: inout Batch) throws {
        let reason = Self.refusal
        guard departures[device]?.hasRefused == false else { return batch.transaction.count(.quarantined(reason)) }
        departures[device]?.hasRefused = true
        let sentence = "the item is deleted, and its tracker has not confirmed yet that it knows"
        try batch.quarantine(Message(topic: message.topic, payload: []), reason: reason, sentence)
    }
}

// MARK: What the broker keeps of items

extension Topics {
    /// What the broker keeps of an item, except for what its tracker says and is told, and Home Assistant.
    func kept(of device: DeviceID) -> [String] {
        [location(device), state(device), stored(device), rules(device), photo(device), item(device)]
    }

    /// What the broker may keep of a phone, or of another device that was an item and has no tracker: whatever its app
    /// publishes, and what was published of it as of an item.
    ///
    /// The position is the last of them: once its end has come back, the broker has let go of all.
    func kept(ofPhone device: DeviceID) -> [String] {
        let place = location(device)
        return kept(of: device).filter { $0 != place } + told(of: device)
            + Self.subtopics.sorted().map { "\(place)/\($0)" } + [place]
    }

    /// What the broker keeps of what a tracker says and is told.
    func told(of device: DeviceID) -> [String] { [desired(device), reported(device), availability(device)] }
}
