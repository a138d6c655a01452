internal import DequeModule
internal import Messages

/// The messages of quality 1 that the broker has not answered for, and the identifiers of packets: a pure value.
///
/// They outlive a connection: the next one sends them again, in their order.
struct Flight {
    /// Most messages at once, which leaves identifiers for subscriptions.
    static let most = 60_000

    private struct Sent {
        let message: Message
        /// The how manyth it was.
        let order: Int
        /// It has been written, on this connection or on one before whose session the broker has kept.
        var isRepeated = false
        /// It has been written on this connection.
        var isUnderWay = false
    }

    /// A message to be written now.
    struct Departure {
        let identifier: UInt16
        let message: Message
        let isRepeated: Bool
    }

    private var messages: [UInt16: Sent] = [:]
    /// Those to be written on this connection; an entry whose order is no longer its identifier's counts for nothing.
    private var waiting: Deque<(identifier: UInt16, order: Int)> = []
    private var reserved: Set<UInt16> = []
    private var lastIdentifier: UInt16 = 0
    private var lastOrder = 0
    private var underWay = 0
    private var quota = 0

    /// Forgets the connection before.
    mutating func beginConnection() {
        (waiting, reserved, underWay, quota) = ([], [], 0, 0)
        for identifier in messages.keys { messages[identifier]?.isUnderWay = false }
    }

    /// The broker takes so many at once from now on; whether it knows of those before tells `isResumed`.
    mutating func begin(quota: UInt16, isResumed: Bool) {
        self.quota = Int(quota)
        if !isResumed { for identifier in messages.keys { messages[identifier]?.isRepeated = false } }
        waiting = Deque(
            messages.map { (identifier: $0.key, order: $0.value.order) }.sorted { $0.order < $1.order }
        )
    }

    /// Takes a message in; false without an identifier for it.
    mutating func add(_ message: Message) -> Bool {
        guard messages.count < Self.most, let identifier = nextIdentifier() else { return false }
        lastOrder += 1
        messages[identifier] = Sent(message: message, order: lastOrder)
        waiting.append((identifier, lastOrder))
        return true
    }

    /// An identifier for another packet, until it is released; nil without one.
    mutating func reserve() -> UInt16? {
        guard let identifier = nextIdentifier() else { return nil }
        reserved.insert(identifier)
        return identifier
    }

    mutating func release(_ identifier: UInt16) { reserved.remove(identifier) }

    /// The next message to be written, if the broker takes one more.
    mutating func next() -> Departure? {
        while underWay < quota, let (identifier, order) = waiting.popFirst() {
            guard let sent = messages[identifier], sent.order == order else { continue }
            messages[identifier]?.isRepeated = true
            messages[identifier]?.isUnderWay = true
            underWay += 1
            return Departure(identifier: identifier, message: sent.message, isRepeated: sent.isRepeated)
        }
        return nil
    }

    /// Whether there is none that was written on this connection and not answered for.
    var isIdle: Bool { underWay == 0 }

    /// Whether there is a message that may be written.
    var hasNext: Bool { underWay < quota && !waiting.isEmpty }

    /// The broker has answered for one, or it cannot be sent; tells whether there was such a one.
    mutating func remove(_ identifier: UInt16) -> Bool {
        guard let sent = messages.removeValue(forKey: identifier) else { return false }
        if sent.isUnderWay { underWay -= 1 }
        return true
    }

    /// Drops messages, and returns how many.
    mutating func drop(where isDropped: (Message) -> Bool) -> Int {
        let before = messages.count
        for (identifier, sent) in messages where isDropped(sent.message) { _ = remove(identifier) }
        return before - messages.count
    }

    private mutating func nextIdentifier() -> UInt16? {
        guard messages.count + reserved.count < Int(UInt16.max) else { return nil }
        repeat { lastIdentifier = lastIdentifier == .max ? 1 : lastIdentifier + 1 } while isTaken(lastIdentifier)
        return lastIdentifier
    }

    private func isTaken(_ identifier: UInt16) -> Bool {
        messages[identifier] != nil || reserved.contains(identifier)
    }
}
