internal import Messages
internal import Tracking

/// A message that has to go to a tracker behind a cloud.
struct CloudErrand {
    let tracker: DeviceID
    let message: Message

    /// What of it stays the same when the broker sends it again.
    var identity: Identity { Identity(topic: message.topic, payload: message.payload) }

    struct Identity: Hashable {
        let topic: String
        let payload: [UInt8]
    }

    /// Nil for what no tracker obeys, such as a command that the broker has kept.
    init?(_ message: Message, _ topics: Topics, at now: Timestamp) {
        guard let tracker = topics.device(of: message.topic), Downlink(message, topics: topics, at: now) != nil else {
            return nil
        }
        (self.tracker, self.message) = (tracker, message.written)
    }

    /// What a tracker behind a cloud is told: as much as it would subscribe to by itself.
    ///
    /// Nothing is kept of what is stored while nobody is there: a tracker that has not heard it sends its fixes again, and
    /// hears of them then.
    static func subscriptions(of tracker: DeviceID, _ topics: Topics) -> [BusSession.Subscription] {
        [topics.desired(tracker), topics.command(tracker), topics.ownTracksCommand(tracker)].map { .init($0) }
            + [.init(topics.stored(tracker), .atMostOnce)]
    }
}
