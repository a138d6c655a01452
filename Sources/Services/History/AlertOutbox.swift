import Messages
import Store
import Tracking

/// The alerts, and the messages of phones that came over HTTP, that are written but not known to have gone out.
///
/// The service subscribes to its own alerts and to all positions. One that comes back has gone out; the broker keeps it
/// for the service's session, even while the service is not there. So after a restart the service first publishes a marker, the fence.
/// When the fence is back, everything that an earlier life had published has come back before it, and only what is
/// still in the outbox then is published. So a process killed at any moment publishes each alert once. A broker that is
/// killed forgets what it had not written down, whatever it had acknowledged: so there is a fence after each
/// connection, and an alert that was published before it and did not come back is published again.
struct AlertOutbox: Sendable {
    private let fence: String
    private var waiting: [(id: String, message: Message)] = []
    /// Published in this life, still to come back.
    private var underWay: [(id: String, message: Message)] = []
    /// What is known by its topic and bytes when it comes back, as it has no id of ours in it.
    private var echoes: [Echo: [String]] = [:]
    private(set) var waitingEchoes = 0
    private var nonce: [UInt8]?
    /// Whether the fence has come back.
    private(set) var isOpen = false

    private struct Echo: Hashable, Sendable {
        let topic: String
        let payload: [UInt8]

        init(_ message: Message) { (topic, payload) = (message.topic, message.payload) }
    }

    init(fence: String) { self.fence = fence }

    /// What an earlier life had written, in the order of sending.
    ///
    /// `comeBackWhole` tells of a topic whether its messages are known by their bytes when they come back.
    mutating func restore(_ pending: [(id: String, message: Message)], comeBackWhole: (String) -> Bool) {
        waiting = pending.filter { entry in !underWay.contains { $0.id == entry.id } }
        (echoes, waitingEchoes) = ([:], 0)
        for (id, message) in pending where comeBackWhole(message.topic) { expect(message, as: id) }
    }

    /// What an earlier life elsewhere had written, and has to wait no longer.
    mutating func resume(_ pending: [OutboxRow], comesBackWhole: (String) -> Bool) {
        let here = Set((waiting + underWay).map(\.id))
        for row in pending where !here.contains(row.id) {
            add(row.id, row.message, comesBackWhole: comesBackWhole(row.topic))
        }
    }

    /// What was told of reminders, and is not known to have gone out.
    mutating func resume(_ pending: [ReminderEventRow], on topics: Topics) {
        let here = Set((waiting + underWay).map(\.id))
        for row in pending where !here.contains(row.id) {
            add(row.id, Message(topic: topics.reminders(of: row.owner), payload: row.payload))
        }
    }

    mutating func add(_ id: String, _ message: Message, comesBackWhole: Bool = false) {
        waiting.append((id, message))
        if comesBackWhole { expect(message, as: id) }
    }

    private mutating func expect(_ message: Message, as id: String) {
        echoes[Echo(message), default: []].append(id)
        waitingEchoes += 1
    }

    /// The id of a message of this outbox that came back; nil for any other.
    mutating func cameBack(_ message: Message) -> String? {
        guard waitingEchoes > 0 else { return nil }
        let echo = Echo(message)
        guard var ids = echoes[echo], let id = ids.first else { return nil }
        ids.removeFirst()
        echoes[echo] = ids.isEmpty ? nil : ids
        waitingEchoes -= 1
        _ = cameBack(id)
        return id
    }

    /// The marker to be published when a session stands.
    mutating func raiseFence(by client: String, at now: Timestamp) -> Message {
        let marker = Message.fence(fence, id: "\(client) \(now)")
        (nonce, isOpen) = (marker.payload, false)
        return marker
    }

    /// What was retained before the session stood has all been heard; false when that was known, or it is another's.
    mutating func fenceCameBack(_ payload: [UInt8]) -> Bool {
        guard payload == nonce, !isOpen else { return false }
        isOpen = true
        waiting = underWay + waiting
        underWay = []
        return true
    }

    /// Whether an alert that came back was one of those still to be confirmed.
    mutating func cameBack(_ id: String) -> Bool {
        if let index = underWay.firstIndex(where: { $0.id == id }) {
            underWay.remove(at: index)
            return true
        }
        guard let index = waiting.firstIndex(where: { $0.id == id }) else { return false }
        waiting.remove(at: index)
        return true
    }

    /// Leaves unsaid what is still to be published on a topic or below it, also what would be published again.
    mutating func remove(topic: String) {
        let below = topic + "/"
        let left = (waiting + underWay).filter { $0.message.topic == topic || $0.message.topic.hasPrefix(below) }
        remove(Set(left.map(\.id)))
    }

    /// Leaves some messages unsaid, and waits for none of them to come back.
    mutating func remove(_ ids: Set<String>) {
        if ids.isEmpty { return }
        waiting.removeAll { ids.contains($0.id) }
        underWay.removeAll { ids.contains($0.id) }
        echoes = echoes.mapValues { $0.filter { !ids.contains($0) } }.filter { !$0.value.isEmpty }
        waitingEchoes = echoes.values.reduce(0) { $0 + $1.count }
    }

    /// The alerts to be published now: none before the fence is back.
    mutating func takeReady() -> [Message] {
        guard isOpen, !waiting.isEmpty else { return [] }
        let messages = waiting.map(\.message)
        underWay += waiting
        waiting = []
        return messages
    }
}

extension OutboxRow {
    /// What is to be published.
    var message: Message { Message(topic: topic, payload: payload, retained: retained) }
}
