import ServiceLifecycle
package import Tracking

/// Keeps the streams of events alive, says in them whether the broker is heard, and ends them when the program is to end.
package struct LivePulse: Sendable {
    let hub: LiveHub
    /// Between two heartbeats.
    let interval: Duration
    let now: @Sendable () -> Timestamp
    /// Whether the broker is heard at this moment.
    let isHeard: @Sendable () async -> Bool

    /// It looks so often in a heartbeat whether the broker is heard, and tells that in each third look, or at once where
    /// it has changed.
    private static let looks = 15

    package init(
        hub: LiveHub,
        interval: Duration,
        now: @escaping @Sendable () -> Timestamp,
        isHeard: @escaping @Sendable () async -> Bool
    ) {
        (self.hub, self.interval, self.now, self.isHeard) = (hub, interval, now, isHeard)
    }

    /// Beats until the program is to end; then has every stream end in good order, and a stalled one at once.
    package func run() async throws {
        var hearing = BrokerHearing(isHeard: await isHeard(), since: now())
        hub.tell(hearing)
        var looks = 0
        while !Task.isShuttingDownGracefully {
            // A shutdown cancels the sleep, and is no error.
            try? await cancelWhenGracefulShutdown { try await Task.sleep(for: interval / Self.looks) }
            try Task.checkCancellation()
            guard !Task.isShuttingDownGracefully else { break }
            looks += 1
            let isHeard = await isHeard()
            if isHeard != hearing.isHeard {
                hearing = BrokerHearing(isHeard: isHeard, since: now())
                hub.tell(hearing)
            } else if looks.isMultiple(of: 3) {
                hub.tell(hearing)
            }
            if looks.isMultiple(of: Self.looks) { hub.beat() }
        }
        hub.end()
        try await Task.sleep(for: .seconds(1))
        hub.dismissAll()
    }
}
