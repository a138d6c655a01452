import Messages
import TestSupport
import Testing

@testable import MQTT

extension PacketReader {
    /// Takes bytes in as they would come from a socket.
    mutating func feed(_ bytes: some Collection<UInt8>) {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = unsafe fill { room in
                let count = min(room.count, rest.count)
                unsafe room.copyBytes(from: rest.prefix(count))
                return (count, count)
            }
            rest = rest.dropFirst(count)
        }
    }

    /// All that can be read.
    mutating func all() throws(MalformedPacket) -> [Packet] {
        var packets: [Packet] = []
        while let packet = try next() { packets.append(packet) }
        return packets
    }
}

/// Each packet of a broker, byte by byte, as MQTT 5 has it.
struct PacketReaderTests {
    /// Bytes and what they mean.
    static let golden: [(bytes: String, packet: Packet)] = [
        ("20 03 00 00 00", .connected(BrokerTerms())),
        ("20 03 01 00 00", .connected(BrokerTerms(isResumed: true))),
        ("20 03 00 87 00", .connected(BrokerTerms(code: .notAuthorized))),
        ("20 02 00 01", .connected(BrokerTerms(code: .unsupportedVersion))),
        ("20 02 00 05", .connected(BrokerTerms(code: .notAuthorized))),
        (
            """
            20 26 01 00 23      ; CONNACK with 35 bytes of properties
            21 0014             ; receive maximum 20
            24 00 25 00         ; quality 0 only, keeps nothing
            27 00010000         ; packets of 64 KiB
            13 0005             ; keep-alive 5 s
            22 000A             ; aliases, which we do not use
            11 00000E10 1F 0002 6869 26 0001 61 0001 62
            """,
            .connected(
                BrokerTerms(
                    isResumed: true,
                    receiveMaximum: 20,
                    takesQuality1: false,
                    keepsRetained: false,
                    packetSize: 65536,
                    keepAlive: 5
                )
            )
        ),
        (
            "30 06 0001 78 00 6869",
            .message(Message(topic: "x", payload: Array("hi".utf8), quality: .atMostOnce), identifier: 0)
        ),
        (
            "3B 06 0001 78 FFFE 00",
            .message(Message(topic: "x", payload: [], quality: .atLeastOnce, retained: true), identifier: 0xFFFE)
        ),
        (
            "32 12 0002 C3BC 0007 0A 02 0000000A 01 01 09 0000 FF",
            .message(Message(topic: "ü", payload: [0xFF]), identifier: 7)
        ),
        ("40 02 0001", .published(1, .success)),
        ("40 03 0001 10", .published(1, ReasonCode(rawValue: 0x10))),
        ("40 04 0001 97 00", .published(1, ReasonCode(rawValue: 0x97))),
        ("40 09 0001 87 05 1F 0002 6E6F", .published(1, .notAuthorized)),
        ("90 04 0001 00 01", .subscribed(1, [ReasonCode(rawValue: 1)])),
        ("90 06 0001 00 01 8F 00", .subscribed(1, [1, 0x8F, 0].map(ReasonCode.init(rawValue:)))),
        ("90 04 0203 00 8F", .subscribed(0x203, [ReasonCode(rawValue: 0x8F)])),
        ("B0 04 0102 00 00", .unsubscribed(0x102)),
        ("B0 04 0001 00 11", .unsubscribed(1)),
        ("B0 06 0001 00 00 11 00", .unsubscribed(1)),
        ("D0 00", .pong),
        ("E0 00", .disconnected(.success)),
        ("E0 01 8E", .disconnected(.sessionTaken)),
        ("E0 09 9D 07 1C 0004 68 3A 31 30", .disconnected(ReasonCode(rawValue: 0x9D))),
    ]

    @Test(arguments: 0..<golden.count)
    func `a packet is read`(index: Int) throws {
        var reader = PacketReader()
        reader.feed(hex(Self.golden[index].bytes))
        #expect(try reader.all() == [Self.golden[index].packet])
    }

    @Test func `however packets are cut, they are the same`() throws {
        let bytes = Self.golden.flatMap { hex($0.bytes) }
        for cut in 0...bytes.count {
            var reader = PacketReader()
            reader.feed(bytes[..<cut])
            var packets = try reader.all()
            reader.feed(bytes[cut...])
            packets += try reader.all()
            #expect(packets == Self.golden.map(\.packet), "cut at \(cut)")
        }
        var reader = PacketReader()
        var packets: [Packet] = []
        for byte in bytes {
            reader.feed([byte])
            packets += try reader.all()
        }
        #expect(packets == Self.golden.map(\.packet))
    }

