import Messages
import Tracking

/// Messages that a service sends to itself: one that comes back has come behind all that was before it.
struct Markers: Sendable {
    private let topic: String
    private let name: String
    /// What is still to come back, in the order of publishing.
    private var underWay: [Marker] = []
    private var count = 0

    struct Marker: Sendable {
        fileprivate let payload: [UInt8]
        let sent: Timestamp
        /// Those of whom something is known when it is back.
        let owners: [Name]
    }

    /// Markers on a topic, with a name in them that no other service has.
    init(on topic: String, named name: String) { (self.topic, self.name) = (topic, name) }

    /// Forgets those that are under way: they may be lost with the session.
    mutating func forget() { underWay = [] }

    /// The next one, to be published now.
    mutating func next(_ owners: [Name], at now: Timestamp) -> Message {
        count += 1
        let message = Message.fence(topic, id: "\(name) \(count) \(now)")
        underWay.append(Marker(payload: message.payload, sent: now, owners: owners))
        return message
    }

    /// The one that came back, behind those that must have been lost before it; none for another's.
    mutating func cameBack(_ payload: [UInt8]) -> [Marker] {
        guard let index = underWay.firstIndex(where: { $0.payload == payload }) else { return [] }
        defer { underWay.removeSubrange(...index) }
        return Array(underWay[...index])
    }

    /// The owners of all that are under way.
    var owners: Set<Name> { Set(underWay.flatMap(\.owners)) }

    /// The one that is under way for longest.
    var first: Marker? { underWay.first }
}

extension Message {
    /// A marker of the history service.
    static func fence(_ topic: String, id: String) -> Message {
        Message(topic: topic, payload: Array("{\"_type\":\"fence\",\"id\":\"\(id)\"}".utf8))
    }
}
