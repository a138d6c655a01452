import HTTPTypes
import History
import Hummingbird
import Store
import Tracking

/// `/metrics`: numbers for Prometheus; nobody's name and nobody's position among them.
struct MetricsRoutes: ConsoleRoutes {
    let parts: ConsoleParts
    let gate: ConsoleGate

    func add(to router: Router<ConsoleContext>) {
        router.get("/metrics") { _, _ in
            Response(
                status: .ok,
                headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: try await text()))
            )
        }
    }

    private func text() async throws -> String {
        var text = MetricText()
        let version = MetricText.Sample(labels: [("version", parts.configuration.version)], value: 1)
        text.add("tagalong_build_info", .gauge, "The version of the program.", [version])
        try StoreMetrics(store: parts.store).write(into: &text)
        try await parts.history.perform { core, now in (core.census(at: now), []) }.write(into: &text)
        await buses(&text)
        // A file that cannot be read takes nothing else away.
        ChannelMetrics.write((try? parts.notifications()) ?? [], into: &text)
        streams(&text)
        gate.network.write(into: &text)
        gate.requests.write(into: &text)
        ProcessMetrics.write(into: &text)
        return text.text
    }

    private func buses(_ text: inout MetricText) async {
        let history = await parts.history.standing
        let (isConnected, backlog) = await (parts.feed.isConnected, parts.feed.backlog)
        func samples(_ history: Double, _ console: Double) -> [MetricText.Sample] {
            [("history", history), ("console", console)].map { name, value in
                MetricText.Sample(labels: [("session", name)], value: value)
            }
        }
        text.add(
            "tagalong_bus_connected",
            .gauge,
            "Whether the broker is there.",
            samples(history.isConnected ? 1 : 0, isConnected ? 1 : 0)
        )
        text.add(
            "tagalong_bus_queued",
            .gauge,
            "Messages that wait for the broker.",
            samples(Double(history.backlog + history.waiting), Double(backlog))
        )
        text.add("tagalong_store_failing", .gauge, "Whether the store refuses.", history.trouble == nil ? 0 : 1)
    }

    private func streams(_ text: inout MetricText) {
        let streams = parts.feed.live.statistics
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
