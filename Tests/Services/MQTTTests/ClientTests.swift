import MQTT
import Messages
import ServerSupport
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(30)))
struct ClientTests {
    @Test(arguments: [QualityOfService.atMostOnce, .atLeastOnce])
    func `what is published comes back whole`(quality: QualityOfService) async throws {
        try await withTestBroker { broker in
            let client = try MQTTClient(broker.configuration, "a", subscribing: "x/+")
            let sent = [Message("x/1", "ü", quality), Message("x/2", "", quality), Message("y", "no", quality)]
            try await running(client) { log in
                await log.wait(forConnections: 1)
                for message in sent { try await client.publish(message) }
                await log.wait(forMessages: 2)
                #expect(await log.messages == Array(sent.prefix(2)))
                #expect(await log.connections == [false])
            }
            #expect(client.counters.received == 2)
            #expect(client.counters.published == 3)
            #expect(client.counters.acknowledged == (quality == .atLeastOnce ? 3 : 0))
            #expect(client.counters.queued == 0)
        }
    }

    @Test func `whoever wants to know is told as soon as the broker has acknowledged`() async throws {
        try await withTestBroker { broker in
            let (settled, teller) = AsyncStream.makeStream(of: Int.self)
            let session = BusSession(clientID: "a", subscriptions: [], persistent: false)
            let client = try MQTTClient(configuration: broker.configuration, session: session, logger: .silent) {
                acknowledged, refused in
                teller.yield(refused == 0 ? acknowledged : -1000)
            }
            try await running(client) { _ in
                for number in 0..<50 {
                    try await client.publish(Message("x", "\(number)", number % 5 == 0 ? .atMostOnce : .atLeastOnce))
                }
                var count = 0
                for await more in settled {
                    count += more
                    if count >= 40 || count < 0 { break }
                }
                #expect(count == 40)
            }
        }
    }

    @Test func `a retained message is told as such to a later subscriber`() async throws {
        try await withTestBroker { broker in
            try await publish(["kept"], on: "x", to: broker, retained: true)
            let client = try MQTTClient(broker.configuration, "late", subscribing: "x")
            try await running(client) { log in
                await log.wait(forMessages: 1)
                #expect(await log.messages == [Message("x", "kept", retained: true)])
            }
        }
    }

    @Test func `a message published before the run is sent when it connects`() async throws {
        try await withTestBroker { broker in
            let client = try MQTTClient(broker.configuration, "a", subscribing: "x")
            try await client.publish(Message("x", "sure"))
            try await client.publish(Message("x", "dropped", .atMostOnce))
            try await running(client) { log in
                await log.wait(forMessages: 1)
                #expect(await log.payloads == ["sure"])
            }
            #expect(client.counters.dropped == 1)
        }
    }

    @Test func `the handler may publish more than the queue holds`() async throws {
        try await withTestBroker { broker in
            var configuration = broker.configuration
            configuration.queueLimit = 2
            let session = BusSession(clientID: "a", subscriptions: [.init("x")], persistent: false)
            let client = try MQTTClient(configuration: configuration, session: session, logger: .silent)
            let log = EventLog()
            await withThrowingTaskGroup { group in
                group.addTask {
                    try await client.run { event in
                        if case .connected = event {
                            for number in 0..<10 { try await client.publish(Message("x", "\(number)")) }
                        }
                        await log.note(event)
                    }
                }
                await log.wait(forMessages: 10)
                group.cancelAll()
            }
            #expect(await log.payloads == (0..<10).map(String.init))
        }
    }

    @Test func `a publisher waits while the queue is full and goes on when there is room`() async throws {
        try await withTestBroker { broker in
            var configuration = broker.configuration
            configuration.queueLimit = 3
            let session = BusSession(clientID: "a", subscriptions: [.init("x")], persistent: false)
            let client = try MQTTClient(configuration: configuration, session: session, logger: .silent)
            let publishing = Task {
                for number in 0..<500 { try await client.publish(Message("x", "\(number)")) }
            }
            while client.counters.queued < 3 { await Task.yield() }
            #expect(client.counters.published == 3)
            try await running(client) { log in
                await log.wait(forMessages: 500)
                #expect(await log.payloads == (0..<500).map(String.init))
            }
            try await publishing.value
        }
    }

    @Test func `a cancelled publisher does not wait and its message is not lost`() async throws {
        try await withTestBroker { broker in
            var configuration = broker.configuration
            configuration.queueLimit = 1
            let session = BusSession(clientID: "a", subscriptions: [.init("x")], persistent: false)
            let client = try MQTTClient(configuration: configuration, session: session, logger: .silent)
            try await client.publish(Message("x", "first"))
            let publishing = Task { try await client.publish(Message("x", "second")) }
            publishing.cancel()
            try await publishing.value
            #expect(client.counters.queued == 2)
        }
    }

    @Test func `a message no broker would take is dropped and the rest is sent`() async throws {
        try await withTestBroker { broker in
            let client = try MQTTClient(broker.configuration, "a", subscribing: "x")
            try await running(client) { log in
                for topic in ["x/#", "", "x\0y"] { try await client.publish(Message(topic, "bad")) }
                try await client.publish(Message("x", "good"))
                try await client.drained()
                await log.wait(forMessages: 1)
            }
            #expect(client.counters.dropped == 3)
            #expect(client.counters.acknowledged == 1)
        }
    }

    @Test func `after the run nothing can be published and it cannot be repeated`() async throws {
        try await withTestBroker { broker in
            let client = try MQTTClient(broker.configuration, "a")
            try await running(client) { await $0.wait(forConnections: 1) }
            await #expect(throws: BusClosed.self) { try await client.publish(Message("x", "late")) }
            await #expect(throws: MQTTError.alreadyRun) { try await client.run { _ in } }
        }
    }

    @Test func `the handler cannot wait for the queue it fills`() async throws {
        try await withTestBroker { broker in
            let client = try MQTTClient(broker.configuration, "a")
            await #expect(throws: MQTTError.drainedInHandler) {
                try await client.run { _ in try await client.drained() }
            }
        }
    }

    @Test func `a burst arrives whole and in order`() async throws {
        try await withTestBroker { broker in
            let client = try MQTTClient(broker.configuration, "sink", subscribing: "burst")
            let texts = (0..<20_000).map(String.init)
            try await running(client) { log in
                await log.wait(forConnections: 1)
                try await publish(texts, on: "burst", to: broker)
                await log.wait(forMessages: texts.count)
                #expect(await log.payloads == texts)
                #expect(await log.batches.allSatisfy { $0 <= 2000 })
            }
        }
    }

    /// 2,000 messages of 1 MB had been one batch, and 1.8 GB.
    @Test func `a batch ends with its bytes, too`() async throws {
        try await withTestBroker { broker in
            var configuration = broker.configuration
            configuration.batchBytes = 2000
            let client = try MQTTClient(configuration, "sink", subscribing: "burst")
            let texts = (1000..<1300).map { String(repeating: "x", count: 600) + "\($0)" }
            try await running(client) { log in
                await log.wait(forConnections: 1)
                try await publish(texts, on: "burst", to: broker)
                await log.wait(forMessages: texts.count)
                #expect(await log.payloads == texts)
                #expect(await log.batches.allSatisfy { $0 <= 4 })
            }
        }
    }
}
