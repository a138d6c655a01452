import Messages

/// Tells when the broker has handed out everything that it keeps.
///
/// It sends what is retained when a session subscribes, in order with what is published afterwards. So a marker that the
/// session publishes to itself then comes back behind the last retained message.
struct RetainedSweep: Sendable {
    let topic: String
    private var marker: [UInt8]?
    /// Whether the marker of this connection has come back.
    private(set) var isDone = false

    init(_ topics: Topics) { topic = Self.topic(topics) }
    static func topic(_ topics: Topics) -> String { "\(topics.own)/console/fence" }

    /// The marker of a new connection.
    mutating func begin() -> Message {
        let marker = Array("{\"_type\":\"fence\",\"id\":\"\(UInt64.random(in: .min ... .max))\"}".utf8)
        (self.marker, isDone) = (marker, false)
        return Message(topic: topic, payload: marker)
    }

    /// Takes in a message on the marker's topic, which may be another console's; tells whether that ends the sweep.
    mutating func cameBack(_ payload: [UInt8]) -> Bool {
        guard payload == marker else { return false }
        (marker, isDone) = (nil, true)
        return true
    }

    mutating func interrupt() { (marker, isDone) = (nil, false) }
}
