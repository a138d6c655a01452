internal import DequeModule
internal import Messages

/// What is to be sent, in order, and how much of it is on its way: a pure value.
struct Outbox {
    private let limit: Int
    private var waiting: Deque<Message> = []
    /// Messages of quality 1 handed to the line and not confirmed yet.
    private(set) var inFlight = 0
    /// Messages of quality 1 ever taken in, and those that are done with.
    private(set) var accepted = 0
    private(set) var settled = 0

    init(limit: Int) { self.limit = limit }
    var count: Int { waiting.count + inFlight }
    var isFull: Bool { count >= limit }

    mutating func append(_ message: Message) {
        if message.quality > .atMostOnce { accepted += 1 }
        waiting.append(message)
    }

    /// Takes the next messages for sending, with at most `window` of quality 1 unconfirmed.
    mutating func dequeue(window: Int) -> [Message] {
        var taken: [Message] = []
        while taken.count < window, let next = waiting.first {
            if next.quality > .atMostOnce {
                guard inFlight < window else { break }
                inFlight += 1
            }
            taken.append(next)
            waiting.removeFirst()
        }
        return taken
    }

    /// Notes that so many of those in flight are confirmed or refused.
    mutating func confirm(_ number: Int) {
        inFlight -= number
        settled += number
    }

    /// Forgets the messages of quality 0, which nobody waits for, and returns how many there were.
    mutating func dropUnassured() -> Int {
        let before = waiting.count
        waiting.removeAll { $0.quality == .atMostOnce }
        return before - waiting.count
    }
}
