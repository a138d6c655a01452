import Broker
import MQTT
import Messages
import ServerSupport
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(30)))
struct TroubleTests {
    @Test func `a refused connection is told once`() async throws {
        let configuration = try await unusedPort()
        let client = try MQTTClient(configuration, "a")
        try await running(client) { log in
            await log.wait { $0.reasons.count == 1 }
            #expect(await log.reasons == ["\(configuration.address) refuses the connection"])
        }
        #expect(client.counters.reconnects == 0)
    }

    @Test func `an unknown host is named`() async throws {
        try await running(MQTTClient(MQTTConfiguration(host: "no.such.host.invalid"), "a")) { log in
            await log.wait { $0.reasons.count == 1 }
            #expect(await log.reasons == ["cannot resolve host \"no.such.host.invalid\""])
        }
    }

    @Test(arguments: [("tagalong", Secret("wrong"), "refuses user \"tagalong\""), (nil, nil, "wants a user name")])
    func `a refused user is named`(user: String?, password: Secret?, words: String) async throws {
        try await withTestBroker(isAnonymous: false) { broker in
            var configuration = broker.configuration
            (configuration.username, configuration.password) = (user, password)
            try await running(MQTTClient(configuration, "a")) { log in
                await log.wait { $0.reasons.count == 1 }
                #expect(await log.reasons.first?.contains(words) == true)
            }
        }
    }

    @Test func `the generated password opens the broker`() async throws {
        try await withTestBroker(isAnonymous: false) { broker in
            let configuration = try #require(PrivateBroker.connection(in: broker.directory))
            #expect(configuration == broker.configuration)
            try await running(MQTTClient(configuration, "a")) { log in
                await log.wait(forConnections: 1)
                #expect(await log.reasons.isEmpty)
            }
        }
    }

    @Test(
        arguments: [
            (0x8E, "another client took over the session \"a\" at "),
            (0x8B, "ended the connection: server shutting down"),
        ] as [(UInt8, String)]
    )
    func `the broker's reason for a farewell is told`(code: UInt8, words: String) async throws {
        // CONNACK without properties, then DISCONNECT with a reason code.
        let server = try ScriptedServer(saying: [0x20, 0x03, 0x00, 0x00, 0x00, 0xE0, 0x01, code])
        try await running(MQTTClient(server.configuration, "a")) { log in
            await log.wait { !$0.reasons.isEmpty }
            #expect(await log.reasons.first?.contains(words) == true)
        }
    }

    @Test func `a server that does not answer is given up`() async throws {
        let server = try ScriptedServer(saying: [])
        var configuration = server.configuration
        configuration.answerTimeout = .milliseconds(100)
        try await running(MQTTClient(configuration, "a")) { log in
            await log.wait { !$0.reasons.isEmpty }
            #expect(await log.reasons == ["\(configuration.address) does not answer as a broker does"])
        }
    }

    @Test func `what the broker did not confirm is sent again, but for what its publisher sees to`() async throws {
        // CONNACK, and no word more.
        let server = try ScriptedServer(saying: [0x20, 0x03, 0x00, 0x00, 0x00])
        let session = BusSession(clientID: "a", subscriptions: [], persistent: true, unrepeated: ["mine/"])
        let client = try MQTTClient(configuration: server.configuration.impatient, session: session, logger: .silent)
        try await running(client) { log in
            await log.wait(forConnections: 1)
            for topic in ["one", "mine/two", "three", "mine/four", "five"] {
                try await client.publish(Message(topic, "."))
            }
            try await eventually { server.hear().contains("five") }
            server.hangUp()
            await log.wait(forConnections: 2)
            try await client.publish(Message("mine/six", "."))
            try await eventually { server.hear().contains("six") }
            #expect(server.hear().contains(/one\..*three\..*five\..*mine\/six/))
            #expect(!server.hear().contains(/two|four/))
            #expect(client.counters.queued == 4)
        }
    }

