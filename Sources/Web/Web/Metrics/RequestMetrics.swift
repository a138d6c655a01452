import Synchronization

/// Counts requests and how long they take, by route.
///
/// A route is a pattern such as `/api/v1/items/{owner}/{tracker}`, so nothing of what people ask for is in it, and there
/// are only so many.
package final class RequestMetrics: Sendable {
    private let state = Mutex(State())

    private struct State {
        var counts: [Request: Int] = [:]
        var times: [Route: Histogram] = [:]
    }

    package struct Route: Hashable, Sendable {
        /// The pattern; `none` for a path that nobody serves.
        var pattern: String
        var method: String
    }

    private struct Request: Hashable {
        let route: Route
        let status: Int
    }

    private struct Histogram {
        var buckets = Array(repeating: 0, count: RequestMetrics.limits.count)
        var count = 0
        var sum = 0.0
    }

    /// In seconds.
    private static let limits = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

    /// Takes in an answer, with the seconds until its head.
    func count(_ route: Route, status: Int, seconds: Double) {
        state.withLock { state in
            state.counts[Request(route: route, status: status), default: 0] += 1
            var histogram = state.times.removeValue(forKey: route) ?? Histogram()
            histogram.count += 1
            histogram.sum += seconds
            if let index = Self.limits.firstIndex(where: { seconds <= $0 }) { histogram.buckets[index] += 1 }
            state.times[route] = histogram
        }
    }

    package func write(into text: inout MetricText) {
        let (counts, times) = state.withLock { ($0.counts, $0.times) }
        let requests = counts.sorted { ($0.key.route, $0.key.status) < ($1.key.route, $1.key.status) }
        text.add(
            "tagalong_http_requests_total",
            .counter,
            "Requests answered.",
            requests.map { request, count in
                let labels = request.route.labels + [("status", String(request.status))]
                return MetricText.Sample(labels: labels, value: Double(count))
            }
        )
        text.add(
            "tagalong_http_request_duration_seconds",
            .histogram,
            "Time until the head of the answer.",
            times.sorted { $0.key < $1.key }.flatMap { Self.samples($0, $1) }
        )
    }

    private static func samples(_ route: Route, _ histogram: Histogram) -> [MetricText.Sample] {
        var total = 0
        var samples: [MetricText.Sample] = []
        for (limit, count) in zip(limits, histogram.buckets) {
            total += count
            let labels = route.labels + [("le", MetricText.number(limit))]
            samples.append(MetricText.Sample(suffix: "_bucket", labels: labels, value: Double(total)))
        }
        let count = Double(histogram.count)
        return samples + [
            MetricText.Sample(suffix: "_bucket", labels: route.labels + [("le", "+Inf")], value: count),
            MetricText.Sample(suffix: "_sum", labels: route.labels, value: histogram.sum),
            MetricText.Sample(suffix: "_count", labels: route.labels, value: count),
        ]
    }
}

extension RequestMetrics.Route: Comparable {
    package static func < (left: Self, right: Self) -> Bool {
        (left.pattern, left.method) < (right.pattern, right.method)
    }

    fileprivate var labels: [(name: String, value: String)] { [("route", pattern), ("method", method)] }
}
