import Alerts
import Messages
import Store
import Tracking

/// What Home Assistant is told, and what it asks for.
extension HistoryCore {
    /// That the service is there, or is going.
    func status(_ availability: Availability) -> Message {
        configuration.status(availability)
    }

    /// Tells Home Assistant of all items.
    mutating func announcements() -> [Message] {
        guard configuration.homeAssistant else { return [] }
        return trackers.indices.map { index in
            let announcement = announcement(of: trackers[index])
            trackers[index].announced = announcement
            return announcement.message(configuration.topics)
        }
    }

    func announcement(of tracker: TrackerState) -> DiscoveryMessage {
        let device = tracker.watch.device
        return DiscoveryMessage(
            device: device,
            item: tracker.item,
            model: tracker.reported?.model,
            firmware: tracker.reported?.firmware,
            version: configuration.version,
            link: configuration.consoleURL.map { "\($0)/items/\(device)" },
            hasNamesake: namesakes[device.device, default: 0] > 1
        )
    }

    /// Tells Home Assistant of an item when what there is to tell has changed.
    func announce(_ tracker: inout TrackerState) -> Message? {
        guard configuration.homeAssistant else { return nil }
        let announcement = announcement(of: tracker)
        if tracker.announced == announcement { return nil }
        tracker.announced = announcement
        return announcement.message(configuration.topics)
    }

    /// A tracker of this name has come, or gone: where two owners have one, each is told under another topic.
    mutating func countNamesake(_ name: Name, by change: Int) {
        let before = namesakes[name, default: 0]
        namesakes[name] = before + change == 0 ? nil : before + change
        guard configuration.homeAssistant, (before > 1) != (before + change > 1) else { return }
        for index in trackers.indices where trackers[index].watch.device.device == name {
            let device = trackers[index].watch.device
            answers.append(Self.emptied(configuration.topics.homeAssistantConfig(device, hasNamesake: before > 1)))
            touch(index)
        }
    }

    /// Home Assistant has started: it may have forgotten everything.
    mutating func homeAssistantStatus(_ message: Message) {
        guard message.payload.elementsEqual("online".utf8), !message.retained else { return }
        answers += announcements()
    }

    /// Takes in what somebody sets by a plain text, as Home Assistant's switches and buttons do.
    ///
    /// Of a tracker that nobody knows nothing can be set.
    mutating func set(
        _ message: Message,
        _ what: String,
        of device: DeviceID,
        at now: Timestamp,
        _ transaction: inout StoreTransaction
    ) throws {
        guard !message.retained, !message.payload.isEmpty, let index = indices[device] else { return }
        let text = String(decoding: message.payload.prefix(64), as: UTF8.self)
        switch what {
        case "power":
            guard let power = Power(rawValue: text) else {
                return try quarantine(message, Self.refusal("on or off", text), at: now, &transaction)
            }
            setPower(power, index)
        case "command":
            guard let verb = Command.Verb(rawValue: text), verb != .unregister else {
                return try quarantine(message, Self.refusal("ring, stop-ring or locate", text), at: now, &transaction)
            }
            // A tracker obeys an id once, and a text has none.
            commandsSet += 1
            let command = Command(id: "set-\(now.milliseconds)-\(commandsSet)", verb: verb)
            answers.append(Message(topic: configuration.topics.command(device), payload: command.encoded()))
        default:
            return
        }
    }

    private static func refusal(_ expected: String, _ found: String) -> MessageError {
        MessageError(.range, field: "payload", expected: expected, found: "\"\(found)\"")
    }

    /// Writes the desired state as everything else in it is.
    private mutating func setPower(_ power: Power, _ index: Int) {
        let (wish, known) = (Wish(power: power), trackers[index].wish)
        if let known, wish.holds(in: known.value) { return }
        let wanted = wish.state(after: known, reported: trackers[index].reported)
        let topic = configuration.topics.desired(trackers[index].watch.device)
        answers.append(Message(topic: topic, payload: wanted.encoded(), retained: true))
    }
}
