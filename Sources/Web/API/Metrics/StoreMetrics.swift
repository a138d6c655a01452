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
        let counts = try counts()
        text.add(
            "tagalong_messages_quarantined_total",
            .counter,
            "Messages refused, by the reason.",
            samples("reason", counts.refused)
        )
        // Each ingest rule counts under a name of its own.
        text.add(
            "tagalong_ingest_total",
            .counter,
            "What became of the positions that arrived, over the life of the database.",
            samples("outcome", counts.outcomes)
        )
        let waiting = try waiting(at: now)
        text.add("tagalong_outbox_pending", .gauge, "Messages not known to be out.", Double(waiting.count))
        let oldest = waiting.oldest?.inSeconds ?? 0
        text.add("tagalong_outbox_oldest_seconds", .gauge, "Age of the oldest of them; 0 for none.", oldest)
        guard let size = try size() else { return }
        text.add("tagalong_database_bytes", .gauge, "Size of the database file.", Double(size.file))
        text.add("tagalong_database_wal_bytes", .gauge, "Size of its write-ahead log.", Double(size.log))
    }

    /// What became of positions, and how many messages were refused for which reason, over the life of the database.
    ///
    /// - Throws: ``StoreError``.
    func counts() throws -> (outcomes: [String: Int], refused: [String: Int]) {
        var outcomes: [String: Int] = [:]
        var refused: [String: Int] = [:]
        for (counter, value) in try store.counters() {
            if counter.name.hasPrefix(Self.quarantined) {
                refused[String(counter.name.dropFirst(Self.quarantined.count))] = value
            } else {
                outcomes[counter.name] = value
            }
        }
        return (outcomes, refused)
    }

    /// How many messages are not known to be out, and how old the oldest of them is.
    ///
    /// - Throws: ``StoreError``.
    func waiting(at now: Timestamp) throws -> (count: Int, oldest: Duration?) {
        let waiting = try store.pendingOutbox()
        return (waiting.count, waiting.map(\.created).min().map { max(.zero, $0.duration(to: now)) })
    }

    /// The bytes of the database and of its write-ahead log; nil for one in memory.
    ///
    /// - Throws: ``StoreError``.
    func size() throws -> (file: Int, log: Int)? { try store.bytes().map { ($0, store.logBytes) } }

    private func samples(_ label: String, _ values: [String: Int]) -> [MetricText.Sample] {
        values.sorted { $0.key < $1.key }.map { MetricText.Sample(labels: [(label, $0.key)], value: Double($0.value)) }
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
