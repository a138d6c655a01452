import History
import Web

/// What goes over the two sessions on the broker, and what waits there.
struct BusMetrics {
    struct Session {
        let isConnected: Bool
        let backlog: Int
        let counts: BusCounts

        init(_ isConnected: Bool, backlog: Int, _ counts: BusCounts) {
            (self.isConnected, self.backlog, self.counts) = (isConnected, backlog, counts)
        }
    }

    let history: Session
    let console: Session

    func write(into text: inout MetricText) {
        add("connected", .gauge, "Whether the broker is there.", into: &text) { $0.isConnected ? 1 : 0 }
        add("queued", .gauge, "Messages that wait for the broker.", into: &text) { $0.backlog }
        add("received_total", .counter, "Messages received.", into: &text) { $0.counts.received }
        add("published_total", .counter, "Messages published.", into: &text) { $0.counts.published }
        add("dropped_total", .counter, "Messages given up or refused by the broker.", into: &text) { $0.counts.dropped }
        add("reconnects_total", .counter, "Connections made again.", into: &text) { $0.counts.reconnects }
    }

    private func add(
        _ name: String, _ kind: MetricText.Kind, _ help: String, into text: inout MetricText, _ value: (Session) -> Int
    ) {
        let samples = [("history", history), ("console", console)].map { label, session in
            MetricText.Sample(labels: [("session", label)], value: Double(value(session)))
        }
        text.add("tagalong_bus_\(name)", kind, help, samples)
    }
}

extension HistoryQueues {
    func write(into text: inout MetricText) {
        text.add("tagalong_ingest_held", .gauge, "Fixes that wait for ones sent before them.", Double(held))
        text.add("tagalong_requests_unanswered", .gauge, "Silent trackers that were asked.", Double(asked))
        text.add("tagalong_wishes_pending", .gauge, "Trackers that have not taken up what is wanted.", Double(wishes))
        text.add("tagalong_deletions_pending", .gauge, "Deleted items whose trackers do not know.", Double(departures))
    }
}
