import MQTT
import Messages
import ServerSupport
import ServiceLifecycle
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(30)))
struct SessionTests {
    private struct Refusal: Error, Equatable {}

    @Test func `a persistent session gets what came while it was away`() async throws {
        try await withTestBroker { broker in
            try await running(MQTTClient(broker.configuration, "keeper", subscribing: "x", persistent: true)) {
                await $0.wait(forConnections: 1)
            }
            let texts = (0..<5000).map(String.init)
            try await publish(texts, on: "x", to: broker)
            try await running(MQTTClient(broker.configuration, "keeper", subscribing: "x", persistent: true)) { log in
                await log.wait(forMessages: texts.count)
                #expect(await log.payloads == texts)
                #expect(await log.connections == [true])
            }
        }
    }

    @Test func `who wants to hear what is kept hears it of live messages too, and others hear no flag`() async throws {
        try await withTestBroker { broker in
            let session = BusSession(
                clientID: "chooser",
                subscriptions: [.init("kept/+", options: .keepsRetained), .init("plain/+")],
                persistent: false
            )
            let client = try MQTTClient(configuration: broker.configuration, session: session, logger: .silent)
            try await running(client) { log in
                await log.wait(forConnections: 1)
                try await publish(["1"], on: "plain/x", to: broker, retained: true)
                try await publish(["2"], on: "kept/x", to: broker, retained: true)
                try await publish(["3"], on: "kept/x", to: broker)
                await log.wait(forMessages: 3)
                #expect(await log.payloads == ["1", "2", "3"])
                #expect(await log.messages.map(\.retained) == [false, true, false])
            }
        }
    }

    @Test func `who wants to hear others only does not hear its own words`() async throws {
        try await withTestBroker { broker in
            let session = BusSession(
                clientID: "listener", subscriptions: [.init("x", options: .othersOnly)], persistent: true
            )
            let client = try MQTTClient(configuration: broker.configuration, session: session, logger: .silent)
            try await running(client) { log in
                await log.wait(forConnections: 1)
                try await client.publish(Message("x", "own"))
                try await client.drained()
                try await publish(["others'"], on: "x", to: broker)
                await log.wait(forMessages: 1)
                #expect(await log.payloads == ["others'"])
            }
        }
    }

    @Test func `another session gets nothing of what came before`() async throws {
        try await withTestBroker { broker in
            try await running(MQTTClient(broker.configuration, "guest", subscribing: "x")) {
                await $0.wait(forConnections: 1)
            }
            try await publish(["missed"], on: "x", to: broker)
            let client = try MQTTClient(broker.configuration, "guest", subscribing: "x")
            try await running(client) { log in
                await log.wait(forConnections: 1)
                try await client.publish(Message("x", "heard"))
                await log.wait(forMessages: 1)
                #expect(await log.payloads == ["heard"])
            }
        }
    }

    @Test func `a batch whose handler throws is delivered again`() async throws {
        try await withTestBroker { broker in
            let first = try MQTTClient(broker.configuration, "keeper", subscribing: "x", persistent: true)
            await #expect(throws: Refusal()) {
                try await first.run { event in
                    switch event {
                    // By another client: what this one has sent may be lost with its socket, unread and not confirmed.
                    case .connected: try await publish(["1", "2", "3"], on: "x", to: broker)
                    case .received: throw Refusal()
                    case .disconnected: break
                    }
                }
            }
            try await running(MQTTClient(broker.configuration, "keeper", subscribing: "x", persistent: true)) { log in
                await log.wait(forMessages: 1)
                #expect(await log.payloads.first == "1")
                await log.wait(forMessages: 3)
                #expect(await log.payloads == ["1", "2", "3"])
            }
        }
    }

    @Test func `a handled batch is not delivered again`() async throws {
        try await withTestBroker { broker in
            let first = try MQTTClient(broker.configuration, "keeper", subscribing: "x", persistent: true)
            try await running(first) { log in
                for text in ["1", "2"] { try await first.publish(Message("x", text)) }
                await log.wait(forMessages: 2)
            }
            try await publish(["3"], on: "x", to: broker)
            try await running(MQTTClient(broker.configuration, "keeper", subscribing: "x", persistent: true)) { log in
                await log.wait(forMessages: 1)
                #expect(await log.payloads == ["3"])
            }
        }
    }

    @Test func `the will is published when the handler fails and not after a regular end`() async throws {
        try await withTestBroker { broker in
            let watcher = try MQTTClient(broker.configuration, "watcher", subscribing: "will/+")
            try await running(watcher) { log in
                await log.wait(forConnections: 1)
                let will = Message("will/regular", "gone")
                try await running(MQTTClient(broker.configuration, "regular", will: will)) {
                    await $0.wait(forConnections: 1)
                }
                let failing = try MQTTClient(broker.configuration, "failing", will: Message("will/failing", "gone"))
                await #expect(throws: Refusal()) { try await failing.run { _ in throw Refusal() } }
                await log.wait(forMessages: 1)
                #expect(await log.messages.map(\.topic) == ["will/failing"])
            }
        }
    }

    @Test func `what is let go of does not come any more`() async throws {
        try await withTestBroker { broker in
            let client = try MQTTClient(broker.configuration, "a", subscribing: "x", "y")
            try await running(client) { log in
                await log.wait(forConnections: 1)
                client.unsubscribe("x")
                try await client.publish(Message("x", "not heard"))
                try await client.publish(Message("y", "heard"))
                await log.wait(forMessages: 1)
                #expect(await log.payloads == ["heard"])
            }
        }
    }

    @Test func `the end of a run sends what is queued`() async throws {
        try await withTestBroker { broker in
            let sink = try MQTTClient(broker.configuration, "sink", subscribing: "x")
            try await running(sink) { log in
                await log.wait(forConnections: 1)
                let source = try MQTTClient(broker.configuration, "source")
                try await running(source) { sourceLog in
                    await sourceLog.wait(forConnections: 1)
                    for number in 0..<3000 { try await source.publish(Message("x", "\(number)")) }
                }
                #expect(source.counters.acknowledged == 3000)
                await log.wait(forMessages: 3000)
            }
        }
    }

    @Test func `a graceful shutdown ends the run`() async throws {
        try await withTestBroker { broker in
            let client = try MQTTClient(broker.configuration, "a")
            let service = ClientService(client: client)
            let group = ServiceGroup(services: [service], logger: .silent)
            try await withThrowingTaskGroup { tasks in
                tasks.addTask { try await group.run() }
                await service.log.wait(forConnections: 1)
                await group.triggerGracefulShutdown()
                try await tasks.waitForAll()
            }
            await #expect(throws: BusClosed.self) { try await client.publish(Message("x", "late")) }
        }
    }

    private struct ClientService: Service {
        let client: MQTTClient
        let log = EventLog()

        func run() async throws { try await client.run { await log.note($0) } }
    }
}
