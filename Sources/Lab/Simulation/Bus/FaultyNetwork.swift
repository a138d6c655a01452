import Messages
import Tracking

/// A network that loses, doubles and delays positions by chance.
struct FaultyNetwork: Sendable {
    var faults = Scenario.MessageFaults()
    var generator: SplitMix
    private var serial = 0
    private var delayed: [(due: Timestamp, serial: Int, message: Message)] = []

    init(generator: SplitMix) { self.generator = generator }

    /// Everything but positions passes unharmed: only of those can a tracker notice the loss.
    ///
    /// Answers with how many copies are to be handed on at once.
    mutating func pass(_ message: Message, at now: Timestamp) -> Int {
        guard faults != Scenario.MessageFaults(), message.topic.hasPrefix("owntracks/") else { return 1 }
        if generator.unit() < faults.drop { return 0 }
        let copies = generator.unit() < faults.duplicate ? 2 : 1
        let reorder = faults.reorder.milliseconds
        guard reorder > 0 else { return copies }
        for _ in 0..<copies {
            let due = now.milliseconds + Int64(generator.unit() * Double(reorder))
            serial += 1
            delayed.append((Timestamp(milliseconds: due), serial, message))
        }
        return 0
    }

    /// The delayed messages whose time has come, in the order of their times.
    mutating func release(at now: Timestamp) -> [Message] {
        guard !delayed.isEmpty else { return [] }
        let due = delayed.filter { $0.due <= now }.sorted { ($0.due, $0.serial) < ($1.due, $1.serial) }
        guard !due.isEmpty else { return [] }
        delayed.removeAll { $0.due <= now }
        return due.map(\.message)
    }
}
