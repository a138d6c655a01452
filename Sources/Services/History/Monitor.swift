import Messages
public import Tracking

/// The last messages of OwnTracks' devices, whatever became of them: whether anything comes in.
public struct Monitor: Sendable {
    /// When a message came, and where.
    public struct Arrival: Hashable, Sendable {
        public let received: Timestamp
        public let topic: String
    }

    private let topics: Topics
    private let base: String
    /// The last ones; those behind `next` are the oldest.
    private var arrivals: [Arrival] = []
    private var next = 0

    /// How many are remembered, since not everybody may see each.
    private static let most = 256

    init(_ topics: Topics) { (self.topics, base) = (topics, topics.positions + "/") }

    /// Notes a message of a device; what the broker had kept is not new, and an empty one takes something back.
    mutating func note(_ message: Message, at now: Timestamp) {
        guard !message.retained, !message.isEmpty, message.topic.hasPrefix(base) else { return }
        let arrival = Arrival(received: now, topic: message.topic)
        if arrivals.count < Self.most { return arrivals.append(arrival) }
        arrivals[next] = arrival
        next = (next + 1) % Self.most
    }

    /// Forgets what came from a device, or from all of an owner's.
    mutating func remove(_ owner: Name, _ device: Name? = nil) {
        let topics = topics
        arrivals = newest.reversed().filter { arrival in
            guard let names = topics.names(in: arrival.topic), (try? Name(ownTracks: names.user)) == owner else {
                return true
            }
            return device != nil && (try? Name(ownTracks: names.device)) != device
        }
        next = 0
    }

    /// The last ones, newest first.
    public var newest: [Arrival] { (arrivals[next...] + arrivals[..<next]).reversed() }
}
