import Messages
import ServerSupport
import TestSupport
import Testing

@testable import MQTT

/// A broker with several addresses, such as the nodes of a cluster.
@Suite(.timeLimit(.minutes(30)))
struct SeveralAddressesTests {
    @Test(arguments: [
        ("mqtt://a,b:1884,[::1]", "mqtt://a:1883,b:1884,[::1]:1883"),
        ("mqtts://sam@a:1,b/", "mqtts://sam@a:1,b:8883"),
    ])
    func `a URL may have several, and shows them all`(_ url: String, _ shown: String) throws {
        #expect("\(try MQTTConfiguration(url: url))" == shown)
    }

    @Test(arguments: ["mqtt://a,", "mqtt://,a", "mqtt://a,,b", "mqtt://a,b:0"])
    func `each of them has to be one`(_ url: String) {
        #expect(throws: MQTTError.self) { try MQTTConfiguration(url: url) }
    }

    @Test func `they are tried in turn, with a wait when each was tried since a session stood`() throws {
        var configuration = try MQTTConfiguration(url: "mqtt://a,b,c")
        configuration.firstPlace = 4
        var route = BrokerRoute(configuration)
        var tried: [String] = []
        var waits: [Bool] = []
        for hasStood in [false, false, false, false, true, false, false, false] {
            tried.append(route.current.host)
            waits.append(route.moveOn(afterStanding: hasStood))
        }
        #expect(tried == ["b", "c", "a", "b", "c", "a", "b", "c"])
        #expect(waits == [false, false, true, false, false, false, false, true])
        var single = BrokerRoute(MQTTConfiguration(host: "a"))
        #expect(single.moveOn(afterStanding: true) && single.current.host == "a")
    }

    @Test func `one that refuses and one that never answers are passed over, also when the connection breaks`()
        async throws
    {
        let silent = try ScriptedServer.hanging()
        try await withTestBroker { broker in
            var configuration = broker.configuration
            configuration.others = [.init(host: configuration.host, port: configuration.port)]
            (configuration.host, configuration.port) = ("127.0.0.1", 1)
            configuration.others.append(.init(host: "127.0.0.1", port: silent.configuration.port))
            configuration.answerTimeout = .seconds(1)
            let client = try MQTTClient(configuration, "a", subscribing: "x", persistent: true)
            try await running(client) { log in
                await log.wait(forConnections: 1)
                await broker.stop()
                try await broker.start()
                await log.wait(forConnections: 2)
                try await client.publish(Message("x", "there"))
                await log.wait(forMessages: 1)
                #expect(await log.connections == [false, true])
            }
        }
    }

    @Test func `there may be more subscriptions than identifiers of packets`() async throws {
        try await withTestBroker { broker in
            let client = try MQTTClient(broker.configuration, "a", subscribing: "early/0", "early/1")
            try await running(client) { log in
                await log.wait(forConnections: 1)
                client.subscribe((0..<70_000).map { .init("late/\($0)") })
                client.unsubscribe("early/0")
                for topic in ["early/1", "early/0", "late/0", "late/69999"] {
                    try await client.publish(Message(topic, topic))
                }
                await log.wait(forMessages: 3)
                #expect(await log.payloads == ["early/1", "late/0", "late/69999"])
            }
        }
    }

    @Test func `a subscription added later is in force before what is published behind it, and after a break`()
        async throws
    {
        try await withTestBroker { broker in
            let client = try MQTTClient(broker.configuration, "a", subscribing: "x")
            try await running(client) { log in
                client.subscribe([.init("y/+")])
                await log.wait(forConnections: 1)
                try await client.publish(Message("y/1", "first"))
                client.subscribe([.init("z")])
                try await client.publish(Message("z", "second"))
                await log.wait(forMessages: 2)
                await broker.stop()
                try await broker.start()
                await log.wait(forConnections: 2)
                for topic in ["y/2", "z"] { try await client.publish(Message(topic, "again")) }
                await log.wait(forMessages: 4)
                #expect(await log.payloads == ["first", "second", "again", "again"])
            }
        }
    }
}
