import Messages
import Tracking

/// What somebody sets by a plain text, as Home Assistant's switches, numbers and buttons do.
struct Switches: Sendable {
    /// How many commands were set in this life.
    private var commands = 0
    /// What was set, and may be under way to the broker still: the next text counts on from there.
    private var wishes: [DeviceID: Underway<Kept<DesiredState>>] = [:]
    private var rules: [DeviceID: Underway<Kept<ItemRules>>] = [:]

    private struct Underway<Value: Sendable>: Sendable {
        let value: Value
        let since: Timestamp
    }

    /// What has not come back from the broker after so many milliseconds has been lost.
    private static let patience: Int64 = 10_000

    /// Forgets a tracker.
    mutating func remove(_ device: DeviceID) { (wishes[device], rules[device]) = (nil, nil) }

    /// Forgets what a batch has set that could not be stored.
    mutating func forget() { (wishes, rules) = ([:], [:]) }

    /// Notes that rules have come back from the broker.
    mutating func heardRules(_ message: Message, of device: DeviceID) {
        if rules[device]?.value.encoded() == message.payload { rules[device] = nil }
    }

    /// Takes in such a text; of a tracker that nobody knows nothing can be set.
    mutating func set(
        _ message: Message, _ what: String, of device: DeviceID, in watches: Watches, _ batch: inout Batch
    ) throws {
        guard !message.retained, !message.isEmpty, let index = watches.index(of: device) else { return }
        let (tracker, topics) = (watches.trackers[index], watches.configuration.topics)
        let text = PlainText(message.payload)
        do throws(MessageError) {
            if !tracker.isControllable, Self.forTrackers.contains(what) { throw Self.refusal(of: device) }
            switch what {
            case "power": want(DesiredChange(power: try text.word("on or off")), of: tracker, topics, &batch)
            case "mode":
                want(DesiredChange(mode: try text.word("auto, bluetooth or cellular")), of: tracker, topics, &batch)
            case "interval": want(DesiredChange(reportEvery: try text.seconds()), of: tracker, topics, &batch)
            case "warning": try set(.warning, text, of: tracker, topics, &batch)
            case "critical": try set(.critical, text, of: tracker, topics, &batch)
            case "lost": try mark(text, tracker, topics, &batch)
            case "command": try order(text, device, topics, &batch)
            default: return
            }
        } catch { try batch.quarantine(message, error) }
    }

    /// What only a tracker can do that reads what it is told.
    private static let forTrackers: Set<String> = ["power", "mode", "interval", "command"]

    private static func refusal(of device: DeviceID) -> MessageError {
        let expected = "an item whose tracker can be told something"
        return MessageError(.range, field: "topic", expected: expected, found: "\(device), which speaks OwnTracks only")
    }

    /// Has a tracker be what somebody wants, and leaves everything else as it is; says nothing where it is so already.
    private mutating func want(
        _ change: DesiredChange, of tracker: TrackerState, _ topics: Topics, _ batch: inout Batch
    ) {
        let device = tracker.watch.device
        var last = tracker.wish
        if let underway = wishes[device], !underway.since.isApart(Self.patience, from: batch.now),
            underway.value.value.version > last?.value.version ?? 0
        {
            last = underway.value
        }
        if let last, change.holds(in: last.value) { return }
        let wanted = change.state(after: last, reported: tracker.reported)
        wishes[device] = Underway(value: wanted, since: batch.now)
        batch.answer(Message(topic: topics.desired(device), payload: wanted.encoded(), retained: true))
    }

    /// Sets one distance, and leaves the other as it is.
    private mutating func set(
        _ distance: PlainText.Distance,
        _ text: PlainText,
        of tracker: TrackerState,
        _ topics: Topics,
        _ batch: inout Batch
    ) throws(MessageError) {
        var wanted = wantedRules(of: tracker, batch)
        let old = wanted.value.thresholds ?? tracker.thresholds
        let new = try text.thresholds(after: old, changing: distance)
        if new == old { return }
        wanted.value.thresholds = new
        try set(wanted, of: tracker, topics, &batch)
    }

    /// Marks an item as lost, or takes that back; one that is marked keeps its note and since when it is.
    private mutating func mark(
        _ text: PlainText, _ tracker: TrackerState, _ topics: Topics, _ batch: inout Batch
    ) throws(MessageError) {
        let mark: PlainText.Mark = try text.word("on or off")
        var wanted = wantedRules(of: tracker, batch)
        guard (mark == .on) != (wanted.value.lost != nil) else { return }
        wanted.value.lost = mark == .on ? LostMark(since: batch.now) : nil
        try set(wanted, of: tracker, topics, &batch)
    }

    /// The rules of a tracker as they were set last, though that may be under way still.
    private func wantedRules(of tracker: TrackerState, _ batch: borrowing Batch) -> Kept<ItemRules> {
        guard let underway = rules[tracker.watch.device], !underway.since.isApart(Self.patience, from: batch.now)
        else { return tracker.rules }
        return underway.value
    }

    private mutating func set(
        _ wanted: Kept<ItemRules>, of tracker: TrackerState, _ topics: Topics, _ batch: inout Batch
    ) throws(MessageError) {
        let device = tracker.watch.device
        let payload = wanted.encoded()
        guard payload.count <= MessageError.largestPayload else {
            let limit = "rules of at most \(MessageError.largestPayload) bytes with it"
            throw MessageError(.size, field: "payload", expected: limit, found: "\(payload.count)")
        }
        rules[device] = Underway(value: wanted, since: batch.now)
        batch.answer(Message(topic: topics.rules(device), payload: payload, retained: true))
    }

    /// A tracker obeys an id once, and a text has none.
    private mutating func order(
        _ text: PlainText, _ device: DeviceID, _ topics: Topics, _ batch: inout Batch
    ) throws(MessageError) {
        let expected = "ring, stop-ring or locate"
        let verb: Command.Verb = try text.word(expected)
        if verb == .unregister { throw text.refusal(expected) }
        commands += 1
        let command = Command(id: "set-\(batch.now.milliseconds)-\(commands)", verb: verb)
        batch.answer(Message(topic: topics.command(device), payload: command.encoded()))
    }
}
