import Foundation
import Simulation
import Tracking

/// What a fleet came to, as `simulate --fleet … --report` writes it; docs/fleets.md says what each key is.
struct FleetReport: Encodable, Sendable {
    var broker: String
    var name: String
    var trackers: Int
    var connections: Int
    var intervalSeconds: Int
    var rampSeconds: Double
    var seed: UInt64
    var started: String
    var seconds: Double
    var ended: Ending
    var joined: Int
    var left: Int
    var messages: Messages
    var positions: Positions
    /// Nil where nothing was acknowledged.
    var latency: Latency?
    var rates: Rates
    var mostBacklog: Int
    var disconnects: Int
    var latestMilliseconds: Int64
    var skipped: Int
    var leftOut: Int?
    var lost: Int
    /// Nil where nobody verified.
    var verify: Verification?

    /// What ended it.
    enum Ending: String, Encodable { case duration, paths, signal, failure }

    struct Messages: Encodable, Hashable {
        var published, acknowledged, refused, unacknowledged, received, bytes: Int
    }

    struct Positions: Encodable, Hashable { var made, published, acknowledged, thinned, waiting: Int }

    /// In milliseconds.
    struct Latency: Encodable, Hashable { var p50, p95, p99, max: Double }

    struct Rates: Encodable, Hashable {
        var published, acknowledged: Double

        enum CodingKeys: String, CodingKey {
            case published = "published_per_s"
            case acknowledged = "acknowledged_per_s"
        }
    }

    struct Verification: Encodable, Hashable { var arrived, lost, doubled, unobserved: Int }

    enum CodingKeys: String, CodingKey {
        case broker, name, trackers, connections, seed, started, seconds, ended, joined, left, messages, positions
        case rates, disconnects, skipped, lost, verify
        case intervalSeconds = "interval_s"
        case rampSeconds = "ramp_s"
        case latency = "latency_ms"
        case mostBacklog = "most_backlog"
        case latestMilliseconds = "latest_ms"
        case leftOut = "left_out"
    }

    /// The same run gives the same text.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }
}

extension FleetReport {
    /// The sums of a run of so many seconds.
    init(_ plan: FleetPlan, broker: String, start: Timestamp, _ outcome: FleetOutcome) {
        let counts = outcome.counts
        let seconds = max(0.001, outcome.seconds)
        self.init(
            broker: broker,
            name: plan.name.text,
            trackers: plan.trackers,
            connections: plan.connections,
            intervalSeconds: plan.interval,
            rampSeconds: Double(plan.pace.ramp) / 1000,
            seed: plan.seed,
            started: start.description,
            seconds: (seconds * 1000).rounded() / 1000,
            ended: outcome.ended,
            joined: counts.joined,
            left: counts.left,
            messages: Messages(
                published: counts.published,
                acknowledged: counts.acknowledged,
                refused: counts.refused,
                unacknowledged: counts.unacknowledged,
                received: counts.received,
                bytes: counts.bytes
            ),
            positions: Positions(
                made: counts.made,
                published: counts.sent,
                acknowledged: counts.confirmed,
                thinned: counts.thinned,
                waiting: counts.waiting
            ),
            latency: Latency(outcome.latencies),
            rates: Rates(
                published: (Double(outcome.load.published) / seconds * 10).rounded() / 10,
                acknowledged: (Double(outcome.load.acknowledged) / seconds * 10).rounded() / 10
            ),
            mostBacklog: outcome.mostBacklog,
            disconnects: outcome.disconnects,
            latestMilliseconds: counts.latest,
            skipped: counts.skipped,
            leftOut: outcome.leftOut,
            lost: outcome.lost,
            verify: outcome.audit.map {
                Verification(arrived: $0.arrived, lost: $0.missing, doubled: $0.doubled, unobserved: $0.unobserved)
            }
        )
    }
}

extension FleetReport.Latency {
    /// The quantiles of all; nil without any.
    init?(_ latencies: LatencyHistogram) {
        guard let half = latencies.quantile(0.5), let most = latencies.quantile(0.95),
            let nearlyAll = latencies.quantile(0.99)
        else { return nil }
        self.init(
            p50: Double(half) / 1000,
            p95: Double(most) / 1000,
            p99: Double(nearlyAll) / 1000,
            max: Double(latencies.most) / 1000
        )
    }
}

/// What a run of a fleet came to.
struct FleetOutcome {
    var counts: FleetCounts
    /// The counts when no more reports were made: the end is no part of the load.
    var load: FleetCounts
    var latencies: LatencyHistogram
    var audit: FleetAudit?
    var ended: FleetReport.Ending
    var seconds: Double
    var mostBacklog: Int
    var disconnects: Int
    /// What ended it before its time; nil for nothing.
    var trouble: (any Error)?
    var leftOut: Int?

    /// What did not arrive, and will not.
    var lost: Int { counts.lost + counts.unacknowledged + counts.waiting + (audit?.missing ?? 0) }
}
