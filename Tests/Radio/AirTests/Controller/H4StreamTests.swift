import TestSupport
import Testing

@testable import Air

/// Packets in a stream of bytes.
@Suite struct H4StreamTests {
    private static let packets = [
        "01 03 0c 00", "01 05 20 06 01 02 03 04 05 c6", "02 40 20 03 00 0a 0b 0c", "03 40 00 02 0a 0b",
        "02 40 20 00 00",
        // The two bits above the length of isochronous data are not its own.
        "05 40 20 01 40 0a",
    ].map { hex($0) }

    @Test(arguments: 1...12)
    func `packets come out whole, however the stream was cut`(_ size: Int) {
        var stream = H4Stream()
        var found: [[UInt8]] = []
        let bytes = Array(Self.packets.joined())
        for start in stride(from: 0, to: bytes.count, by: size) {
            stream.append(bytes[start..<min(start + size, bytes.count)])
            while let packet = stream.next() { found.append(packet) }
        }
        #expect(found == Self.packets)
    }

    @Test func `a byte that begins no packet comes alone`() {
        var stream = H4Stream()
        stream.append(hex("07 01 03 0c 00"))
        #expect(stream.next() == [7])
        #expect(stream.next() == hex("01 03 0c 00"))
        #expect(stream.next() == nil)
    }
}
