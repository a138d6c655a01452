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
        switch topic {
        case .location(let device):
            try location(message, of: device, at: now, &transaction)
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
        case .proximity(let device):
            try proximity(message, of: device, at: now, &transaction)
        case .gatewayStatus(let gateway):
            try gatewayStatus(message, of: gateway, at: now, &transaction)
        case .alert:
            if let alert = try? AlertMessage(decoding: message.payload), outbox.cameBack(alert.id) {
                try transaction.markSent(alert.id, at: now)
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

    /// What phones say on a device's own topic besides.
    private static let otherTypes: Set<String> = [
        "\"lwt\"", "\"status\"", "\"card\"", "\"cmd\"", "\"configuration\"", "\"steps\"", "\"waypoints\"", "\"beacon\"",
        "\"transition\"", "\"waypoint\"", "\"request\"",
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

    private func quarantine(
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

    private mutating func location(
        _ message: Message,
        of device: DeviceID,
        at now: Timestamp,
        _ transaction: inout StoreTransaction
    ) throws {
        // An empty message takes a retained position back.
        if message.payload.isEmpty { return }
        let location: LocationMessage
        do {
            location = try LocationMessage(decoding: message.payload)
        } catch {
            if error.field == "_type", let type = error.found, Self.otherTypes.contains(type) { return }
            return try quarantine(message, error, at: now, &transaction)
        }
        var fix = location.fix
        fix.time = Timestamp(milliseconds: fix.time.milliseconds - clockOffset(of: device, location, at: now))
        if fix.time.milliseconds > now.milliseconds + LocationMessage.futureLimit {
            transaction.count(.future)
            let ahead = (fix.time.milliseconds - now.milliseconds) / 1000
            let sentence = "tst: at most 60 s in the future is expected, found \(ahead) s"
            if let mark = location.mark {
                // It would be refused as often as it came, and hold up all that its tracker keeps behind it.
                let isNew = try transaction.receive(mark, of: device, at: now)
                acknowledge(mark, of: device, fix, isNew: isNew, at: now)
                guard isNew else { return }
            }
            return try quarantine(message, reason: "future", sentence, at: now, &transaction)
        }
        let stored = StoredFix(location, fix, of: device, received: now)
        let isNew = try transaction.insert(stored, notBefore: keptSince(device, at: now))
        if isNew, keepsNewFixes { newFixes.append(stored) }
        if let mark = location.mark { acknowledge(mark, of: device, fix, isNew: isNew, at: now) }
        if isNew { try moved(device, location, fix, at: now, &transaction) }
    }

    /// How far a device's clock is ahead, in milliseconds, when that is more than any delay explains.
    ///
    /// A message cannot arrive before it was made. One that seems to shows a clock ahead by at least that much.
    private mutating func clockOffset(
        of device: DeviceID,
        _ location: LocationMessage,
        at now: Timestamp
    ) -> Int64 {
        guard let created = location.createdAt else { return clocks[device] ?? 0 }
        let ahead = created.milliseconds - now.milliseconds
        guard ahead > LocationMessage.futureLimit else {
            if clocks[device] != nil { clocks[device] = nil }
            return 0
        }
        // `created_at` counts whole seconds: what differs by less is the same offset.
        if let known = clocks[device], ahead < known + 2000 { return known }
        clocks[device] = ahead
        return ahead
    }

    private mutating func moved(
        _ device: DeviceID,
        _ location: LocationMessage,
        _ fix: Fix,
        at now: Timestamp,
        _ transaction: inout StoreTransaction
    ) throws {
        if now.milliseconds - fix.time.milliseconds > ItemWatch.late.milliseconds { transaction.count(.late) }
        if phones.isPhone(device, sendsMarks: location.mark != nil) {
            return try ownerMoved(device.owner, fix, at: now, &transaction)
        }
        let isThing = location.mark != nil || phones.isCertain(for: device.owner) || indices[device] != nil
        guard isThing else { return }
        let index = tracker(device)
        // Order of arrival does not matter: an older fix says nothing of how the tracker is now.
        if trackers[index].watch.lastFix.map({ $0.time <= fix.time }) ?? true {
            if let battery = location.battery { trackers[index].battery = battery }
            if let mode = location.mode { trackers[index].activeMode = mode }
            trackers[index].gateway = location.gateway
        }
        touch(index)
        let track = owners[device.owner, default: OwnerState()].track
        let relay = location.gateway.map { Relay($0, standing(of: $0, for: device.owner)) }
        if let change = trackers[index].watch.located(fix, through: relay, owner: track, now: now) {
            try alert(change, of: index, at: now, &transaction)
        }
    }

    private mutating func ownerMoved(
        _ owner: Name,
        _ fix: Fix,
        at now: Timestamp,
        _ transaction: inout StoreTransaction
    ) throws {
        owners[owner, default: OwnerState()].track.insert(fix)
        guard let state = owners[owner] else { return }
        for index in state.trackers where !trackers[index].watch.isSettled {
            touch(index)
            if let change = trackers[index].watch.ownerMoved(state.track, now: now) {
                try alert(change, of: index, at: now, &transaction)
            }
        }
    }

    /// The index of a tracker, which is made when it is new.
    mutating func tracker(_ device: DeviceID) -> Int {
        if let index = indices[device] { return index }
        var watch = ItemWatch(device: device, thresholds: configuration.thresholds)
        watch.localTime = configuration.localTime
        return add(TrackerState(watch: watch, item: device.device.text))
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
            extra: location.extra.isEmpty ? nil : ExtraKey.object(location.extra)
        )
    }
}
