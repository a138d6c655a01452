/// Cuts a stream of bytes from a host into packets: the UART transport, volume 4, part A.
struct H4Stream: Sendable {
    private var bytes: [UInt8] = []

    /// Takes what has come, however it was cut.
    mutating func append(_ more: some Sequence<UInt8>) { bytes += more }

    /// The next whole packet with the byte for its kind, if there is one.
    ///
    /// A byte that begins no packet comes alone, since nobody knows where the next one begins.
    mutating func next() -> [UInt8]? {
        guard let kind = bytes.first else { return nil }
        guard let header = Self.headers[kind] else { return take(1) }
        guard bytes.count >= header.count else { return nil }
        let length = header.length.reversed().reduce(0) { $0 << 8 | Int(bytes[$1]) } & header.mask
        guard bytes.count >= header.count + length else { return nil }
        return take(header.count + length)
    }

    private mutating func take(_ count: Int) -> [UInt8] {
        defer { bytes.removeFirst(count) }
        return Array(bytes.prefix(count))
    }

    /// Of commands, ACL, synchronous and isochronous data: bytes of the header, places of the length, and its bits.
    private static let headers: [UInt8: (count: Int, length: [Int], mask: Int)] = [
        1: (4, [3], 0xFF), 2: (5, [3, 4], 0xFFFF), 3: (4, [3], 0xFF), 5: (5, [3, 4], 0x3FFF),
    ]
}
