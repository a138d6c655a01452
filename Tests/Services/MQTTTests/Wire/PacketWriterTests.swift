import Messages
import TestSupport
import Testing

@testable import MQTT

/// Each packet of a client, byte by byte, as MQTT 5 has it.
struct PacketWriterTests {
    private func written(_ write: (inout PacketWriter) -> Void) -> [UInt8] {
        var writer = PacketWriter()
        write(&writer)
        var bytes: [UInt8] = []
        unsafe writer.send {
            unsafe bytes.append(contentsOf: $0)
            return $0.count
        }
        #expect(writer.isEmpty)
        return bytes
    }

    @Test func `a session that is not kept`() {
        let session = BusSession(clientID: "a", subscriptions: [], persistent: false)
        let expected = hex(
            """
            10 16            ; CONNECT, 22 bytes
            0004 4D515454 05 ; MQTT, version 5
            02 003C          ; begins anew; 60 s
            08               ; properties
            11 00000000      ; the session ends with the connection
            21 0FA0          ; receive maximum 4000
            0001 61          ; client "a"
            """
        )
        #expect(written { $0.connect(session, MQTTConfiguration(host: "h")) } == expected)
    }

    @Test func `a kept session with a will, a user and a password that holds a zero byte`() {
        let will = Message(topic: "w", payload: [1, 2], quality: .atLeastOnce, retained: true)
        let session = BusSession(clientID: "ab", subscriptions: [], will: will, persistent: true)
        var configuration = MQTTConfiguration(host: "h", username: "ü", password: "p\0w")
        configuration.keepAlive = .seconds(65535)
        configuration.receiveMaximum = 1
        configuration.sessionExpiry = .seconds(1 << 40)
        let expected = hex(
            """
            10 28            ; CONNECT, 40 bytes
            0004 4D515454 05
            EC FFFF          ; user, password, kept will of quality 1
            08 11 FFFFFFFF 21 0001
            0002 6162
            00               ; no properties of the will
            0001 77 0002 0102
            0002 C3BC
            0003 700077
            """
        )
        #expect(written { $0.connect(session, configuration) } == expected)
    }

    @Test(
        arguments: [
            (BusSession.Subscription("a/#"), "01"), (.init("a/#", .atMostOnce), "00"),
            (.init("a/#", options: .othersOnly), "05"), (.init("a/#", options: [.keepsRetained, .othersOnly]), "0D"),
        ]
    )
    func `a subscription`(subscription: BusSession.Subscription, options: String) {
        let expected = hex("82 09 0102 00 0003 612F23 \(options)")
        #expect(written { $0.subscribe([subscription], as: 0x102) } == expected)
    }

    @Test func `several filters in one packet`() {
        let subscriptions: [BusSession.Subscription] = [.init("a/#"), .init("b", options: .othersOnly)]
        #expect(
            written { $0.subscribe(subscriptions, as: 0x102) } == hex("82 0D 0102 00 0003 612F23 01 0001 62 05")
        )
        #expect(written { $0.unsubscribe(["a/#", "b"], as: 0x102) } == hex("A2 0B 0102 00 0003 612F23 0001 62"))
    }

    @Test func `the end of a subscription`() {
        #expect(written { $0.unsubscribe(["a/#"], as: 0x102) } == hex("A2 08 0102 00 0003 612F23"))
    }

    @Test(
        arguments: [
            (QualityOfService.atMostOnce, false, false, "30 06 0001 78 00 6869"),
            (.atMostOnce, false, true, "31 06 0001 78 00 6869"),
            (.atLeastOnce, false, false, "32 08 0001 78 FFFE 00 6869"),
            (.atLeastOnce, true, true, "3B 08 0001 78 FFFE 00 6869"),
        ]
    )
    func `a message`(quality: QualityOfService, isRepeated: Bool, isRetained: Bool, bytes: String) {
        let message = Message(topic: "x", payload: Array("hi".utf8), quality: quality)
        let written = written {
            $0.publish(message, as: 0xFFFE, isRepeated: isRepeated, isRetained: isRetained)
        }
        #expect(written == hex(bytes))
        #expect(written.count == PacketWriter.size(of: message))
    }

    @Test(arguments: [(121, 1), (122, 2), (16_377, 2), (16_378, 3), (2_097_145, 3), (2_097_146, 4)])
    func `the length of a message takes one to four digits`(payload: Int, digits: Int) {
        let message = Message(topic: "x", payload: [UInt8](repeating: 7, count: payload), quality: .atLeastOnce)
        let bytes = written { $0.publish(message, as: 1, isRepeated: false, isRetained: false) }
        // Topic, identifier and properties.
        #expect(bytes.count == 1 + digits + 3 + 2 + 1 + payload)
        #expect(bytes.count == PacketWriter.size(of: message))
        #expect(bytes[digits] & 0x80 == 0 && bytes[1..<digits].allSatisfy { $0 & 0x80 != 0 })
    }

    @Test func `acknowledgements, a ping and the end`() {
        let bytes = written { writer in
            writer.acknowledge(1)
            var later = PacketWriter()
            later.acknowledge(0xABCD)
            writer.append(&later)
            #expect(later.isEmpty)
            writer.ping()
            writer.disconnect()
        }
        #expect(bytes == hex("40 02 0001 40 02 ABCD C0 00 E0 00"))
    }

    @Test func `what is sent in pieces is sent once`() {
        var writer = PacketWriter()
        for identifier in UInt16(1)...5 { writer.acknowledge(identifier) }
        var sent: [UInt8] = []
        for _ in 0..<7 {
            unsafe writer.send {
                unsafe sent.append(contentsOf: $0.prefix(3))
                return min(3, $0.count)
            }
        }
        #expect(writer.isEmpty)
        #expect(sent == hex("40020001 40020002 40020003 40020004 40020005"))
    }
}
