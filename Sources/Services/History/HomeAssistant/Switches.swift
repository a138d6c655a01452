import Messages
import Tracking

/// What somebody sets by a plain text, as Home Assistant's switches and buttons do.
struct Switches: Sendable {
    /// How many commands were set in this life.
    private var commands = 0

    /// Takes in such a text; of a tracker that nobody knows nothing can be set.
    mutating func set(
        _ message: Message, _ what: String, of device: DeviceID, in watches: Watches, _ batch: inout Batch
    ) throws {
        guard !message.retained, !message.payload.isEmpty, let index = watches.index(of: device) else { return }
        let topics = watches.configuration.topics
        let text = String(decoding: message.payload.prefix(64), as: UTF8.self)
        switch what {
        case "power":
            guard let power = Power(rawValue: text) else {
                return try batch.quarantine(message, Self.refusal("on or off", text))
            }
            guard let wanted = watches.trackers[index].wish(for: power) else { return }
            batch.answer(Message(topic: topics.desired(device), payload: wanted.encoded(), retained: true))
        case "command":
            guard let verb = Command.Verb(rawValue: text), verb != .unregister else {
                return try batch.quarantine(message, Self.refusal("ring, stop-ring or locate", text))
            }
            // A tracker obeys an id once, and a text has none.
            commands += 1
            let command = Command(id: "set-\(batch.now.milliseconds)-\(commands)", verb: verb)
            batch.answer(Message(topic: topics.command(device), payload: command.encoded()))
        default: return
        }
    }

    private static func refusal(_ expected: String, _ found: String) -> MessageError {
        MessageError(.range, field: "payload", expected: expected, found: "\"\(found)\"")
    }
}

extension TrackerState {
    /// The desired state with another power, and everything else in it as it is; nil where it says so already.
    fileprivate func wish(for power: Power) -> Kept<DesiredState>? {
        let wanted = DesiredChange(power: power)
        if let wish, wanted.holds(in: wish.value) { return nil }
        return wanted.state(after: wish, reported: reported)
    }
}
