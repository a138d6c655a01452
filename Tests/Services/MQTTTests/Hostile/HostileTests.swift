import Glibc
import MQTT
import Messages
import Synchronization
import TestSupport
import Testing

/// Brokers that do what no broker should, or what few do.
@Suite(.timeLimit(.minutes(30)))
struct HostileTests {
    private static let accepted: [UInt8] = [0x20, 3, 0, 0, 0]

    private func reasons(_ configuration: MQTTConfiguration, persistent: Bool = false) async throws -> [String] {
        try await running(MQTTClient(configuration, "a", persistent: persistent)) { log in
            await log.wait { !$0.reasons.isEmpty }
            return await log.reasons
        }
    }

    /// PUBLISH of quality 1 on "x".
    private static func message(_ identifier: UInt16, _ text: String) -> [UInt8] {
        let payload = Array(text.utf8)
        return [0x32, UInt8(6 + payload.count), 0, 1, 0x78] + bytes(identifier) + [0] + payload
    }

    private static func bytes(_ number: UInt16) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 0xFF)] }

    @Test func `an answer that comes byte by byte`() async throws {
        let broker = try PlayedBroker { client in
            client.awaitConnect()
            for byte in Self.accepted + Self.message(1, "whole") { client.send([byte]) }
            client.awaitEnd()
        }
        try await running(MQTTClient(broker.configuration, "a")) { log in
            await log.wait(forMessages: 1)
            #expect(await log.payloads == ["whole"])
            #expect(await log.reasons.isEmpty)
        }
    }

    @Test(
        arguments: [
            "SSH-2.0-OpenSSH_9.2\r\n", "HTTP/1.1 400 Bad Request\r\n\r\n", "220 mail.example ESMTP\r\n",
            "\u{16}\u{3}\u{1}\0\0", "\0", "@\u{2}\0\u{1}", "0\u{3}\0\u{1}x",
        ]
    )
    func `what is no broker does not answer as one`(words: String) async throws {
        let server = try PlayedBroker { client in
            client.awaitConnect()
            client.send(Array(words.utf8))
            client.closeHalf()
            client.awaitEnd()
        }
        #expect(
            try await reasons(server.configuration) == [
                "\(server.configuration.address) does not answer as a broker does"
            ])
    }

    @Test(
        arguments: [
            ([0x20, 2, 0, 1], "refuses the session: unsupported protocol version"),
            ([0x20, 2, 0, 5], "wants a user name and a password"),
            ([0x20, 3, 0, 0x8A, 0], "refuses the session: banned"),
            ([0x20, 3, 0, 0x86, 0], "wants a user name and a password"),
            ([0x20, 8, 0, 0x9C, 5, 0x1C, 0, 2, 0x68, 0x69], "refuses the session: use another server"),
            ([0x20, 3, 0, 0, 0, 0xE0, 1, 0x98], "ended the connection: administrative action"),
            (
                [0x20, 3, 0, 0, 0, 0xE0, 9, 0x9D, 7, 0x1C, 0, 4, 0x68, 0x69, 0x3A, 0x31],
                "ended the connection: server moved"
            ),
            ([0x20, 3, 0, 0, 0, 0xE0, 0], "broke"),
            (
                [0x20, 3, 0, 0, 0, 0x20, 3, 0, 0, 0],
                "failed: the broker breaks MQTT's rules, as the broker has answered twice"
            ),
            ([0x20, 3, 0, 0, 0, 0x34, 6, 0, 1, 0x78, 0, 1, 0], "a message is of a quality that was not asked for"),
        ] as [([UInt8], String)]
    )
    func `why there is no connection is told`(answer: [UInt8], words: String) async throws {
        let broker = try PlayedBroker { client in
            client.awaitConnect()
            client.send(answer)
            client.awaitEnd()
        }
        let told = try await reasons(broker.configuration)
        #expect(told.count == 1 && told[0].hasSuffix(words), "\(told)")
    }

    @Test func `an identifier that is used again is another message`() async throws {
        let broker = try PlayedBroker { client in
            client.awaitConnect()
            client.send(Self.accepted + Self.message(7, "1") + Self.message(7, "2") + Self.message(7, "3"))
            var heard: [UInt8] = []
            client.hear(until: [0x40, 2, 0, 7, 0x40, 2, 0, 7, 0x40, 2, 0, 7], in: &heard)
            client.send(Self.message(8, "last"))
            client.awaitEnd()
        }
        try await running(MQTTClient(broker.configuration, "a")) { log in
            await log.wait(forMessages: 4)
            #expect(await log.payloads == ["1", "2", "3", "last"])
        }
    }

    @Test func `a broker that takes one message at a time gets one at a time`() async throws {
        let most = Mutex(0)
        let broker = try PlayedBroker { client in
            client.accept(properties: [0x21, 0, 1])
            var heard: [UInt8] = []
            // Each is 11 bytes: head, length, topic "x", identifier, properties, payload of three digits.
            while true {
                while heard.count < 11 {
                    let more = client.receive()
                    guard !more.isEmpty else { return }
                    heard += more
                }
                guard heard[0] == 0x32 else { return }
                most.withLock { $0 = max($0, heard.count / 11) }
                client.send([0x40, 2, heard[5], heard[6]])
                heard.removeFirst(11)
            }
        }
        let client = try MQTTClient(broker.configuration, "a")
        try await running(client) { log in
            for number in 100..<200 { try await client.publish(Message("x", "\(number)")) }
            try await client.drained()
            #expect(client.counters.acknowledged == 100)
        }
        #expect(most.withLock(\.self) == 1)
    }

    @Test func `a message longer than the broker takes is dropped, and others are sent`() async throws {
        let broker = try PlayedBroker { client in
            client.accept(properties: [0x27, 0, 0, 0, 50, 0x25, 0])
            var heard: [UInt8] = []
            // Kept by nobody, as the broker keeps nothing.
            guard client.hear(until: [0x32, 10, 0, 1, 0x78], in: &heard) else { return }
            let place = heard.firstRange(of: [0x32, 10, 0, 1, 0x78])?.upperBound ?? 0
            client.send([0x40, 2, heard[place], heard[place + 1]])
            client.awaitEnd()
        }
        let client = try MQTTClient(broker.configuration, "a")
        try await running(client) { log in
            await log.wait(forConnections: 1)
            try await client.publish(Message("x", String(repeating: "long", count: 20)))
            try await client.publish(Message("x", String(repeating: "long", count: 20), .atMostOnce))
            try await client.publish(Message("x", "good", retained: true))
            try await client.drained()
        }
        #expect(client.counters.dropped == 2)
        #expect(client.counters.acknowledged == 1)
    }

    @Test func `what the next broker does not take any more is given up, and the rest is sent`() async throws {
        let broker = try PlayedBroker(
            { client in
                client.accept()
                var heard: [UInt8] = []
                client.hear(until: Array("short".utf8), in: &heard)
                client.hangUp()
            },
            { client in
                client.accept(properties: [0x27, 0, 0, 0, 50])
                var heard: [UInt8] = []
                client.hear(until: Array("short".utf8), in: &heard)
                #expect(heard.firstRange(of: Array("long".utf8)) == nil)
                let place = (heard.firstRange(of: Array("short".utf8))?.lowerBound ?? 3) - 3
                client.send([0x40, 2, heard[place], heard[place + 1]])
                client.awaitEnd()
            }
        )
        let client = try MQTTClient(broker.configuration, "a", persistent: true)
        try await running(client) { log in
            try await client.publish(Message("x", String(repeating: "long", count: 20)))
            try await client.publish(Message("x", "short"))
            try await client.drained()
        }
        #expect(client.counters.dropped == 1)
        #expect(client.counters.acknowledged == 1)
    }

    @Test func `a message sent again says so only where the session was kept`() async throws {
        let heads = Mutex<[UInt8]>([])
        let act = { @Sendable (resumed: Bool, answers: Bool) -> PlayedBroker.Act in
            { client in
                client.accept(resumed: resumed)
                var heard: [UInt8] = []
                guard client.hear(until: Array("text".utf8), in: &heard) else { return }
                heads.withLock { $0.append(heard[0]) }
                if answers { client.send([0x40, 2, heard[5], heard[6]]) } else { client.hangUp() }
                client.awaitEnd()
            }
        }
        let broker = try PlayedBroker(act(false, false), act(true, false), act(false, false), act(true, true))
        let client = try MQTTClient(broker.configuration, "a", persistent: true)
        try await running(client) { _ in
            try await client.publish(Message("x", "text"))
            try await client.drained()
        }
        #expect(heads.withLock(\.self) == [0x32, 0x3A, 0x32, 0x3A])
    }

    @Test func `when the handler has failed what was published is heard of to its end, and nothing is acknowledged`()
        async throws
    {
        let last = Mutex<[UInt8]?>(nil)
        let broker = try PlayedBroker { client in
            client.accept()
            var heard: [UInt8] = []
            guard client.hear(until: Array("text".utf8), in: &heard) else { return }
            client.send(Self.message(1, "bad"))
            // As a cluster of brokers that is busy, and goes on giving out what it has.
            client.send(Self.message(2, "next") + [0x40, 2, heard[5], heard[6]])
            let end = client.awaitEnd()
            last.withLock { $0 = end }
        }
        let client = try MQTTClient(broker.configuration, "a", persistent: true)
        try await client.publish(Message("x", "text"))
        let log = EventLog()
        await #expect(throws: PlayedBroker.Failure.self) {
            try await client.run { event in
                await log.note(event)
                if case .received = event { throw PlayedBroker.Failure() }
            }
        }
        #expect(await log.payloads.first == "bad")
        #expect(client.counters.acknowledged == 1)
        while last.withLock({ $0 == nil }) { try await Task.sleep(for: .milliseconds(1)) }
        #expect(last.withLock(\.self) == [])
    }

    @Test func `a half-closed connection ends, and what came before is handled but not lost`() async throws {
        let broker = try PlayedBroker(
            { client in
                client.awaitConnect()
                client.send(Self.accepted + Self.message(1, "before"))
                client.closeHalf()
                client.awaitEnd()
            },
            { client in
                client.accept()
                client.awaitEnd()
            }
        )
        try await running(MQTTClient(broker.configuration, "a", persistent: true)) { log in
            await log.wait(forConnections: 2)
            #expect(await log.payloads == ["before"])
            #expect(await log.reasons == ["the connection to \(broker.configuration.address) broke"])
        }
    }

    @Test(arguments: [1, 2, 4, 7, 9])
    func `a broker that dies in the middle of a packet is found again`(cut: Int) async throws {
        let broker = try PlayedBroker(
            { client in
                client.awaitConnect()
                client.send(Self.accepted + Self.message(1, "one") + Self.message(2, "two").prefix(cut))
                client.hangUp()
            },
            { client in
                client.awaitConnect()
                client.send([0x20, 3, 1, 0, 0] + Self.message(2, "two"))
                client.awaitEnd()
            }
        )
        try await running(MQTTClient(broker.configuration, "a", persistent: true)) { log in
            await log.wait(forMessages: 2)
            #expect(await log.payloads == ["one", "two"])
            #expect(await log.connections == [false, true])
        }
    }

    @Test func `a flood before the broker answers for the subscription is handled`() async throws {
        let count = 100_000
        let broker = try PlayedBroker { client in
            client.awaitConnect()
            var flood = Self.accepted
            for number in 0..<count { flood += [0x31, 10, 0, 1, 0x78, 0] + Array("\(100_000 + number)".utf8) }
            client.send(flood + [0x90, 4, 0, 1, 0, 1])
            client.awaitEnd()
        }
        try await running(MQTTClient(broker.configuration, "a", subscribing: "x")) { log in
            await log.wait(forMessages: count)
            #expect(await log.payloads == (0..<count).map { "\(100_000 + $0)" })
            #expect(await log.batches.allSatisfy { $0 <= 2000 })
        }
    }

    @Test func `what is held back until the session stands is not acknowledged when the run ends`() async throws {
        let heard = Mutex<[UInt8]?>(nil)
        let sent = Mutex(false)
        let broker = try PlayedBroker { client in
            client.awaitConnect()
            // No answer for the subscription.
            client.send(Self.accepted + Self.message(1, "held"))
            sent.withLock { $0 = true }
            let rest = client.awaitEnd()
            heard.withLock { $0 = rest }
        }
        let client = try MQTTClient(broker.configuration, "a", subscribing: "x", persistent: true)
        try await running(client) { _ in
            try await eventually { sent.withLock(\.self) }
            // It has been read by then, mostly.
            try await Task.sleep(for: .milliseconds(50))
        }
        try await eventually { heard.withLock { $0 != nil } }
        #expect(heard.withLock(\.self)?.firstRange(of: [0x40, 2, 0, 1]) == nil)
    }

    @Test func `a message of many megabytes is heard`() async throws {
        let payload = [UInt8](repeating: 0x2E, count: 5 << 20)
        let broker = try PlayedBroker { client in
            client.awaitConnect()
            // 5,242,884 bytes behind the head.
            client.send(Self.accepted + [0x30, 0x84, 0x80, 0xC0, 0x02, 0, 1, 0x78, 0] + payload)
            client.awaitEnd()
        }
        try await running(MQTTClient(broker.configuration, "a")) { log in
            await log.wait(forMessages: 1)
            #expect(await log.messages.first?.payload == payload)
        }
    }

    @Test func `a broker that wants to hear more often is asked more often, and given up when it does not answer`()
        async throws
    {
        let pings = Mutex(0)
        let broker = try PlayedBroker(
            { client in
                client.accept(properties: [0x13, 0, 1])
                for _ in 0..<2 {
                    var heard: [UInt8] = []
                    guard client.hear(until: [0xC0, 0], in: &heard) else { return }
                    pings.withLock { $0 += 1 }
                    client.send([0xD0, 0])
                }
                client.awaitEnd()
            },
            { client in
                client.accept()
                client.awaitEnd()
            }
        )
        try await running(MQTTClient(broker.configuration, "a")) { log in
            await log.wait(forConnections: 2)
            #expect(await log.reasons == ["the connection to \(broker.configuration.address) broke"])
        }
        #expect(pings.withLock(\.self) == 2)
    }

    @Test func `a flood of answers that nobody asked for holds up neither messages nor the end`() async throws {
        let broker = try PlayedBroker { client in
            client.accept()
            client.send(Self.message(1, "one"))
            let flood = [[UInt8]](repeating: [0xD0, 0, 0x40, 2, 0, 9, 0x90, 4, 0, 9, 0, 1], count: 10_000).flatMap(
                \.self)
            while client.sendRaw(flood) {}
        }
        try await running(MQTTClient(broker.configuration, "a")) { log in
            await log.wait(forMessages: 1)
            #expect(await log.payloads == ["one"])
        }
    }

    @Test func `a broker that does not read gets the rest later`() async throws {
        let total = Mutex(0)
        let mayRead = Mutex(false)
        let broker = try PlayedBroker { client in
            client.accept()
            while !mayRead.withLock(\.self) { usleep(1000) }
            while case let bytes = client.receive(), !bytes.isEmpty { total.withLock { $0 += bytes.count } }
        }
        let client = try MQTTClient(broker.configuration, "a")
        try await running(client) { log in
            await log.wait(forConnections: 1)
            for _ in 0..<200 {
                try await client.publish(Message(topic: "x", payload: .init(repeating: 1, count: 100_000)))
            }
            mayRead.withLock { $0 = true }
            // Each with a head, a length of three digits, its topic, identifier and properties.
            try await eventually { total.withLock(\.self) >= 200 * (100_000 + 1 + 3 + 3 + 2 + 1) }
        }
    }

    @Test(arguments: [("a\nb", nil), ("a\0b", nil), (nil, "")] as [(String?, String?)])
    func `a user's name that no broker takes is refused at once`(user: String?, password: String?) async throws {
        var configuration = MQTTConfiguration(host: "h", username: user, password: password.map { Secret($0) })
        if user == nil { configuration.password = Secret(String(repeating: "x", count: 65536)) }
        #expect(throws: MQTTError.self) { try MQTTClient(configuration, "a") }
    }

    @Test func `a password may hold any bytes`() async throws {
        let heard = Mutex<[UInt8]>([])
        let broker = try PlayedBroker { client in
            let bytes = client.awaitConnect()
            heard.withLock { $0 = bytes }
            client.send(Self.accepted)
            client.awaitEnd()
        }
        var configuration = broker.configuration
        (configuration.username, configuration.password) = ("ü", "p\0ß\n")
        try await running(MQTTClient(configuration, "a")) { await $0.wait(forConnections: 1) }
        #expect(heard.withLock { $0.suffix(11) } == [0, 2, 0xC3, 0xBC, 0, 5] + Array("p\0ß\n".utf8))
    }
}
