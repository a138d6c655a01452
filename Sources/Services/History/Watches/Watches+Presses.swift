import Alerts
import Messages
import Tracking

extension Watches {
    /// A press that was told longer ago than this, in milliseconds, does nothing any more: its owner has given up since.
    private static let pressLife: Int64 = 60_000

    /// Takes in a press of an item's button, and does what its rules say; `phone` is its owner's, nil for not known.
    mutating func pressed(_ message: Message, of device: DeviceID, phone: DeviceID?, _ batch: inout Batch) throws {
        guard !message.retained, !message.isEmpty, let index = index(of: device),
            let press = try batch.read(message, as: ButtonMessage.self),
            !batch.now.isApart(Self.pressLife, from: gateways.corrected(press.time, of: press.gateway))
        else { return }
        switch trackers[index].rules.value.presses[press.press] {
        case .acknowledge: acknowledge(index, &batch)
        case .locatePhone:
            guard let phone else { return }
            let payload = OwnTracksCommand(action: OwnTracksCommand.reportLocation).encoded()
            batch.request(Message(topic: configuration.topics.ownTracksCommand(phone), payload: payload))
        case nil: break
        }
    }

    /// The rules come back from the broker, and count then.
    private func acknowledge(_ index: Int, _ batch: inout Batch) {
        let tracker = trackers[index]
        var rules = tracker.rules
        guard let episode = tracker.watch.engine.episode, rules.value.acknowledged != episode else { return }
        rules.value.acknowledged = episode
        let topic = configuration.topics.rules(tracker.watch.device)
        batch.answer(Message(topic: topic, payload: rules.encoded(), retained: true))
    }
}
