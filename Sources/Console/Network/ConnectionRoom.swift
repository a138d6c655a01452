import HummingbirdCore

/// So many connections at the same time; who comes then waits.
struct ConnectionRoom: AvailableConnectionsDelegate {
    let limit: Int
    let metrics: NetworkMetrics
    private var open = 0

    init(limit: Int, metrics: NetworkMetrics) { (self.limit, self.metrics) = (limit, metrics) }

    mutating func connectionOpened() {
        open += 1
        if open == limit { metrics.connectionWaits() }
    }

    mutating func connectionClosed() { open -= 1 }

    func isAcceptingNewConnections() -> Bool { open < limit }
}
