import ArgumentParser
import Messages
import Simulation
import Testing
import Tracking

@testable import tagalong

@Suite struct FleetReportTests {
    private static func plan() throws -> FleetPlan {
        FleetPlan(
            trackers: 1000,
            connections: 4,
            name: try Name("fleet"),
            interval: 10,
            ramp: .milliseconds(2500),
            seed: 7,
            origin: try Coordinate(latitude: 46.0569, longitude: 14.5058),
            room: 2048,
            ring: 128,
            topics: Topics()
        )
    }

    private static func outcome() -> FleetOutcome {
        var counts = FleetCounts()
        (counts.joined, counts.published, counts.acknowledged, counts.refused) = (1000, 9000, 8990, 1)
        (counts.unacknowledged, counts.received, counts.bytes) = (9, 1000, 2_700_000)
        (counts.made, counts.sent, counts.confirmed, counts.thinned, counts.waiting) = (6010, 6000, 5990, 4, 6)
        counts.latest = 12
        var latencies = LatencyHistogram()
        for time in Int64(1)...100 { latencies.record(time * 10) }
        return FleetOutcome(
            counts: counts,
            load: counts,
            latencies: latencies,
            ended: .duration,
            seconds: 60,
            mostBacklog: 77,
            disconnects: 1
        )
    }

