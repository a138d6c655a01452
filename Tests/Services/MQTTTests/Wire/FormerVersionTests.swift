import Messages
import ServerSupport
import TestSupport
import Testing

@testable import MQTT

/// MQTT 3.1.1, byte by byte, and when it is spoken.
@Suite(.timeLimit(.minutes(30)))
struct FormerVersionTests {
    private func written(_ write: (inout PacketWriter) -> Void) -> [UInt8] {
        var writer = PacketWriter(.former)
        write(&writer)
        var bytes: [UInt8] = []
        unsafe writer.send {
            unsafe bytes.append(contentsOf: $0)
            return $0.count
        }
        return bytes
    }

    private func read(_ bytes: [UInt8]) throws -> Packet? {
        var reader = PacketReader()
        reader.version = .former
        unsafe reader.fill { room in
            unsafe room.copyBytes(from: bytes)
            return (bytes.count, ())
        }
        return try reader.next()
    }

    @Test func `a connection has no properties`() {
        let will = Message(topic: "w", payload: [1], quality: .atLeastOnce, retained: true)
        let session = BusSession(clientID: "a", subscriptions: [], will: will, persistent: true)
        let expected = hex(
            """
            10 13 0004 4D515454 04 ; CONNECT, MQTT 3.1.1
            2C 003C                ; kept will of quality 1; the session is kept; 60 s
            0001 61 0001 77 0001 01
            """
        )
        #expect(written { $0.connect(session, MQTTConfiguration(host: "h")) } == expected)
    }

    @Test func `subscriptions have no options, and messages no properties`() {
        let subscription = BusSession.Subscription("x", options: [.othersOnly, .keepsRetained])
        #expect(written { $0.subscribe([subscription], as: 7) } == hex("82 06 0007 0001 78 01"))
        #expect(written { $0.unsubscribe(["x"], as: 8) } == hex("A2 05 0008 0001 78"))
        let message = Message(topic: "t", payload: [9], quality: .atLeastOnce)
        let packet = written { $0.publish(message, as: 3, isRepeated: true, isRetained: true) }
        #expect(packet == hex("3B 06 0001 74 0003 09"))
        #expect(PacketWriter.size(of: message) == packet.count + 1)
    }

    @Test func `what the broker says is read`() throws {
        var terms = BrokerTerms()
        terms.isResumed = true
        #expect(try read(hex("20 02 01 00")) == .connected(terms))
        #expect(try read(hex("90 03 0007 01")) == .subscribed(7, [ReasonCode(rawValue: 1)]))
        #expect(try read(hex("90 03 0007 80")) == .subscribed(7, [.unspecified]))
        #expect(try read(hex("B0 02 0007")) == .unsubscribed(7))
        #expect(try read(hex("40 02 0003")) == .published(3, .success))
        let message = Message(topic: "t", payload: [0, 9], quality: .atLeastOnce, retained: true)
        #expect(try read(hex("33 07 0001 74 0003 0009")) == .message(message, identifier: 3))
        #expect(throws: MalformedPacket.self) { try read(hex("B0 03 0007 00")) }
    }

    @Test func `it is spoken with a broker that hangs up on the current version, and both keep what they promise`()
        async throws
    {
        let rabbit = try await TestRabbitMQ(nodes: 1)
        try await afterwards({ await rabbit.remove() }) {
            let client = try MQTTClient(rabbit.configuration, "a", subscribing: "x/+", persistent: true)
            try await running(client) { log in
                await log.wait(forConnections: 1)
                try await client.publish(Message("x/1", "first"))
                client.subscribe([.init("y")])
                try await client.publish(Message("y", "second"))
                await log.wait(forMessages: 2)
                #expect(await log.payloads == ["first", "second"])
                #expect(await log.connections == [false])
            }
            // What comes while nobody is there waits in the session.
            let other = try MQTTClient(rabbit.configuration, "b")
            try await running(other) { _ in
                try await other.publish(Message("x/2", "third"))
                try await other.drained()
            }
            let again = try MQTTClient(rabbit.configuration, "a", subscribing: "x/+", persistent: true)
            try await running(again) { log in
                await log.wait(forMessages: 1)
                #expect(await log.payloads == ["third"])
                #expect(await log.connections == [true])
            }
        }
    }
}
