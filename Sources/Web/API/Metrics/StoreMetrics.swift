import Foundation
import History
import Store
import Tracking
import Web

/// What the store has counted, and how large it is.
struct StoreMetrics {
    let store: Store

    private static let quarantined = "quarantined."

    /// - Throws: ``StoreError``.
    func write(into text: inout MetricText, at now: Timestamp) throws {
        let counters = try store.counters().map { ($0.key.name, $0.value) }.sorted { $0.0 < $1.0 }
        let refused = counters.filter { $0.0.hasPrefix(Self.quarantined) }
        text.add(
            "tagalong_messages_quarantined_total",
            .counter,
            "Messages refused, by the reason.",
            refused.map { sample("reason", String($0.0.dropFirst(Self.quarantined.count)), $0.1) }
        )
        // Each ingest rule counts under a name of its own.
        text.add(
            "tagalong_ingest_total",
            .counter,
            "What became of the positions that arrived, over the life of the database.",
            counters.filter { !$0.0.hasPrefix(Self.quarantined) }.map { sample("outcome", $0.0, $0.1) }
        )
        let waiting = try store.pendingOutbox()
        text.add("tagalong_outbox_pending", .gauge, "Messages not known to be out.", Double(waiting.count))
        let age = waiting.map(\.created).min().map { max(0, $0.duration(to: now).inSeconds) }
        text.add("tagalong_outbox_oldest_seconds", .gauge, "Age of the oldest of them; 0 for none.", age ?? 0)
        guard store.path != ":memory:" else { return }
        text.add("tagalong_database_bytes", .gauge, "Size of the database file.", size(""))
        text.add("tagalong_database_wal_bytes", .gauge, "Size of its write-ahead log.", size("-wal"))
    }

    private func sample(_ label: String, _ name: String, _ value: Int) -> MetricText.Sample {
        MetricText.Sample(labels: [(label, name)], value: Double(value))
    }

    private func size(_ suffix: String) -> Double {
        let attributes = try? FileManager.default.attributesOfItem(atPath: store.path + suffix)
        return (attributes?[.size] as? NSNumber)?.doubleValue ?? 0
    }
}

extension ItemCensus {
    func write(into text: inout MetricText) {
        let levels = Level.allCases.map { level in
            MetricText.Sample(labels: [("level", level.rawValue)], value: Double(self.levels[level] ?? 0))
        }
        text.add("tagalong_items", .gauge, "Items, by their level.", levels)
        let ages = Level.allCases.flatMap { level in
            zip(ItemCensus.ages, self.ages[level] ?? []).map { age, count in
                let labels = [("level", level.rawValue), ("within", MetricText.number(age / .seconds(1)))]
                return MetricText.Sample(labels: labels, value: Double(count))
            }
        }
        text.add("tagalong_items_located", .gauge, "Items located within so many seconds, by their level.", ages)
    }
}
