import Synchronization

/// How one of a worker's services does, told without waiting for it.
final class WorkState: Sendable {
    private let state = Mutex((isConnected: false, received: 0))

    func set(connected: Bool) { state.withLock { $0.isConnected = connected } }

    func count(_ messages: Int) { state.withLock { $0.received += messages } }

    var now: (isConnected: Bool, received: Int) { state.withLock { $0 } }
}
