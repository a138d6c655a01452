import Messages
import Synchronization

/// Whether a worker can reach the broker.
final class BrokerProbe: Sendable {
    /// When the connection was lost; nil while it stands.
    private let lostSince = Mutex<ContinuousClock.Instant?>(.now)

    /// So long a broker may be away before it counts: it may have been restarted.
    private static let patience = Duration.seconds(5)

    /// The worker's own session, which nothing comes over.
    static func session(of worker: String, _ configuration: HistoryConfiguration) -> BusSession {
        BusSession(clientID: "\(configuration.clientID)-worker-\(worker)", subscriptions: [], persistent: false)
    }

    func note(_ event: BusEvent) {
        switch event {
        case .connected: lostSince.withLock { $0 = nil }
        case .disconnected: lostSince.withLock { $0 = $0 ?? .now }
        case .received: break
        }
    }

    var reachesBroker: Bool {
        lostSince.withLock { since in since.map { $0.duration(to: .now) < Self.patience } ?? true }
    }
}
