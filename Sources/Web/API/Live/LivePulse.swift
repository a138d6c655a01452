import ServiceLifecycle

/// Keeps the streams of events alive, and ends them when the program is to end.
package struct LivePulse: Sendable {
    let hub: LiveHub
    /// Between two heartbeats.
    let interval: Duration

    package init(hub: LiveHub, interval: Duration) { (self.hub, self.interval) = (hub, interval) }

    /// Beats until the program is to end; then has every stream end in good order, and a stalled one at once.
    package func run() async throws {
        while !Task.isShuttingDownGracefully {
            // A shutdown cancels the sleep, and is no error.
            try? await cancelWhenGracefulShutdown { try await Task.sleep(for: interval) }
            try Task.checkCancellation()
            if !Task.isShuttingDownGracefully { hub.beat() }
        }
        hub.end()
        try await Task.sleep(for: .seconds(1))
        hub.dismissAll()
    }
}
