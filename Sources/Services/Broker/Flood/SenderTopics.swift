import Messages

/// Tells senders apart by the beginnings of their topics, without reading any name: few share a place.
struct SenderTopics: Sendable {
    /// How many places there are.
    static let places = 4096

    private let bases: [String]

    init(_ topics: Topics) { bases = [topics.positions + "/", topics.own + "/"] }

    /// The place of whoever publishes on a topic, whatever stands behind the name of the device; nil for a topic below
    /// no base.
    func place(of topic: String) -> Int? {
        let bytes = topic.utf8Span.span
        for base in bases where Self.is(base, theStartOf: topic) {
            // FNV-1a (Fowler, Noll, Vo), of two levels.
            var hash: UInt64 = 0xCBF2_9CE4_8422_2325
            var slashes = 0
            for index in base.utf8.count..<bytes.count {
                if bytes[index] == UInt8(ascii: "/") { slashes += 1 }
                if slashes == 2 { break }
                hash = (hash ^ UInt64(bytes[index])) &* 0x0100_0000_01B3
            }
            return Int((hash ^ hash >> 32) % UInt64(Self.places))
        }
        return nil
    }

    private static func `is`(_ base: String, theStartOf topic: String) -> Bool {
        let (start, bytes) = (base.utf8Span.span, topic.utf8Span.span)
        guard start.count < bytes.count else { return false }
        for index in start.indices where start[index] != bytes[index] { return false }
        return true
    }
}
