public import Tracking

/// A message that was refused.
public struct QuarantineRow: Hashable, Sendable {
    /// How much of a payload is kept, in bytes.
    public static let longestPayload = 4096
    /// How many refused messages are kept, the newest; each sender's share of them is safe from the others.
    public static let most = 10_000
    static let longestText = TextBounds(0...512)
    static let longestReason = TextBounds(0...32)

    /// Rises with every message; nil for one that is not stored yet.
    public internal(set) var id: Int64?
    public var received: Timestamp
    /// Cut to ``longestText``.
    public var topic: String
    /// Cut to ``longestPayload``.
    public var payload: [UInt8]
    /// The bytes of the whole payload.
    public var size: Int
    /// A short word, counted as ``Counter/quarantined(_:)``; cut to ``longestReason``.
    public var reason: String
    /// What was expected; cut to ``longestText``.
    public var sentence: String

    public init(received: Timestamp, topic: String, payload: [UInt8], reason: String, sentence: String) {
        self.received = received
        self.topic = Self.longestText.cut(topic)
        self.payload = Array(payload.prefix(Self.longestPayload))
        size = payload.count
        self.reason = Self.longestReason.cut(reason)
        self.sentence = Self.longestText.cut(sentence)
    }
}
