public import Clouds
import Web

/// What has become of the messages of one cloud, for `/metrics`.
public struct CloudMetrics: Sendable {
    let cloud: String
    let counts: CloudCounts

    public init(cloud: String, counts: CloudCounts) { (self.cloud, self.counts) = (cloud, counts) }

    static func write(_ clouds: [CloudMetrics], into text: inout MetricText) {
        text.add(
            "tagalong_cloud_received_total",
            .counter,
            "What clouds of cellular devices have sent, by what became of it.",
            clouds.flatMap { cloud in
                CloudCounts.Coming.allCases.map { cloud.sample($0.rawValue, cloud.counts.coming[$0]) }
            }
        )
        text.add(
            "tagalong_cloud_sent_total",
            .counter,
            "What was sent to devices by their cloud, by what became of it.",
            clouds.flatMap { cloud in
                CloudCounts.Going.allCases.map { cloud.sample($0.rawValue, cloud.counts.going[$0]) }
            }
        )
        text.add(
            "tagalong_cloud_stalled",
            .gauge,
            "Whether all for a cloud waits on the broker, because the cloud cannot be had.",
            clouds.map { MetricText.Sample(labels: [("cloud", $0.cloud)], value: $0.counts.isStalled ? 1 : 0) }
        )
    }

    private func sample(_ outcome: String, _ count: Int?) -> MetricText.Sample {
        MetricText.Sample(labels: [("cloud", cloud), ("outcome", outcome)], value: Double(count ?? 0))
    }
}
