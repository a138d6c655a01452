public import Tracking

extension Downlink {
    /// What a message tells a tracker; nil when it is nothing for it.
    public init?(_ message: Message, topics: Topics, at now: Timestamp) {
        switch topics.parse(message) {
        case .desired:
            guard let desired = try? message.decoded(as: DesiredState.self) else { return nil }
            self = .desired(desired)
        case .command:
            guard !message.retained, let command = try? Command(decoding: message.payload) else { return nil }
            self = .command(command)
        case .ownTracksCommand:
            guard !message.retained, let command = try? OwnTracksCommand(decoding: message.payload),
                command.action == OwnTracksCommand.reportLocation
            else { return nil }
            self = .command(Command(id: "owntracks-\(now.milliseconds)", verb: .locate))
        case .stored:
            guard let stored = try? message.decoded(as: StoredMessage.self) else { return nil }
            self = .stored(stored.mark)
        default: return nil
        }
    }
}
