import Messages
import Tracking

/// The alerts that are written but not known to have gone out.
///
/// The service subscribes to its own alerts. One that comes back has gone out; the broker keeps it for the service's
/// session, even while the service is not there. So after a restart the service first publishes a marker, the fence.
/// When the fence is back, everything that an earlier life had published has come back before it, and only what is
/// still in the outbox then is published. So a process killed at any moment publishes each alert once.
struct AlertOutbox: Sendable {
    private let fence: String
    private var waiting: [(id: String, message: Message)] = []
    /// Published in this life, still to come back.
    private var underWay: Set<String> = []
    private var nonce: [UInt8]?
    private var isOpen = false

    init(fence: String) {
        self.fence = fence
    }

    /// Alerts that an earlier life had written.
    mutating func restore(_ pending: [(id: String, message: Message)]) {
        waiting = pending.filter { !underWay.contains($0.id) }
    }

    mutating func add(_ id: String, _ message: Message) {
        waiting.append((id, message))
    }

    /// The marker to be published when the session stands; nil once it has come back.
    mutating func raiseFence(by client: String, at now: Timestamp) -> Message? {
        if isOpen { return nil }
        let nonce = Array("{\"_type\":\"fence\",\"id\":\"\(client) \(now)\"}".utf8)
        self.nonce = nonce
        return Message(topic: fence, payload: nonce)
    }

    mutating func fenceCameBack(_ payload: [UInt8]) {
        if payload == nonce { isOpen = true }
    }

    /// Whether an alert that came back was one of those still to be confirmed.
    mutating func cameBack(_ id: String) -> Bool {
        if underWay.remove(id) != nil { return true }
        guard let index = waiting.firstIndex(where: { $0.id == id }) else { return false }
        waiting.remove(at: index)
        return true
    }

    /// Leaves unsaid what is still to be published on a topic.
    mutating func forget(topic: String) {
        waiting.removeAll { $0.message.topic == topic }
    }

    /// The alerts to be published now: none before the fence is back.
    mutating func takeReady() -> [Message] {
        guard isOpen, !waiting.isEmpty else { return [] }
        let messages = waiting.map(\.message)
        underWay.formUnion(waiting.map(\.id))
        waiting = []
        return messages
    }
}
