import Bluetooth
import Testing

@testable import Air
@testable import HostStack

/// 500 advertising tags and 20 connections on one adapter.
@Suite struct CrowdTests {
    private static let tagCount = 520, linkCount = 20

    /// The address of a tag as it travels, in hexadecimal.
    private func address(_ number: Int) -> String {
        Array(tagAddress(number).address.bits.littleEndianBytes.prefix(6)).hex
    }

    private func crowd(_ generation: ControllerConfiguration.Generation) -> Bench {
        var bench = Bench(generation)
        bench.change { medium in
            for number in 1...Self.tagCount {
                medium.place(TagID(number), peer: EchoPeer())
                medium.advertise(TagID(number), advertisement(number, every: 1000))
            }
        }
        return bench
    }

    /// Connects with an interval of 30 ms and a supervision timeout of 420 ms; the handle, or nil.
    private func connect(_ number: Int, _ bench: inout Bench) -> UInt16? {
        let sent = bench.send(
            .leCreateConnection,
            "10 00 10 00 00 01 \(address(number)) 00 18 00 18 00 00 00 2a 00 00 00 00 00"
        )
        guard sent == ["04 0f 04 00 01 0d 20"] else { return nil }
        let complete = bench.pass(milliseconds: 2000).first { $0.count > 6 && $0[1] == 0x3E && $0[3] == 0x0A }
        return complete.map { UInt16($0[5]) | UInt16($0[6]) << 8 }
    }

    /// How often each tag is reported in some packets, by the last two bytes of its address; not its scan responses.
    private func reports(_ packets: [[UInt8]]) -> [Int: Int] {
        packets.filter { $0.count > 13 && $0[1] == 0x3E && $0[3] == 2 && $0[5] == 0 }
            .reduce(into: [:]) { counts, packet in counts[Int(packet[7]) | Int(packet[8]) << 8, default: 0] += 1 }
    }

    @Test func `20 links carry data and last while 500 tags are heard once a second each`() {
        var bench = crowd(.legacy)
        let handles = (1...Self.linkCount).compactMap { connect($0, &bench) }
        #expect(handles.count == Self.linkCount && Set(handles).count == Self.linkCount)
        // One more than the controller has room for.
        #expect(
            bench.send(.leCreateConnection, "10 00 10 00 00 01 \(address(21)) 00 18 00 18 00 00 00 2a 00 00 00 00 00")
                == ["04 0f 04 09 01 0d 20"]
        )
        bench.scan(actively: true)
        var echoes: [UInt16: Int] = [:]
        var counts: [Int: Int] = [:]
        for second in 0..<20 {
            var packets: [[UInt8]] = []
            for handle in handles {
                let number = [UInt8(handle & 0xFF), UInt8(handle >> 8)]
                bench.send([0x02] + number + [0x05, 0x00, 0x01, 0x00, 0x04, 0x00, UInt8(second)])
                // The controller holds eight packets, and the next interval is at most 30 ms away.
                packets += bench.pass(milliseconds: 45)
            }
            packets += bench.pass(milliseconds: 100)
            for packet in packets where packet[0] == 2 && packet.last == UInt8(second) {
                echoes[UInt16(packet[1]) | UInt16(packet[2] & 0x0F) << 8, default: 0] += 1
            }
            counts.merge(reports(packets)) { $0 + $1 }
        }
        #expect(echoes.keys.sorted() == handles.sorted() && echoes.values.allSatisfy { $0 == 20 })
        #expect(bench.heard.allSatisfy { $0[1] != 0x05 })
        #expect(counts.keys.sorted() == Array(Self.linkCount + 1...Self.tagCount))
        // 1005 ms in the mean. An event in which the scanner changes its channel may be heard twice, or not at all.
        #expect((9800...10_100).contains(counts.values.reduce(0, +)))
        #expect(counts.values.allSatisfy { (12...28).contains($0) })
    }

    @Test func `who is lost of 20 links is lost alone`() {
        var bench = crowd(.legacy)
        let handles = (1...Self.linkCount).compactMap { connect($0, &bench) }
        bench.change { $0.propagation = FixedPropagation(standard: -50, strengths: [TagID(3): -200, TagID(9): -200]) }
        let ended = bench.pass(milliseconds: 5000).filter { $0[1] == 0x05 }
        #expect(ended.map { UInt16($0[4]) | UInt16($0[5]) << 8 }.sorted() == [handles[2], handles[8]])
        #expect(ended.allSatisfy { $0.last == HCI.Status.connectionTimeout.rawValue })
    }
}