    @Test func `what a broker had said before it hung up is heard`() async throws {
        // CONNACK, then twenty messages of quality 1 on "x", each with its number as payload.
        let messages = (UInt8(1)...20).map { [0x32, 0x07, 0x00, 0x01, 0x78, 0x00, $0, 0x00, $0] as [UInt8] }
        let server = try ScriptedServer(saying: [0x20, 0x03, 0x00, 0x00, 0x00] + messages.joined())
        var configuration = server.configuration
        configuration.batchLimit = 1
        let session = BusSession(clientID: "a", subscriptions: [], persistent: false)
        let client = try MQTTClient(configuration: configuration, session: session, logger: .silent)
        let log = EventLog()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await client.run { event in
                    // The acknowledgement of the first is still to be sent.
                    if case .received = event { server.hangUp() }
                    await log.note(event)
                }
            }
            await log.wait { !$0.reasons.isEmpty }
            group.cancelAll()
            try await group.waitForAll()
        }
        #expect(await log.messages.prefix(20).map(\.payload) == (UInt8(1)...20).map { [$0] })
    }

    @Test func `an attempt to connect that hangs does not hold up the end`() async throws {
        let server = try ScriptedServer.hanging()
        let client = try MQTTClient(server.configuration, "a")
        try await running(client) { log in
            // Nothing tells that the attempt is under way; the run must end at any moment.
            try await Task.sleep(for: .milliseconds(100))
            #expect(await log.reasons.isEmpty)
        }
        await #expect(throws: BusClosed.self) { try await client.publish(Message("x", "late")) }
    }

    @Test func `a setting that cannot be used ends the run with the reason`() async throws {
        var configuration = MQTTConfiguration(host: "127.0.0.1", tls: .init(authorities: "/no/such/file"))
        let encrypted = try MQTTClient(configuration, "a")
        let unreadable = MQTTError.badSetting("cannot read /no/such/file for the encryption")
        await #expect(throws: unreadable) { try await encrypted.run { _ in } }
        configuration.keepAlive = .seconds(1)
        #expect(throws: MQTTError.self) { try MQTTClient(configuration, "a") }
        #expect(throws: MQTTError.self) { try MQTTClient(MQTTConfiguration(host: "h"), "") }
    }

    @Test func `a filter that is none ends the run with the reason`() async throws {
        try await withTestBroker { broker in
            let client = try MQTTClient(broker.configuration, "a", subscribing: "x/#/y")
            await #expect(throws: MQTTError.badSetting("\"x/#/y\" is no topic filter")) {
                try await client.run { _ in }
            }
        }
    }

    @Test func `a refused subscription is named`() async throws {
        // CONNACK, then SUBACK for packet 1 with "not authorized".
        let server = try ScriptedServer(saying: [0x20, 0x03, 0x00, 0x00, 0x00, 0x90, 0x04, 0x00, 0x01, 0x00, 0x87])
        try await running(MQTTClient(server.configuration, "a", subscribing: "secret/#")) { log in
            await log.wait { !$0.reasons.isEmpty }
            #expect(await log.reasons == ["the broker refuses to subscribe \"secret/#\": not authorized"])
            #expect(await log.connections.isEmpty)
        }
    }

    @Test func `among several subscriptions the refused one is named`() async throws {
        let server = try ScriptedServer(saying: [0x20, 3, 0, 0, 0, 0x90, 6, 0, 1, 0, 1, 0x87, 1])
        try await running(MQTTClient(server.configuration, "a", subscribing: "x", "secret/#", "y")) { log in
            await log.wait { !$0.reasons.isEmpty }
            #expect(await log.reasons == ["the broker refuses to subscribe \"secret/#\": not authorized"])
        }
    }

    @Test func `an answer for fewer subscriptions than were asked for, or for more, is none`() async throws {
        for codes in [[1], [1, 1, 1]] as [[UInt8]] {
            let answer = [0x90, UInt8(3 + codes.count), 0, 1, 0] + codes
            let server = try ScriptedServer(saying: [0x20, 3, 0, 0, 0] + answer)
            try await running(MQTTClient(server.configuration, "a", subscribing: "x", "y")) { log in
                await log.wait { !$0.reasons.isEmpty }
                #expect(await log.reasons[0].contains("the broker does not answer for each subscription"))
                #expect(await log.connections.isEmpty)
            }
        }
    }

    @Test func `a broker that restarts in mid-stream loses nothing`() async throws {
        try await withTestBroker { broker in
            let sink = try MQTTClient(broker.configuration, "sink", subscribing: "x", persistent: true)
            let source = try MQTTClient(broker.configuration, "source", persistent: true)
            try await running(sink) { log in
                await log.wait(forConnections: 1)
                try await running(source) { _ in
                    for number in 0..<6000 {
                        try await source.publish(Message("x", "\(number)"))
                        if number == 3000 { await broker.stop() }
                        if number == 5000 { try await broker.start() }
                    }
                    try await source.drained()
                }
                await log.wait { Set($0.payloads).count == 6000 }
                #expect(await log.connections == [false, true])
                #expect(await log.reasons.count == 1)
                #expect(inOrderOfFirstArrival(await log.payloads) == (0..<6000).map(String.init))
            }
            #expect(sink.counters.reconnects == 1)
            #expect(source.counters.acknowledged == 6000)
        }
    }

    @Test func `a killed broker is found again`() async throws {
        try await withTestBroker { broker in
            let client = try MQTTClient(broker.configuration, "a", subscribing: "x")
            try await running(client) { log in
                await log.wait(forConnections: 1)
                await broker.kill()
                await log.wait { $0.reasons.count == 1 }
                try await client.publish(Message("x", "meanwhile"))
                try await client.publish(Message("x", "dropped", .atMostOnce))
                try await broker.start()
                await log.wait(forMessages: 1)
                #expect(await log.payloads == ["meanwhile"])
            }
            #expect(client.counters.dropped == 1)
        }
    }

    /// The texts without those seen before: quality 1 may deliver twice.
    private func inOrderOfFirstArrival(_ texts: [String]) -> [String] {
        var seen: Set<String> = []
        return texts.filter { seen.insert($0).inserted }
    }
}
