import Messages
import Tracking

/// The alerts that are written but not known to have gone out.
///
/// The service subscribes to its own alerts. One that comes back has gone out; the broker keeps it for the service's
/// session, even while the service is not there. So after a restart the service first publishes a marker, the fence.
/// When the fence is back, everything that an earlier life had published has come back before it, and only what is
/// still in the outbox then is published. So a process killed at any moment publishes each alert once. A broker that is
/// killed forgets what it had not written down, whatever it had acknowledged: so there is a fence after each
/// connection, and an alert that was published before it and did not come back is published again.
struct AlertOutbox: Sendable {
    private let fence: String
    private var waiting: [(id: String, message: Message)] = []
    /// Published in this life, still to come back.
    private var underWay: [(id: String, message: Message)] = []
    private var nonce: [UInt8]?
    private var isOpen = false

    init(fence: String) {
        self.fence = fence
    }

    /// Alerts that an earlier life had written.
    mutating func restore(_ pending: [(id: String, message: Message)]) {
        waiting = pending.filter { entry in !underWay.contains { $0.id == entry.id } }
    }

    mutating func add(_ id: String, _ message: Message) {
        waiting.append((id, message))
    }

    /// The marker to be published when a session stands.
    mutating func raiseFence(by client: String, at now: Timestamp) -> Message {
        let nonce = Array("{\"_type\":\"fence\",\"id\":\"\(client) \(now)\"}".utf8)
        (self.nonce, isOpen) = (nonce, false)
        return Message(topic: fence, payload: nonce)
    }

    mutating func fenceCameBack(_ payload: [UInt8]) {
        guard payload == nonce, !isOpen else { return }
        isOpen = true
        waiting = underWay + waiting
        underWay = []
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

    /// The alerts to be published now: none before the fence is back.
    mutating func takeReady() -> [Message] {
        guard isOpen, !waiting.isEmpty else { return [] }
        let messages = waiting.map(\.message)
        underWay += waiting
        waiting = []
        return messages
    }
}
