import HTTPTypes
import History
import Hummingbird
import Web

/// `/metrics`: numbers for Prometheus; nobody's name and nobody's position among them.
struct MetricsRoutes: ConsoleRoutes {
    let parts: ConsoleParts
    let gate: ConsoleGate
    let operations: OperationRegistry

    var routes: [Route] {
        [
            Route(.get, "/metrics", .metrics) { _, _ in
                Answer.content(ByteBuffer(string: try await text()), "text/plain; version=0.0.4; charset=utf-8")
            }
        ]
    }

    private func text() async throws -> String {
        // Before anything waits for the batch that is being stored.
        let inHand = parts.history.messagesInHand
        var text = MetricText()
        let version = MetricText.Sample(labels: [("version", parts.configuration.version)], value: 1)
        text.add("tagalong_build_info", .gauge, "The version of the program.", [version])
        try StoreMetrics(store: parts.store).write(into: &text, at: parts.clock.now)
        let (census, queues) = try await parts.history.counts()
        census.write(into: &text)
        text.add("tagalong_ingest_in_hand", .gauge, "Messages taken from the broker, being stored.", Double(inHand))
        queues.write(into: &text)
        await addOperations(&text)
        await buses(&text)
        parts.history.partitions?.write(into: &text)
        // A file that cannot be read takes nothing else away.
        ChannelMetrics.write((try? parts.notifications()) ?? [], into: &text)
        CloudMetrics.write(parts.cloudMetrics(), into: &text)
        try parts.archive()?.write(into: &text)
        streams(&text)
        gate.network.write(into: &text)
        parts.answers.write(into: &text)
        gate.requests.write(into: &text)
        ProcessMetrics.write(into: &text)
        return text.text
    }

    private func addOperations(_ text: inout MetricText) async {
        let counts = await operations.counts()
        text.add("tagalong_operations_pending", .gauge, "Commands and requests without an end.", Double(counts.pending))
        text.add(
            "tagalong_operations_unanswered_total",
            .counter,
            "Commands and requests that nobody has answered in time.",
            Double(counts.unanswered)
        )
    }

    private func buses(_ text: inout MetricText) async {
        let history = await parts.history.standing
        let (feed, backlog) = await (parts.feed.isConnected, parts.feed.backlog)
        let metrics = BusMetrics(
            history: .init(history.isConnected, backlog: history.backlog, history.counts),
            console: .init(feed, backlog: backlog, await parts.feed.counts)
        )
        metrics.write(into: &text)
        text.add("tagalong_publish_waiting", .gauge, "Messages that wait for room on the bus.", Double(history.waiting))
        text.add("tagalong_store_failing", .gauge, "Whether the store refuses.", history.trouble == nil ? 0 : 1)
        text.add(
            "tagalong_feed_dropped_total",
            .counter,
            "Messages that a part of the console was too slow for.",
            Double(await parts.feed.dropped)
        )
    }

    private func streams(_ text: inout MetricText) {
        let streams = parts.feed.live.statistics
        let log = parts.feed.live.events
        text.add("tagalong_event_log", .gauge, "Events kept for streams.", Double(log.waiting))
        text.add("tagalong_events_replaced_total", .counter, "Events that newer ones replaced.", Double(log.replaced))
        text.add("tagalong_events_forgotten_total", .counter, "Events that are kept no more.", Double(log.dropped))
        text.add("tagalong_event_streams", .gauge, "Open streams of events.", Double(streams.open))
        text.add("tagalong_event_streams_refused_total", .counter, "Streams without room.", Double(streams.refused))
        text.add("tagalong_events_sent_total", .counter, "Events sent on streams.", Double(streams.sent))
        text.add(
            "tagalong_event_streams_ended_total",
            .counter,
            "Streams that have ended, by the reason.",
            LiveClients.Ending.allCases.map { ending in
                MetricText.Sample(labels: [("reason", ending.rawValue)], value: Double(streams.ended[ending] ?? 0))
            }
        )
    }
}