    @Test func `the report has these keys`() throws {
        let start = Timestamp(milliseconds: 1_777_626_000_250)
        let report = FleetReport(try Self.plan(), broker: "mqtt://sam@127.0.0.1:1883", start: start, Self.outcome())
        #expect(
            try report.json() == """
                {
                  "broker" : "mqtt://sam@127.0.0.1:1883",
                  "connections" : 4,
                  "disconnects" : 1,
                  "ended" : "duration",
                  "interval_s" : 10,
                  "joined" : 1000,
                  "latency_ms" : {
                    "max" : 1,
                    "p50" : 0.503,
                    "p95" : 0.959,
                    "p99" : 0.991
                  },
                  "latest_ms" : 12,
                  "left" : 0,
                  "lost" : 20,
                  "messages" : {
                    "acknowledged" : 8990,
                    "bytes" : 2700000,
                    "published" : 9000,
                    "received" : 1000,
                    "refused" : 1,
                    "unacknowledged" : 9
                  },
                  "most_backlog" : 77,
                  "name" : "fleet",
                  "positions" : {
                    "acknowledged" : 5990,
                    "made" : 6010,
                    "published" : 6000,
                    "thinned" : 4,
                    "waiting" : 6
                  },
                  "ramp_s" : 2.5,
                  "rates" : {
                    "acknowledged_per_s" : 149.8,
                    "published_per_s" : 150
                  },
                  "seconds" : 60,
                  "seed" : 7,
                  "skipped" : 0,
                  "started" : "2026-05-01T09:00:00.250Z",
                  "trackers" : 1000
                }

                """
        )
    }

    @Test func `who verified and who had paths has their keys too`() throws {
        var outcome = Self.outcome()
        outcome.audit = FleetAudit(try Self.plan())
        outcome.leftOut = 3
        let text = try FleetReport(try Self.plan(), broker: "", start: Timestamp(milliseconds: 0), outcome).json()
        #expect(text.contains(#""left_out" : 3"#))
        for key in ["arrived", "lost", "doubled", "unobserved"] { #expect(text.contains("    \"\(key)\" : 0")) }
    }

    @Test func `losses are told by their kind`() {
        #expect(
            FleetScreen.losses(Self.outcome()) == """
                lost 20: 9 not acknowledged, 6 not sent, 4 given up for want of space in their trackers, 1 refused by the \
                broker
                """
        )
    }

    @Test func `a line has the rates of its second`() {
        var pulse = FleetPulse()
        var counts = FleetCounts()
        (counts.joined, counts.published, counts.acknowledged, counts.unacknowledged) = (10, 100, 98, 2)
        #expect(
            pulse.line(counts, LatencyHistogram(), trackers: 20, lost: 0, down: 0, at: 1000)
                == "1 s, 10 of 20 trackers, published 100/s, acknowledged 98/s, no latency, backlog 2, lost 0"
        )
        (counts.joined, counts.published, counts.acknowledged) = (20, 150, 150)
        (counts.unacknowledged, counts.skipped) = (0, 3)
        var latencies = LatencyHistogram()
        for time in [1000, 2000, 150_000] as [Int64] { latencies.record(time) }
        #expect(
            pulse.line(counts, latencies, trackers: 20, lost: 1, down: 2, at: 3000) == """
                3 s, 20 of 20 trackers, published 25/s, acknowledged 26/s, latency 50 % 2.0 95 % 150 99 % 150 max 150 ms, \
                backlog 0, lost 1, 3 reports skipped, 2 connections down
                """
        )
        pulse.note(counts)
        #expect(pulse.mostBacklog == 0)
    }

    @Test(arguments: [
        (["--fleet", "0"], "--fleet: 1 to 1000000 trackers are expected"),
        (["--fleet", "1000000000"], "--fleet: 1 to 1000000 trackers are expected"),
        (["--fleet", "5", "--interval", "1500ms"], "--interval: whole seconds"),
        (["--fleet", "5", "--interval", "0"], "--interval: whole seconds"),
        (["--fleet", "5", "--connections", "0"], "--connections: 1 to 20000"),
        (["--fleet", "5", "--ramp", "-1s"], "--ramp"),
        (["--fleet", "5", "--duration", "0"], "--duration"),
        (["--fleet", "5", "--fleet-name", "a/b"], "--fleet-name"),
        (["--fleet", "5", "--origin", "91,0"], "--origin"),
        (["--fleet", "5", "--room", "7"], "--room: 8 to 65535"),
        (["--fleet", "5", "--ring", "1"], "--ring: 2 to 10000"),
        (["--fleet", "5", "--speed", "2"], "--speed needs a scenario file"),
        (["--fleet", "5", "--trace", "x"], "--trace needs a scenario file"),
        ([], "a scenario file is expected"),
        (["cafe.yaml", "--verify"], "--verify is for a fleet without a scenario"),
        (["cafe.yaml", "--interval", "5s"], "--interval is for a fleet without a scenario"),
    ])
    func `what makes no sense is refused`(arguments: [String], reason: String) {
        let error = #expect(throws: (any Error).self) {
            _ = try Simulate.parse(arguments + ["--broker", "mqtt://127.0.0.1"])
        }
        #expect(error.map { Simulate.message(for: $0).contains(reason) } == true, "\(error.debugDescription)")
    }

    @Test func `on a terminal a line is folded where parts end`() {
        #expect(FleetScreen.folded("12 s, 5 of 5 trackers, lost 0", to: 22) == ["12 s, 5 of 5 trackers", "lost 0"])
        #expect(FleetScreen.folded("12 s, 5 of 5 trackers, lost 0", to: 80).count == 1)
        #expect(FleetScreen.folded("12 s, 5 of 5 trackers", to: 3) == ["12 s", "5 of 5 trackers"])
    }

    @Test func `a fleet needs a broker`() {
        let error = #expect(throws: (any Error).self) { _ = try Simulate.parse(["--fleet", "5"]) }
        #expect(error.map { Simulate.message(for: $0).contains("needs --broker") } == true)
    }

    @Test func `250 trackers share a connection unless told otherwise`() throws {
        func connections(_ arguments: String...) throws -> Int {
            let command = try Simulate.parse(arguments + ["--broker", "mqtt://127.0.0.1"])
            return try command.fleetOptions.plan(trackers: command.copies, seed: 1, topics: Topics()).connections
        }
        #expect(try connections("--fleet", "250") == 1)
        #expect(try connections("--fleet", "251") == 2)
        #expect(try connections("--fleet", "10000") == 40)
        #expect(try connections("--fleet", "10", "--connections", "20") == 10)
    }
}
