import Foundation
import Logging
import MQTT
import Messages
import ServerSupport
import Synchronization
import TestSupport
import Testing
import Tracking

@testable import Clouds

/// What is published for trackers behind a cloud, from a real broker to a real server.
@Suite(.timeLimit(.minutes(2)))
struct CloudCourierTests {
    private static let topics = CloudFixtures.topics
    private static let session = "test-cloud"

    private static func courier(
        _ server: TestWebServer, _ broker: TestBroker, _ counters: CloudCounters, logger: Logger = .silent
    ) throws -> CloudCourier {
        let entry = try CloudFixtures.entry(server.url)
        var configuration = broker.configuration
        configuration.batchLimit = CloudCourier.batch
        configuration.keepAlive = CloudCourier.keepAlive
        let session = CloudCourier.session(of: entry, named: session, topics)
        return CloudCourier(
            entry, topics: topics, counters: counters,
            pauses: .init(first: .milliseconds(20), most: .milliseconds(100)), clock: WallClock(), logger: logger
        ) { [configuration] in
            try MQTTClient(configuration: configuration, session: session, logger: .silent)
        }
    }

    /// What the server was sent, each as the device and the payload.
    private static func sent(_ server: TestWebServer) -> [String] {
        server.requests.map { request in
            let text = String(decoding: request.body, as: UTF8.self)
            let device = text.firstMatch(of: /"deviceids":\[(\d+)\]/).map { String($0.1) } ?? "?"
            let data = text.firstMatch(of: /"base64data":"([^"]*)"/).flatMap { Data(base64Encoded: String($0.1)) }
            return "\(device) \(String(decoding: data ?? Data(), as: UTF8.self))"
        }
    }

    private static func command(_ id: String, for tracker: String = "sam/keys", _ verb: String = "ring") -> Message {
        CloudFixtures.message("tagalong/\(tracker)/command", #"{"_type":"command","id":"\#(id)","do":"\#(verb)"}"#)
    }

    private static func ring(_ id: String, _ device: String = "1502") -> String {
        #"\#(device) {"_type":"command","id":"\#(id)","do":"ring"}"#
    }

    @Test func `a tracker is told all that it would hear by itself, and nothing else`() async throws {
        try await withTestBroker { broker in
            try await withTestWebServer(reply: { _, _ in HologramSendTests.reply(200) }) { server in
                let counters = CloudCounters()
                let courier = try Self.courier(server, broker, counters)
                let run = Task { try await courier.run() }
                defer { run.cancel() }
                try await withClient(broker) { client, _ in
                    let desired = #"{"_type":"desired","version":7,"power":"on","mode":"auto"}"#
                    try await client.publish(
                        CloudFixtures.message("tagalong/sam/keys/desired", desired, retained: true)
                    )
                    try await eventually { !server.requests.isEmpty }
                    for message in [
                        Self.command("c-1"),
                        CloudFixtures.message("tagalong/sam/keys/stored", #"{"_type":"stored","boot":3,"seq":258}"#),
                        CloudFixtures.message("owntracks/sam/keys/cmd", #"{"_type":"cmd","action":"reportLocation"}"#),
                        // None of these is for this tracker to obey.
                        CloudFixtures.message("owntracks/sam/keys/cmd", #"{"_type":"cmd","action":"restart"}"#),
                        CloudFixtures.message("tagalong/sam/keys/command", "nonsense"),
                        CloudFixtures.message("tagalong/sam/keys/state", #"{"_type":"state"}"#),
                        Self.command("c-2", for: "sam/other"),
                        Self.command("c-3", for: "sam/bike"),
                    ] { try await client.publish(message) }
                    try await eventually { Self.sent(server).contains(Self.ring("c-3", "1503")) }
                    try await eventually { Self.sent(server).count >= 5 }
                    #expect(
                        Self.sent(server).filter { $0.hasPrefix("1502") } == [
                            "1502 \(desired)", Self.ring("c-1"), #"1502 {"_type":"stored","boot":3,"seq":258}"#,
                            #"1502 {"_type":"cmd","action":"reportLocation"}"#,
                        ]
                    )
                    try await eventually { counters.counts.going == [.accepted: 5] }
                }
            }
        }
    }

    @Test func `what fails is tried again, in order, and nothing twice that was taken`() async throws {
        try await withTestBroker { broker in
            // The first is taken, the second fails three times, and then all goes well.
            let reply: @Sendable (TestWebServer.Request, Int) -> TestWebServer.Reply = { _, number in
                HologramSendTests.reply((1...3).contains(number) ? 503 : 200)
            }
            let lines = LogLines(from: .notice)
            try await withTestWebServer(reply: reply) { server in
                let counters = CloudCounters()
                try await Self.keep(broker, server)
                try await withClient(broker) { client, _ in
                    for id in ["a", "b", "c"] { try await client.publish(Self.command(id)) }
                    try await client.drained()
                }
                let courier = try Self.courier(server, broker, counters, logger: lines.logger)
                let run = Task { try await courier.run() }
                defer { run.cancel() }
                try await eventually { Self.sent(server).count >= 6 && !counters.counts.isStalled }
                #expect(Self.sent(server) == ["a", "b", "b", "b", "b", "c"].map { Self.ring($0) })
                #expect(counters.counts.going == [.accepted: 3, .retried: 3])
                #expect(lines.count(of: "commands wait on the broker: Hologram answered 503") == 1)
                #expect(lines.count(of: "commands are delivered again") == 1)
                #expect(!lines.contain("s3cr3t-key"))
            }
        }
    }

    /// Has the broker keep what is published for the courier, by a short stay of it.
    private static func keep(_ broker: TestBroker, _ server: TestWebServer) async throws {
        let session = CloudCourier.session(of: try CloudFixtures.entry(server.url), named: session, topics)
        let client = try MQTTClient(configuration: broker.configuration, session: session, logger: .silent)
        let log = BusLog()
        let run = Task { try await client.run { await log.note($0) } }
        try await eventually { await log.isConnected }
        run.cancel()
        _ = await run.result
    }

    @Test func `what was published while nobody was there is delivered, though the broker restarts`() async throws {
        try await withTestBroker { broker in
            try await withTestWebServer(reply: { _, _ in HologramSendTests.reply(200) }) { server in
                try await Self.keep(broker, server)
                try await withClient(broker) { client, _ in
                    for number in 0..<40 { try await client.publish(Self.command("c-\(number)")) }
                    try await client.drained()
                }
                try await broker.restart()
                let courier = try Self.courier(server, broker, CloudCounters())
                let run = Task { try await courier.run() }
                defer { run.cancel() }
                try await eventually { server.requests.count >= 40 }
                #expect(Self.sent(server) == (0..<40).map { Self.ring("c-\($0)") })
            }
        }
    }

    @Test func `a refusal is told, and does not hold up what follows`() async throws {
        try await withTestBroker { broker in
            let reply: @Sendable (TestWebServer.Request, Int) -> TestWebServer.Reply = { _, number in
                if number > 0 { return HologramSendTests.reply(200) }
                return HologramSendTests.reply(400, #"{"success":false,"error":"no"}"#)
            }
            let lines = LogLines(from: .error)
            try await withTestWebServer(reply: reply) { server in
                let counters = CloudCounters()
                try await Self.keep(broker, server)
                try await withClient(broker) { client, _ in
                    for id in ["a", "b"] { try await client.publish(Self.command(id)) }
                    try await client.drained()
                }
                let courier = try Self.courier(server, broker, counters, logger: lines.logger)
                let run = Task { try await courier.run() }
                defer { run.cancel() }
                try await eventually { counters.counts.going == [.refused: 1, .accepted: 1] }
                #expect(Self.sent(server) == [Self.ring("a"), Self.ring("b")])
                #expect(lines.contain("a message on tagalong/sam/keys/command is refused: Hologram answered 400: no"))
            }
        }
    }

    @Test func `a message that fails by itself is given up after five tries, and another goes on`() async throws {
        try await withTestBroker { broker in
            let reply: @Sendable (TestWebServer.Request, Int) -> TestWebServer.Reply = { request, _ in
                HologramSendTests.reply(String(decoding: request.body, as: UTF8.self).contains("[1502]") ? 500 : 200)
            }
            try await withTestWebServer(reply: reply) { server in
                let counters = CloudCounters()
                try await Self.keep(broker, server)
                try await withClient(broker) { client, _ in
                    try await client.publish(Self.command("a"))
                    try await client.publish(Self.command("b", for: "sam/bike"))
                    try await client.drained()
                }
                let courier = try Self.courier(server, broker, counters)
                let run = Task { try await courier.run() }
                defer { run.cancel() }
                try await eventually { counters.counts.going[.abandoned] == 1 && !counters.counts.isStalled }
                let sent = Self.sent(server)
                #expect(sent.count { $0 == Self.ring("a") } == CloudCourier.mostTries)
                #expect(sent.count { $0 == Self.ring("b", "1503") } == 1)
            }
        }
    }

    @Test func `what is stored is left out while the cloud cannot be had, and holds up nothing`() async throws {
        try await withTestBroker { broker in
            let reply: @Sendable (TestWebServer.Request, Int) -> TestWebServer.Reply = { _, number in
                HologramSendTests.reply(number == 0 ? 503 : 200)
            }
            try await withTestWebServer(reply: reply) { server in
                let (counters, lines) = (CloudCounters(), LogLines(from: .notice))
                let courier = try Self.courier(server, broker, counters, logger: lines.logger)
                let run = Task { try await courier.run() }
                defer { run.cancel() }
                let stored = CloudFixtures.message("tagalong/sam/keys/stored", #"{"_type":"stored","boot":3,"seq":2}"#)
                try await withClient(broker) { client, _ in
                    // Until the courier is there: what nobody has subscribed to is gone.
                    try await eventually(every: .milliseconds(20)) {
                        try await client.publish(stored)
                        return server.requests.count >= 2
                    }
                    try await client.publish(Self.command("a"))
                }
                try await eventually { Self.sent(server).contains(Self.ring("a")) }
                #expect(counters.counts.going[.abandoned] == 1 && counters.counts.going[.retried] == nil)
                #expect(lines.count(of: "what is stored cannot be told to a tracker: Hologram answered 503") == 1)
                #expect(!counters.counts.isStalled)
            }
        }
    }

    @Test func `the desired state that the broker keeps is not told again with each connection`() async throws {
        try await withTestBroker { broker in
            try await withTestWebServer(reply: { _, _ in HologramSendTests.reply(200) }) { server in
                let courier = try Self.courier(server, broker, CloudCounters())
                let run = Task { try await courier.run() }
                defer { run.cancel() }
                func publish(_ version: Int) async throws {
                    let desired = #"{"_type":"desired","version":\#(version)}"#
                    try await withClient(broker) { client, _ in
                        try await client.publish(
                            CloudFixtures.message("tagalong/sam/keys/desired", desired, retained: true)
                        )
                        try await client.drained()
                    }
                }
                try await publish(1)
                try await eventually { server.requests.count == 1 }
                try await broker.restart()
                try await publish(2)
                try await eventually { server.requests.count >= 2 }
                #expect(Self.sent(server).map { $0.suffix(2) } == ["1}", "2}"])
            }
        }
    }
}