    @Test(arguments: [UInt64(1), 2, 3, 4])
    func `messages of any length come whole in pieces of any length`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let messages = (0..<300).map { number in
            let most = number % 50 == 49 ? 700_000 : 700
            return Message(
                topic: "t/\(Int.random(in: 0..<40, using: &generator))",
                payload: (0..<Int.random(in: 0...most, using: &generator)).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            )
        }
        var writer = PacketWriter()
        for message in messages { writer.publish(message, as: 1, isRepeated: false, isRetained: false) }
        var bytes: [UInt8] = []
        unsafe writer.send {
            unsafe bytes.append(contentsOf: $0)
            return $0.count
        }
        var (reader, packets, rest) = (PacketReader(), [Packet](), bytes[...])
        while !rest.isEmpty {
            let count = min(rest.count, Int.random(in: 1...100_000, using: &generator))
            reader.feed(rest.prefix(count))
            rest = rest.dropFirst(count)
            packets += try reader.all()
        }
        #expect(packets == messages.map { .message($0, identifier: 1) })
    }

    static let malformed: [(bytes: String, words: String)] = [
        ("00 00", "a kind that was not asked for"), ("10 00", "a kind that was not asked for"),
        ("50 02 0001", "a kind that was not asked for"), ("F0 00", "a kind that was not asked for"),
        ("41 02 0001", "flags that it cannot have"), ("D1 00", "flags that it cannot have"),
        ("20 03 02 00 00", "flags that it cannot have"), ("20 02 00 00", "in the middle of a field"),
        ("20 00", "in the middle of a field"), ("20 01 00", "in the middle of a field"),
        ("20 04 00 00 00 00", "longer than its fields"), ("20 06 00 00 03 21 0000", "a value that it cannot have"),
        ("20 05 00 00 02 24 02", "a value that it cannot have"), ("20 08 00 00 05 27 00000000", "a value that it"),
        ("20 05 00 00 02 25 02", "a value that it cannot have"),
        ("20 05 00 00 02 FF 00", "a property that there is not"),
        ("20 09 00 00 06 21 0001 21 0001", "a property twice"), ("20 05 00 00 02 21 00", "in the middle of a field"),
        ("20 05 00 00 05 21 00", "in the middle of a field"), ("20 06 00 00 03 1F 0001", "in the middle of a field"),
        ("20 07 00 00 04 1F 0001 FF", "a text that is not UTF-8"),
        ("20 06 00 00 FF FF FF FF", "a number that is too long"),
        ("30 00", "in the middle of a field"), ("30 02 0001", "in the middle of a field"),
        ("30 03 0000 00", "has no topic"), ("30 04 0001 FF 00", "a topic that is none"),
        ("30 04 0001 00 00", "a topic that is none"), ("30 03 0001 78", "in the middle of a field"),
        ("30 04 0001 78 01", "in the middle of a field"), ("32 05 0001 78 0001", "in the middle of a field"),
        ("32 06 0001 78 0000 00", "the identifier 0"), ("34 06 0001 78 0001 00", "a quality that was not asked for"),
        ("36 06 0001 78 0001 00", "a quality that was not asked for"),
        ("30 07 0001 78 03 23 0001", "an alias for its topic"),
        ("40 01 00", "in the middle of a field"), ("40 02 0000", "the identifier 0"),
        ("40 05 0001 00 00 00", "longer than its fields"), ("90 03 0001 00", "in the middle of a field"),
        ("B0 03 0001 02", "in the middle of a field"), ("D0 01 00", "longer than its fields"),
        ("E0 03 00 00 00", "longer than its fields"), ("30 80 80 80 80 01", "no proper length"),
        ("D0 FF FF FF FF", "no proper length"),
    ]

    @Test(arguments: 0..<malformed.count)
    func `what MQTT does not allow is refused with the reason`(index: Int) {
        let (bytes, words) = Self.malformed[index]
        var reader = PacketReader()
        reader.feed(hex(bytes))
        let error = #expect(throws: MalformedPacket.self, "\(bytes)") { try reader.all() }
        #expect(error?.reason.contains(words) == true, "\(bytes): \(error?.reason ?? "")")
    }

    @Test func `a packet longer than the limit is refused before it has come`() throws {
        var reader = PacketReader()
        reader.mostBytes = 100
        reader.feed(hex("30 64"))
        #expect(try reader.next() == nil)
        reader.clear()
        reader.mostBytes = 100
        reader.feed(hex("30 65"))
        #expect(throws: MalformedPacket(reason: "a packet is too long")) { try reader.next() }
    }

    @Test func `the room grows with what comes, not with what is promised`() throws {
        var reader = PacketReader()
        reader.feed(hex("30 FF FF FF 7F") + [UInt8](repeating: 0, count: 1000))
        #expect(try reader.next() == nil)
        #expect(reader.buffer.count <= 8192)
    }

    @Test(arguments: UInt64(0)..<200)
    func `random bytes are read or refused with a reason`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let packets = Self.golden.map { hex($0.bytes) }
        for _ in 0..<200 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                bytes += packets[Int.random(in: 0..<packets.count, using: &generator)]
            }
            for _ in 0..<Int.random(in: 0...4, using: &generator) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                case 2: bytes.remove(at: place)
                default: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
                }
            }
            // In one piece and byte by byte it comes to the same.
            #expect(outcome(of: bytes, inPiecesOf: bytes.count) == outcome(of: bytes, inPiecesOf: 1), "\(bytes)")
        }
    }

    private func outcome(of bytes: [UInt8], inPiecesOf count: Int) -> [String] {
        var (reader, told, rest) = (PacketReader(), [String](), bytes[...])
        do throws(MalformedPacket) {
            while !rest.isEmpty {
                reader.feed(rest.prefix(count))
                rest = rest.dropFirst(count)
                while let packet = try reader.next() { told.append("\(packet)") }
            }
        } catch {
            #expect(!error.reason.isEmpty)
            told.append(error.reason)
        }
        return told
    }
}
