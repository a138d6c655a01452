import Messages
import Synchronization
import Tracking

/// What somebody who listens on the bus hears: alerts, and how far each tracker was told that its fixes are stored.
final class Ear: Sendable {
    private let state = Mutex(State())

    private struct State {
        var alerts: [AlertMessage] = []
        var stored: [DeviceID: UInt32] = [:]
        var ends: Set<String> = []
        var connections = 0
        var isConnected = false
    }

    static let filters = ["tagalong/alerts/#", "tagalong/+/+/stored"]

    /// A message on this topic tells that everything before it was heard.
    static let end = "tagalong/alerts/x/end"

    var alerts: [AlertMessage] { state.withLock(\.alerts) }
    var isConnected: Bool { state.withLock(\.isConnected) }
    func heardEnd(_ text: String) -> Bool { state.withLock { $0.ends.contains(text) } }
    func stored(_ device: DeviceID) -> UInt32 { state.withLock { $0.stored[device] ?? 0 } }

    func take(_ event: BusEvent) {
        switch event {
        case .connected: state.withLock { $0.isConnected = true }
        case .disconnected: state.withLock { $0.isConnected = false }
        case .received(let messages): for message in messages { take(message) }
        }
    }

    private func take(_ message: Message) {
        if message.topic == Self.end {
            return state.withLock { _ = $0.ends.insert(String(decoding: message.payload, as: UTF8.self)) }
        }
        if message.topic.hasPrefix("tagalong/alerts/") {
            guard let alert = try? AlertMessage(decoding: message.payload) else { return }
            return state.withLock { $0.alerts.append(alert) }
        }
        guard case .stored(let device) = Topics().parse(message.topic),
            let mark = try? StoredMessage(decoding: message.payload).mark, mark.boot == Fleet.boot
        else { return }
        state.withLock { $0.stored[device] = max($0.stored[device] ?? 0, mark.sequence) }
    }
}
