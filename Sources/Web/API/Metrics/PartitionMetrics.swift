import History
import Web

/// How the partitions do that a worker holds.
struct PartitionMetrics {
    /// By number.
    let pulses: [(partition: Int, pulse: HistoryService.Pulse)]
    /// Whether the other workers are heard.
    let isHeard: Bool

    func write(into text: inout MetricText) {
        text.add("tagalong_workers_heard", .gauge, "Whether the other workers are heard.", isHeard ? 1 : 0)
        text.add("tagalong_partitions_held", .gauge, "Partitions that are held here.", Double(pulses.count))
        add("connected", .gauge, "Whether the session of a partition stands.", into: &text) { $0.isConnected ? 1 : 0 }
        add("received_total", .counter, "Messages since the partition was taken.", into: &text) { Double($0.received) }
        add("lag_seconds", .gauge, "How long a message takes through broker and queue.", into: &text) { pulse in
            pulse.lag.map { Double($0) / 1000 }
        }
        add("failing", .gauge, "Whether the store refuses what comes.", into: &text) { $0.trouble == nil ? 0 : 1 }
    }

    private func add(
        _ name: String, _ kind: MetricText.Kind, _ help: String, into text: inout MetricText,
        _ value: (HistoryService.Pulse) -> Double?
    ) {
        let samples = pulses.compactMap { partition, pulse in
            value(pulse).map { MetricText.Sample(labels: [("partition", "\(partition)")], value: $0) }
        }
        text.add("tagalong_partition_\(name)", kind, help, samples)
    }
}
