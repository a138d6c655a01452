import Messages
import Tracking

/// A network that loses, doubles and delays positions by chance.
struct FaultyNetwork: Sendable {
    var drop = 0.0
    var duplicate = 0.0
    var reorderMilliseconds: Int64 = 0
    var generator: SplitMix
    private var delayed: [(due: Timestamp, message: Message)] = []

    init(generator: SplitMix) {
        self.generator = generator
    }

    /// Everything but positions passes unharmed: only of those can a tracker notice the loss.
    mutating func pass(_ message: Message, at now: Timestamp, _ accept: (Message) -> Void) {
        guard drop > 0 || duplicate > 0 || reorderMilliseconds > 0, message.topic.hasPrefix("owntracks/") else {
            return accept(message)
        }
        if generator.unit() < drop { return }
        let copies = generator.unit() < duplicate ? 2 : 1
        for _ in 0..<copies {
            guard reorderMilliseconds > 0 else {
                accept(message)
                continue
            }
            let due = now.milliseconds + Int64(generator.unit() * Double(reorderMilliseconds))
            delayed.append((Timestamp(milliseconds: due), message))
        }
    }

    mutating func release(at now: Timestamp, _ accept: (Message) -> Void) {
        guard !delayed.isEmpty else { return }
        let due = delayed.filter { $0.due <= now }.sorted { $0.due < $1.due }
        guard !due.isEmpty else { return }
        delayed.removeAll { $0.due <= now }
        for (_, message) in due { accept(message) }
    }
}
