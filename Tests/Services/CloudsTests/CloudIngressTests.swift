import Foundation
import Logging
import MQTT
import Messages
import ServerSupport
import TestSupport
import Testing
import Tracking

@testable import Clouds

/// What clouds pass on, at a real broker.
@Suite(.timeLimit(.minutes(5)))
struct CloudIngressTests {
    private struct Bench {
        let ingress: CloudIngress
        let counters: CloudCounters
        let broker: TestBroker

        func receive(
            _ body: [UInt8], token: String = CloudFixtures.token
        ) async throws(CloudRefusal)
            -> CloudIngress.Outcome
        {
            try await ingress.receive(body, from: "hologram", token: token)
        }

        /// Sends a body until the broker is there.
        func receiveOnceConnected(_ body: [UInt8]) async throws {
            try await eventually {
                do throws(CloudRefusal) { _ = try await receive(body) } catch {
                    if case .unavailable = error { return false }
                    throw error
                }
                return true
            }
        }
    }

    private func withIngress(_ logger: Logger = .silent, _ body: (Bench) async throws -> Void) async throws {
        try await withTestBroker { broker in
            let client = try MQTTClient(
                configuration: broker.configuration, session: CloudIngress.session(named: "way-in"), logger: .silent
            )
            let counters = CloudCounters()
            let ingress = CloudIngress(
                [(try CloudFixtures.entry(), counters)], topics: CloudFixtures.topics, clock: WallClock(),
                logger: logger, bus: client
            ) { client.counters.dropped }
            let run = Task { try await ingress.run() }
            defer { run.cancel() }
            try await body(Bench(ingress: ingress, counters: counters, broker: broker))
        }
    }

    @Test func `a webhook is on the bus when it is answered, once for each time it came`() async throws {
        try await withIngress { bench in
            try await withClient(bench.broker, hearing: ["#"]) { _, heard in
                try await bench.receiveOnceConnected(try CloudFixtures.recorded("router"))
                let (log, keys) = (try CloudFixtures.recorded("log"), try CloudFixtures.device("sam/keys"))
                let outcome = try await bench.receive(log)
                #expect(outcome == .published(keys))
                try await eventually { await heard.messages.count >= 2 }
                let messages = await heard.messages
                #expect(messages.map(\.topic) == ["owntracks/sam/keys", "owntracks/sam/keys"])
                #expect(messages.allSatisfy { $0.payload == Array(CloudFixtures.location.utf8) })
                #expect(bench.counters.counts.coming[.published] == 2)
            }
        }
    }

    @Test func `it is kept by the broker as a tracker's own is`() async throws {
        try await withIngress { bench in
            try await bench.receiveOnceConnected(CloudFixtures.body(CloudFixtures.location.utf8))
            try await withClient(bench.broker, hearing: ["owntracks/#"]) { _, log in
                try await eventually { await log.messages.contains { $0.retained } }
            }
        }
    }

    @Test func `while the broker is away a webhook is to be sent again`() async throws {
        try await withIngress { bench in
            try await bench.receiveOnceConnected(try CloudFixtures.recorded("router"))
            await bench.broker.stop()
            var sentences: Set<String> = []
            let body = try CloudFixtures.recorded("log")
            for _ in 0..<2 {
                do throws(CloudRefusal) { _ = try await bench.receive(body) } catch {
                    sentences.insert("\(error)")
                }
            }
            #expect(sentences.allSatisfy { $0.hasSuffix("; it is to be sent again later") } && !sentences.isEmpty)
            #expect((bench.counters.counts.coming[.unavailable] ?? 0) >= 2)
            try await bench.broker.start()
            try await bench.receiveOnceConnected(try CloudFixtures.recorded("log"))
        }
    }

    @Test func `wrong tokens and other clouds are told the same`() async throws {
        try await withIngress { bench in
            let body = try CloudFixtures.recorded("router")
            await #expect(throws: CloudRefusal.noCloud) { try await bench.receive(body, token: "") }
            await #expect(throws: CloudRefusal.noCloud) {
                try await bench.ingress.receive(body, from: "soracom", token: CloudFixtures.token)
            }
            #expect(bench.ingress.knows("hologram", token: CloudFixtures.token))
            #expect(!bench.ingress.knows("hologram", token: CloudFixtures.token.uppercased()))
            #expect(bench.counters.counts.coming == [:])
        }
    }

    @Test func `a device that is nobody's tracker is counted, and told of once`() async throws {
        let lines = LogLines(from: .warning)
        try await withIngress(lines.logger) { bench in
            for _ in 0..<3 {
                await #expect(throws: CloudRefusal.unknownDevice("9")) {
                    try await bench.receive(CloudFixtures.body([1], device: 9))
                }
            }
            #expect(bench.counters.counts.coming == [.unknown: 3])
            #expect(lines.count(of: "device 9 is not among the 'devices' of this cloud in clouds.yaml") == 1)
        }
    }

    @Test func `what is the cloud's own is no mistake, and goes nowhere`() async throws {
        try await withIngress { bench in
            let own = CloudFixtures.body("IMEI changed".utf8, tags: ["_IMEI_CHANGE_"])
            let outcome = try await bench.receive(own)
            #expect(outcome == .ignored)
            await #expect(throws: CloudRefusal.self) { try await bench.receive(CloudFixtures.body("hello".utf8)) }
            #expect(bench.counters.counts.coming == [.ignored: 1, .refused: 1])
        }
    }
}
