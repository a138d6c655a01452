import Foundation
import Messages
import TestSupport
import Testing
import Tracking

@testable import API
@testable import Console
@testable import Pages
@testable import Recorder
@testable import Web

@Suite(.timeLimit(.minutes(30)))
struct MetricsTests {
    @Test func `metrics are in Prometheus' text format`() async throws {
        try await withConsole { console in
            _ = try await console.get("/health")
            let device = DeviceID(owner: try Name("secret-person"), device: try Name("keys"))
            let fix = Fix(coordinate: try Coordinate(latitude: 46.0569, longitude: 14.5058), time: WallClock().now)
            let location = LocationMessage(fix: fix, mark: FixMark(boot: 1, sequence: 1), mode: .cellular)
            let topic = console.topics.location(device)
            try await console.ingest([
                Message(topic: topic, payload: location.encoded()), Message(topic: topic, payload: Array("{".utf8)),
            ])
            let answer = try await console.get("/metrics")
            #expect(answer.status == 200)
            #expect(answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
            let metrics = try Exposition(answer.text)
            #expect(metrics["tagalong_build_info{version=\"0.0.0\"}"] == 1)
            #expect(metrics["tagalong_ingest_total{outcome=\"stored\"}"] == 1)
            #expect(metrics["tagalong_messages_quarantined_total{reason=\"json\"}"] == 1)
            #expect(metrics["tagalong_bus_connected{session=\"console\"}"] == 1)
            #expect(metrics["tagalong_ingest_held"] == 0)
            #expect(metrics["tagalong_operations_pending"] == 0)
            #expect(metrics["tagalong_bus_dropped_total{session=\"history\"}"] == 0)
            #expect(metrics["tagalong_items{level=\"unknown\"}"] == 1)
            #expect(metrics["tagalong_items_located{level=\"unknown\",within=\"60\"}"] == 1)
            #expect(metrics["tagalong_http_requests_total{route=\"/health\",method=\"GET\",status=\"200\"}"] == 1)
            #expect((metrics["tagalong_database_bytes"] ?? 0) > 0)
            #expect((metrics["process_resident_memory_bytes"] ?? 0) > 1_000_000)
            #expect((metrics["process_open_fds"] ?? 0) > 3)
            #expect(abs((metrics["process_start_time_seconds"] ?? 0) - Date().timeIntervalSince1970) < 100_000)
            #expect(!answer.text.contains("secret-person"))
            #expect(!answer.text.contains("46.05"))
        }
    }

    /// The metrics of docs/operations.md, each with its labels.
    private func documentedMetrics() throws -> [(name: String, labels: [String])] {
        let text = try String(contentsOf: packageRoot.appendingPathComponent("docs/operations.md"), encoding: .utf8)
        // Keys of configuration files have tables there, too.
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `tagalong_") || $0.hasPrefix("| `process_") }
        return rows.flatMap { row in
            row.split(separator: "|")[0].matches(of: /`([a-z_]+)(?:\{([a-z,]+)\})?`/).map { match in
                (String(match.1), match.2?.split(separator: ",").map(String.init) ?? [])
            }
        }
    }

