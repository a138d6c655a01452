import Foundation
import Simulation

/// What a fleet did in the last second, as one line.
struct FleetPulse {
    private(set) var counts = FleetCounts()
    /// The most that waited at the end of a second.
    private(set) var mostBacklog = 0
    private var at: Int64 = 0

    /// The line of a moment in milliseconds since the start.
    mutating func line(
        _ now: FleetCounts, _ latencies: LatencyHistogram, trackers: Int, lost: Int, down: Int, at elapsed: Int64
    ) -> String {
        let seconds = max(0.001, Double(elapsed - at) / 1000)
        let published = Double(now.published - counts.published) / seconds
        let acknowledged = Double(now.acknowledged - counts.acknowledged) / seconds
        (counts, at) = (now, elapsed)
        var parts = [
            "\(elapsed / 1000) s", "\(now.joined - now.left) of \(trackers) trackers",
            "published \(Int(published.rounded()))/s", "acknowledged \(Int(acknowledged.rounded()))/s",
            Self.latency(latencies), "backlog \(now.backlog)", "lost \(lost)",
        ]
        if now.skipped > 0 { parts.append("\(now.skipped) reports skipped") }
        if down > 0 { parts.append(down == 1 ? "1 connection down" : "\(down) connections down") }
        return parts.joined(separator: ", ")
    }

    mutating func note(_ now: FleetCounts) { mostBacklog = max(mostBacklog, now.backlog) }

    static func latency(_ latencies: LatencyHistogram) -> String {
        let shares = [("50 %", 0.5), ("95 %", 0.95), ("99 %", 0.99)]
        let values = shares.compactMap { name, share in
            latencies.quantile(share).map { "\(name) \(milliseconds($0))" }
        }
        guard !values.isEmpty else { return "no latency" }
        return "latency \(values.joined(separator: " ")) max \(milliseconds(latencies.most)) ms"
    }

    private static func milliseconds(_ microseconds: Int64) -> String {
        let value = Double(microseconds) / 1000
        return value < 100 ? String(format: "%.1f", value) : String(format: "%.0f", value)
    }
}
