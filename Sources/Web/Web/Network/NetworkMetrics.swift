import Synchronization

/// Counts connections, and what is refused before any route has seen it.
package final class NetworkMetrics: Sendable {
    private let state = Mutex(State())

    private struct State {
        var refused: [Refusal: Int] = [:]
        var open = 0
        var opened = 0
        var waits = 0
        var closed: [Closing: Int] = [:]
    }

    /// Why a request was refused.
    package enum Refusal: String, CaseIterable, Sendable {
        /// Too many requests, tries to log in, or unknown tokens from one source.
        case rate, logins, tokens
        /// Too many answers under way for one source.
        case crowd
        /// Another site's page, or another name of this machine.
        case site
        /// From another machine while nobody has to log in.
        case unprotected
        /// No session and no token, or one that is over or was never there.
        case unauthenticated
        /// More than the one who asks may do.
        case forbidden
    }

    /// Why the service ended a connection by itself.
    enum Closing: String, CaseIterable, Sendable {
        /// Nothing came for too long.
        case idle
        /// No TLS, or none that both sides speak.
        case handshake
        /// No HTTP, or more headers than are read.
        case malformed
        /// A body took longer than it may.
        case body
        /// The headers of a request took too long, or TLS before them.
        case head
        /// The client took nothing of its answer for too long.
        case slow
        /// One source had too many, and a stranger's or the new one had to go.
        case source
        /// All were taken, and a stranger's or the new one had to go.
        case full
    }

    func count(_ refusal: Refusal) { state.withLock { $0.refused[refusal, default: 0] += 1 } }
    func count(_ closing: Closing) { state.withLock { $0.closed[closing, default: 0] += 1 } }

    func connectionOpened() {
        state.withLock { state in
            state.open += 1
            state.opened += 1
        }
    }

    func connectionClosed() { state.withLock { $0.open -= 1 } }

    /// A connection has to wait until another one ends.
    func connectionWaits() { state.withLock { $0.waits += 1 } }

    package func write(into text: inout MetricText) {
        let (open, opened, waits) = state.withLock { ($0.open, $0.opened, $0.waits) }
        let (refused, closed) = state.withLock { ($0.refused, $0.closed) }
        text.add("tagalong_http_connections", .gauge, "Open connections.", Double(open))
        text.add("tagalong_http_connections_total", .counter, "Connections that were accepted.", Double(opened))
        text.add(
            "tagalong_http_connections_full_total",
            .counter,
            "Times that all connections were taken, and the next one had to wait.",
            Double(waits)
        )
        text.add(
            "tagalong_http_connections_ended_total",
            .counter,
            "Connections that the service ended, by the reason.",
            Self.samples(Closing.allCases.map { ($0.rawValue, closed[$0] ?? 0) })
        )
        text.add(
            "tagalong_http_refused_total",
            .counter,
            "Requests refused before any route saw them, by the reason.",
            Self.samples(Refusal.allCases.map { ($0.rawValue, refused[$0] ?? 0) })
        )
    }

    private static func samples(_ counts: [(String, Int)]) -> [MetricText.Sample] {
        counts.map { MetricText.Sample(labels: [("reason", $0)], value: Double($1)) }
    }
}
