import HummingbirdCore

/// So many connections that are not gone yet; who comes then waits to be accepted.
///
/// ``Seats`` ends one for each that comes when all are taken, so that nobody waits for more than such ends.
package struct ConnectionRoom: AvailableConnectionsDelegate {
    let limit: Int
    package let metrics: NetworkMetrics
    private var open = 0

    package init(limit: Int, metrics: NetworkMetrics) { (self.limit, self.metrics) = (limit, metrics) }

    mutating func connectionOpened() {
        open += 1
        if open == limit { metrics.connectionWaits() }
    }

    mutating func connectionClosed() { open -= 1 }
    func isAcceptingNewConnections() -> Bool { open < limit }
}