    @Test func `the dashboard asks for documented metrics and their labels`() throws {
        let known = Dictionary(uniqueKeysWithValues: try documentedMetrics().map { ($0.name, Set($0.labels)) })
        let file = packageRoot.appendingPathComponent("packaging/examples/grafana-dashboard.json")
        let document = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
        let panels = try #require(document?["panels"] as? [[String: Any]])
        let targets = panels.flatMap { $0["targets"] as? [[String: Any]] ?? [] }
        let expressions = targets.compactMap { $0["expr"] as? String }
        #expect(expressions.count > 20)
        for expression in expressions {
            let metrics = expression.matches(of: /([a-z_]+)\{([^}]*)\}/)
            #expect(!metrics.isEmpty, "\(expression)")
            for match in metrics {
                let name = String(match.1).replacing(/_bucket$/, with: "")
                let labels = try #require(known[name], "\(name) in \(expression)")
                let used = match.2.matches(of: /([a-z]+)=/).map { String($0.1) }
                #expect(labels.union(["job"]).isSuperset(of: used), "\(expression)")
            }
        }
    }

    @Test func `the documented metrics are those that are served`() async throws {
        let documented = try documentedMetrics().map(\.name)
        #expect(Set(documented).count == documented.count)
        try await withConsole { console in
            _ = try await console.get("/health")
            // One that is stored and one that is refused: a counter without a sample is not told.
            try await console.meetKeys()
            try await console.ingest([Message(topic: "owntracks/sam/keys", payload: Array("{".utf8))])
            let served = try await console.get("/metrics").text.matches(of: /# TYPE ([a-z_]+)/).map { String($0.1) }
            // Of notifications nothing is told before there is a channel, nor of clouds or an archive before one is set
            // up, nor of partitions but by workers.
            let others = documented.filter {
                !$0.hasPrefix("tagalong_notifications_") && !$0.hasPrefix("tagalong_cloud_")
                    && !$0.hasPrefix("tagalong_partition") && !$0.hasPrefix("tagalong_archive_")
                    && $0 != "tagalong_workers_heard"
            }
            #expect(Set(served) == Set(others))
        }
    }

    @Test func `paths that nobody serves and methods that nobody knows do not add up`() async throws {
        try await withConsole { console in
            for number in 0..<5 { _ = try await console.get("/nothing/\(number)") }
            for method in ["PROPFIND", "MKCOL"] { _ = try await console.send(method, "/nothing") }
            let metrics = try Exposition(try await console.get("/metrics").text)
            #expect(metrics["tagalong_http_requests_total{route=\"none\",method=\"GET\",status=\"404\"}"] == 5)
            #expect(metrics["tagalong_http_requests_total{route=\"none\",method=\"other\",status=\"404\"}"] == 2)
        }
    }

    @Test func `buckets count all that took no longer`() throws {
        let requests = RequestMetrics()
        let route = RequestMetrics.Route(pattern: "/x", method: "GET")
        for seconds in [0.0001, 0.003, 0.003, 20] { requests.count(route, status: 200, seconds: seconds) }
        var text = MetricText()
        requests.write(into: &text)
        let metrics = try Exposition(text.text)
        let name = "tagalong_http_request_duration_seconds"
        #expect(metrics["\(name)_bucket{route=\"/x\",method=\"GET\",le=\"0.0005\"}"] == 1)
        #expect(metrics["\(name)_bucket{route=\"/x\",method=\"GET\",le=\"0.005\"}"] == 3)
        #expect(metrics["\(name)_bucket{route=\"/x\",method=\"GET\",le=\"10\"}"] == 3)
        #expect(metrics["\(name)_bucket{route=\"/x\",method=\"GET\",le=\"+Inf\"}"] == 4)
        #expect(metrics["\(name)_count{route=\"/x\",method=\"GET\"}"] == 4)
    }

    @Test func `what would break a line is escaped`() {
        var text = MetricText()
        text.add("a", .gauge, "one\ntwo\\", [MetricText.Sample(labels: [("b", "\"\n\\")], value: .infinity)])
        #expect(text.text == "# HELP a one\\ntwo\\\\\n# TYPE a gauge\na{b=\"\\\"\\n\\\\\"} +Inf\n")
    }

    @Test func `what would break a line is escaped behind a letter that joins with it, too`() {
        var text = MetricText()
        text.add("a", .gauge, "\u{0D4E}\\", [MetricText.Sample(labels: [("b", "\u{0D4E}\"\r\n")], value: 1)])
        #expect(text.text == "# HELP a \u{0D4E}\\\\\n# TYPE a gauge\na{b=\"\u{0D4E}\\\"\r\\n\"} 1\n")
    }
}

/// Metrics in the text format, read as strictly as its description allows.
struct Exposition {
    private var values: [String: Double] = [:]

    struct Malformed: Error { let line: String }

    init(_ text: String) throws {
        var types: [String: String] = [:]
        var last: String?
        guard text.hasSuffix("\n") else { throw Malformed(line: "the end") }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            if let help = line.wholeMatch(of: /# HELP ([a-z_]+) .+/) {
                // All lines of a metric stand together, under one name and one type.
                guard types[String(help.1)] == nil else { throw Malformed(line: String(line)) }
                last = String(help.1)
            } else if let type = line.wholeMatch(of: /# TYPE ([a-z_]+) (counter|gauge|histogram)/) {
                guard last == String(type.1) else { throw Malformed(line: String(line)) }
                types[String(type.1)] = String(type.2)
            } else {
                let (name, labels, value) = try Self.sample(line)
                guard let last, name == last || Self.belongs(name, to: last, types[last]),
                    values.updateValue(value, forKey: name + labels) == nil
                else { throw Malformed(line: String(line)) }
                if types[last] == "counter", !name.hasSuffix("_total") { throw Malformed(line: String(line)) }
            }
        }
    }

    private static func sample(_ line: Substring) throws -> (String, String, Double) {
        let form = /([a-z_]+)((?:\{[a-z]+="(?:[^"\\]|\\.)*"(?:,[a-z]+="(?:[^"\\]|\\.)*")*\})?) (\S+)/
        guard let match = line.wholeMatch(of: form), let value = Double(match.3) else {
            throw Malformed(line: String(line))
        }
        return (String(match.1), String(match.2), value)
    }

    private static func belongs(_ name: String, to metric: String, _ type: String?) -> Bool {
        type == "histogram" && ["_bucket", "_sum", "_count"].contains { name == metric + $0 }
    }

    subscript(sample: String) -> Double? { values[sample] }
}
