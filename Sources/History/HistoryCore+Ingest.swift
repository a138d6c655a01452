import Alerts
import Messages
import Ranging
import Store
import Tracking

extension HistoryCore {
    /// Takes in one message of a batch.
    mutating func take(_ message: Message, at now: Timestamp, _ transaction: inout StoreTransaction) throws {
        let topic = configuration.topics.parse(message.topic)
        if !departures.isEmpty, try departing(message, topic, at: now, &transaction) { return }
        if case .location(let device) = topic { return try location(message, of: device, at: now, &transaction) }
        // What has come before another message counts before it.
        if !run.isEmpty { try handOn(at: now, &transaction) }
        switch topic {
        case .event(let device), .waypoint(let device):
            try placeEvent(message, of: device, at: now, &transaction)
        case .reported(let device):
            try document(message, .reported, of: device, at: now, &transaction)
        case .desired(let device):
            try document(message, .desired, of: device, at: now, &transaction)
        case .availability(let device):
            try document(message, .availability, of: device, at: now, &transaction)
        case .rules(let device):
            try rules(message, of: device, at: now, &transaction)
        case .result(let device):
            try result(message, of: device, at: now, &transaction)
        case .proximity(let device):
            try proximity(message, of: device, at: now, &transaction)
        case .gatewayStatus(let gateway):
            try gatewayStatus(message, of: gateway, at: now, &transaction)
        case .ownTracksCommand(let device):
            try command(message, for: device, at: now, &transaction)
        case .alert:
            if let alert = try? AlertMessage(decoding: message.payload), outbox.cameBack(alert.id) {
                try transaction.removeOutbox(alert.id)
            }
        case .set(let device, let what):
            try set(message, what, of: device, at: now, &transaction)
        case .homeAssistantStatus:
            homeAssistantStatus(message)
        case .fence:
            outbox.fenceCameBack(message.payload)
        case nil:
            try strange(message, at: now, &transaction)
        default:
            break
        }
    }

    /// What phones say below a device's topic besides, and no position of ours.
    private static let ownTracksSubtopics: Set<Substring> = [
        "info", "beacon", "waypoints", "dump", "step", "status", "request", "msg",
    ]

    private func strange(
        _ message: Message,
        at now: Timestamp,
        _ transaction: inout StoreTransaction
    ) throws {
        let levels = message.topic.split(separator: "/", omittingEmptySubsequences: false)
        if levels.count == 4, let last = levels.last, Self.ownTracksSubtopics.contains(last) { return }
        let sentence = "topic: \(configuration.topics.positions)/OWNER/DEVICE is expected"
        try quarantine(message, reason: MessageError.Reason.topic.rawValue, sentence, at: now, &transaction)
    }

    /// Keeps a message that cannot be read, with the reason.
    func quarantine(
        _ message: Message,
        _ error: MessageError,
        at now: Timestamp,
        _ transaction: inout StoreTransaction
    ) throws {
        try quarantine(message, reason: error.reason.rawValue, "\(error)", at: now, &transaction)
    }

    /// What a message says; nil for one that cannot be read, which is kept with the reason.
    func read<Value: Payload>(
        _ message: Message,
        as type: Value.Type = Value.self,
        at now: Timestamp,
        _ transaction: inout StoreTransaction
    ) throws -> Value? {
        do { return try Value(decoding: message.payload) } catch {
            try quarantine(message, error, at: now, &transaction)
            return nil
        }
    }

    func quarantine(
        _ message: Message,
        reason: String,
        _ sentence: String,
        at now: Timestamp,
        _ transaction: inout StoreTransaction
    ) throws {
        try transaction.quarantine(
            QuarantineRow(
                received: now,
                topic: message.topic,
                payload: message.payload,
                reason: reason,
                sentence: sentence
            )
        )
    }

    /// The index of a tracker, which is made when it is new.
    mutating func tracker(_ device: DeviceID) -> Int {
        if let index = indices[device] { return index }
        var watch = ItemWatch(device: device, thresholds: configuration.thresholds)
        watch.localTime = configuration.localTime
        let scale = owners[device.owner]?.scale ?? .real
        return add(TrackerState(watch: watch, item: device.device.text, scale: scale))
    }

    @discardableResult
    mutating func add(_ tracker: TrackerState) -> Int {
        let device = tracker.watch.device
        trackers.append(tracker)
        indices[device] = trackers.count - 1
        countNamesake(device.device, by: 1)
        owners[device.owner, default: OwnerState()].trackers.append(trackers.count - 1)
        return trackers.count - 1
    }
}

extension StoredFix {
    init(_ location: LocationMessage, _ fix: Fix, of device: DeviceID, received: Timestamp) {
        let kept = location.keptKeys(of: device)
        self.init(
            device: device,
            fix: fix,
            mark: location.mark,
            mode: location.mode,
            source: location.source,
            trigger: location.trigger,
            connection: location.connection,
            battery: location.battery,
            gateway: location.gateway,
            received: received,
            extra: kept.isEmpty ? nil : ExtraKey.object(kept)
        )
    }
}
