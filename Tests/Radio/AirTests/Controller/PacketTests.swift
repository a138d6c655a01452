import Bluetooth
import TestSupport
import Testing
import Tracking

@testable import Air

@Suite struct PacketTests {
    @Test(arguments: [
        ("", HCI.Malformed.length(0)), ("04 0e 01 00", .kind(4)), ("ff 00", .kind(255)), ("01 03", .length(2)),
        ("01 03 0c", .command(.reset)), ("01 03 0c 01", .command(.reset)), ("01 03 0c 00 00", .command(.reset)),
        ("02 40 00 01", .length(4)), ("02 40 00 02 00 07", .length(6)),
    ])
    func `bytes that are no packet are told apart`(_ text: String, _ expected: HCI.Malformed) {
        #expect(throws: expected) { try HCI.Packet(fromHost: hex(text)) }
        #expect(expected.description.hasSuffix("."))
    }

    @Test(arguments: ["01 03 0c 00", "01 0c 20 02 01 00", "01 01 0c 08 ff ff ff ff ff ff ff 3f"])
    func `a command comes out as it went in`(_ text: String) throws {
        #expect(try HCI.Packet(fromHost: hex(text)).bytes.hex == text)
    }

    @Test func `data is marked as first or more, by each side in its way`() throws {
        let first = try HCI.Packet(fromHost: hex("02 40 00 03 00 0a 0b 0c"))
        let fragment = ACLFragment(bytes: [10, 11, 12], isFirst: true)
        #expect(first == .acl(HCI.ACLPacket(handle: 0x40, fragment: fragment)))
        #expect(first.bytes.hex == "02 40 20 03 00 0a 0b 0c")
        let more = try HCI.Packet(fromHost: hex("02 40 10 01 00 0d"))
        #expect(more == .acl(HCI.ACLPacket(handle: 0x40, fragment: ACLFragment(bytes: [13], isFirst: false))))
    }

    @Test(arguments: 1...60) func `a fragment that was split is the same when put together`(_ limit: Int) {
        let fragment = ACLFragment(bytes: Array(0..<50), isFirst: true)
        let pieces = fragment.split(to: limit)
        #expect(pieces.flatMap(\.bytes) == fragment.bytes)
        #expect(pieces.allSatisfy { $0.bytes.count <= limit })
        #expect(pieces.map(\.isFirst) == [true] + Array(repeating: false, count: pieces.count - 1))
    }

    @Test(arguments: [
        (HCI.Event.commandStatus(.unknownCommand, .leEncrypt), "04 0f 04 01 01 17 20"),
        (.commandComplete(.reset, returning: [0]), "04 0e 04 01 03 0c 00"),
        (.disconnected(handle: 0x40, reason: .connectionTimeout), "04 05 04 00 40 00 08"),
        (.encryptionChanged(.keyMissing, handle: 0x40, isOn: false), "04 08 04 06 40 00 00"),
        (.encryptionRefreshed(.success, handle: 0x40), "04 30 03 00 40 00"),
        (.completedPackets(handle: 0x40, count: 3), "04 13 05 01 40 00 03 00"),
        (.hardwareError(1), "04 10 01 01"),
        (.remoteVersion(.success, handle: 0x40, .virtual), "04 0c 08 00 40 00 09 ff ff 01 00"),
        (.le(.remoteFeatures(.success, handle: 0x40, 0x2D)), "04 3e 0c 04 00 40 00 2d 00 00 00 00 00 00 00"),
        (.le(.dataLengthChanged(handle: 0x40, .maximum)), "04 3e 0b 07 40 00 fb 00 48 08 fb 00 48 08"),
        (.le(.scanTimeout), "04 3e 01 11"),
    ])
    func `an event has its golden bytes`(_ event: HCI.Event, _ expected: String) {
        #expect(event.bytes.hex == expected)
    }

    @Test func `a report has its golden bytes, legacy and extended`() {
        let report = HCI.AdvertisingReport(
            kind: .connectable,
            isScanResponse: false,
            address: tagAddress(5),
            data: [2, 1, 6],
            rssi: -71
        )
        #expect(
            HCI.Event.le(.advertisingReport(report)).bytes.hex
                == "04 3e 0f 02 01 00 01 05 00 00 00 00 c0 03 02 01 06 b9"
        )
        #expect(
            HCI.Event.le(.extendedAdvertisingReport(report)).bytes.hex
                == "04 3e 1d 0d 01 13 00 01 05 00 00 00 00 c0 01 00 ff 7f b9 00 00 00 00 00 00 00 00 00 03 02 01 06"
        )
    }

    @Test func `a trace has its golden bytes`() {
        let trace = Btsnoop(start: Timestamp(milliseconds: 1000))
        #expect(trace.header.hex == "62 74 73 6e 6f 6f 70 00 00 00 00 01 00 00 07 d1")
        let record = trace.record(hex("01 03 0c 00"), .toController, adapter: 1, at: AirTime(microseconds: 5))
        #expect(
            record.hex == "00 00 00 03 00 00 00 03 00 01 00 02 00 00 00 00 00 dc dd b3 0f 3e c2 45 03 0c 00"
        )
        #expect(trace.record([9, 9], .toHost, adapter: 0, at: .zero).isEmpty)
        let introduction = trace.introduction(of: BluetoothAddress(bits: 0x0002_5B00_00AA), adapter: 0)
        #expect(introduction.suffix(16) == hex("00 00 aa 00 00 5b 02 00 61 69 72 00 00 00 00 00")[...])
    }
}
