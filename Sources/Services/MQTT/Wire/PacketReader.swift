internal import Glibc

/// Takes a broker's packets out of what has come, which may end anywhere.
///
/// The room grows with what comes, not with what a packet says of its length.
struct PacketReader {
    var buffer: [UInt8]
    /// Where the next packet begins, and where the bytes end that have come.
    private var start = 0
    private var end = 0
    /// The last receipt took all the room there was.
    private var wasFilled = false
    /// Where the reading of the present packet is, and where the packet ends.
    var position = 0
    var limit = 0
    var topics = TopicCache()
    /// What the broker was asked to speak.
    var version = ProtocolVersion.current
    /// Most bytes of a packet behind its head; MQTT's own limit unless told otherwise.
    var mostBytes = mostOfAll

    /// What four digits of seven bits can say.
    static let mostOfAll = 268_435_455
    /// A client that hears little shall not cost much; beyond the greater one there is little to gain.
    private static let least = 4 * 1024
    private static let usual = 256 * 1024

    init() { buffer = [UInt8](repeating: 0, count: Self.least) }

    /// Forgets what has come, and the limit.
    mutating func clear() {
        (start, end, wasFilled, mostBytes) = (0, 0, false, Self.mostOfAll)
        if buffer.count > Self.usual { buffer = [UInt8](repeating: 0, count: Self.least) }
    }

    /// Calls the body with room for what comes next, and takes note of how much the body says has come.
    mutating func fill<Outcome>(
        _ body: (UnsafeMutableRawBufferPointer) -> (count: Int, outcome: Outcome)
    ) -> Outcome {
        makeRoom()
        let begin = end
        let (count, outcome) = unsafe buffer.withUnsafeMutableBytes { bytes in
            unsafe body(UnsafeMutableRawBufferPointer(rebasing: bytes[begin...]))
        }
        end += count
        wasFilled = end == buffer.count
        return outcome
    }

    private mutating func makeRoom() {
        if start == end {
            (start, end) = (0, 0)
            // What one long packet has needed.
            if buffer.count > Self.usual { buffer = [UInt8](repeating: 0, count: Self.usual) }
        } else if start > 0 {
            let (begin, count) = (start, end - start)
            unsafe buffer.withUnsafeMutableBytes { bytes in
                guard let base = bytes.baseAddress else { return }
                _ = unsafe memmove(base, base + begin, count)
            }
            (start, end) = (0, count)
        }
        if end == buffer.count || wasFilled && buffer.count < Self.usual {
            buffer.append(contentsOf: repeatElement(0, count: buffer.count))
        }
    }

    /// The next packet; `nil` when it has not come as a whole.
    ///
    /// - Throws: ``MalformedPacket`` for what no broker may say to this client; nothing can be read behind it.
    mutating func next() throws(MalformedPacket) -> Packet? {
        guard let head = try nextFrame() else { return nil }
        // Of all packets these are nearly all.
        if head >> 4 == 3 { return try message(flags: head & 0xF) }
        guard head & 0xF == 0 else { throw MalformedPacket(reason: "a packet has flags that it cannot have") }
        switch head >> 4 {
        case 2: return try connected()
        case 4: return try published()
        case 9: return try subscribed()
        case 11: return try unsubscribed()
        case 13: return try pong()
        case 14: return try disconnected()
        default: throw MalformedPacket(reason: "a packet is of a kind that was not asked for")
        }
    }

    /// Finds the next packet that has come as a whole, and returns its first byte.
    private mutating func nextFrame() throws(MalformedPacket) -> UInt8? {
        var index = start + 1
        var length = 0
        var shift = 0
        while index < end {
            let digit = buffer[index]
            index += 1
            length |= Int(digit & 0x7F) << shift
            guard digit & 0x80 != 0 else {
                guard length <= mostBytes else { throw MalformedPacket(reason: "a packet is too long") }
                guard end - index >= length else { return nil }
                let head = buffer[start]
                (position, limit, start) = (index, index + length, index + length)
                return head
            }
            shift += 7
            guard shift < 28 else { throw MalformedPacket(reason: "a packet has no proper length") }
        }
        return nil
    }
}
