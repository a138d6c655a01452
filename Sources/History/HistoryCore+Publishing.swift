import Alerts
import Messages
import Ranging
import Store
import Tracking

extension HistoryCore {
    /// A fix older than this on arrival belongs to a backlog, in milliseconds.
    private static let backlogAge: Int64 = 60_000

    /// A batch of more trackers is a burst: then their states are not told beside the bus, which costs ingest nothing.
    private static let mostStatesTold = 1000

    /// Notes that a tracker is to be told that a fix is stored; of a copy too, for it had not heard the first time.
    mutating func acknowledge(_ mark: FixMark, tracker index: Int, _ fix: Fix, at now: Timestamp) {
        touch(index)
        let isOld = now.milliseconds - fix.time.milliseconds > Self.backlogAge
        trackers[index].owes(mark, isBacklog: isOld)
    }

    /// Ends a batch: saves what changed and gathers what is to be published once it is committed.
    mutating func conclude(at now: Timestamp, _ transaction: inout StoreTransaction) throws -> [Message] {
        var messages: [Message] = []
        for index in touched {
            // Worked on apart: calls on self would hold the array, and each change in place would copy all of it.
            var tracker = trackers[index]
            tracker.isTouched = false
            tracker.hasFreshState = true
            try saveEngine(&tracker, at: now, &transaction)
            if tracker.owesState(at: now, configuration) {
                let message = try state(of: &tracker, at: now, &transaction)
                if keptStates != .none { newStates.append(message) }
                messages.append(message)
            } else if keptStates == .all, touched.count <= Self.mostStatesTold {
                newStates.append(stateMessage(stateNow(of: tracker, at: now).encoded(), of: tracker))
            }
            if let announcement = announce(&tracker) { messages.append(announcement) }
            if tracker.isStoredDue(at: now, configuration) {
                messages += try stored(&tracker, at: now, &transaction)
            }
            trackers[index] = tracker
        }
        touched.removeAll(keepingCapacity: true)
        defer { (requests, answers) = ([], []) }
        return messages + answers + outbox.takeReady() + requests
    }

    private func saveEngine(
        _ tracker: inout TrackerState,
        at now: Timestamp,
        _ transaction: inout StoreTransaction
    ) throws {
        let engine = tracker.watch.engine
        guard engine != tracker.savedEngine else { return }
        try transaction.saveAlertState(Array(engine.record.utf8), of: tracker.watch.device, at: now)
        tracker.savedEngine = engine
    }

    private func state(
        of tracker: inout TrackerState,
        at now: Timestamp,
        _ transaction: inout StoreTransaction
    ) throws -> Message {
        let watch = tracker.watch
        let message = stateNow(of: tracker, at: now)
        let payload = message.encoded()
        try transaction.saveDocument(
            DocumentRow(device: watch.device, kind: .state, payload: payload, updated: now)
        )
        if let evidence = watch.evidence(at: now) {
            try transaction.saveDocument(
                DocumentRow(device: watch.device, kind: .evidence, payload: evidence.encoded(), updated: now)
            )
        }
        tracker.shown = TrackerState.Shown(
            level: message.level,
            mode: tracker.activeMode,
            item: tracker.item,
            place: message.place,
            with: message.with,
            episode: message.episode,
            unreachableSince: message.unreachableSince,
            waitingFor: message.waitingFor,
            at: now
        )
        tracker.hasFreshState = false
        return stateMessage(payload, of: tracker)
    }

    private func stateMessage(_ payload: [UInt8], of tracker: TrackerState) -> Message {
        Message(topic: configuration.topics.state(tracker.watch.device), payload: payload, retained: true)
    }

    private func stateNow(of tracker: TrackerState, at now: Timestamp) -> StateMessage {
        let watch = tracker.watch
        let (interval, waiting) = (watch.posterior?.interval, watch.waiting(at: now))
        return StateMessage(
            level: watch.level(at: now),
            distance: watch.posterior?.distance,
            low: interval?.lowerBound,
            high: interval?.upperBound,
            since: watch.since(at: now),
            activeMode: tracker.activeMode,
            battery: tracker.battery,
            position: watch.lastFix.map(Position.init),
            item: tracker.item,
            episode: watch.engine.episode,
            place: watch.staying?.name.text,
            with: watch.with,
            unreachableSince: tracker.requests.unreachableSince,
            waitingFor: waiting?.awaited,
            waitingSince: waiting?.since
        )
    }

    private func stored(
        _ tracker: inout TrackerState,
        at now: Timestamp,
        _ transaction: inout StoreTransaction
    ) throws -> [Message] {
        let device = tracker.watch.device
        var messages: [Message] = []
        for boot in tracker.earlierBoots.sorted() + [tracker.boot].compactMap(\.self) {
            let through = try transaction.contiguousThrough(device, boot: boot)
            guard through > 0 else { continue }
            let payload = StoredMessage(mark: FixMark(boot: boot, sequence: through)).encoded()
            messages.append(
                Message(topic: configuration.topics.stored(device), payload: payload, retained: true)
            )
        }
        (tracker.owesStored, tracker.hurriesStored, tracker.storedAt) = (false, false, now)
        tracker.earlierBoots = []
        return messages
    }

    /// Writes an alert into the outbox, together with the fix that raised it.
    mutating func alert(
        _ change: AlertChange,
        of index: Int,
        at now: Timestamp,
        _ transaction: inout StoreTransaction
    ) throws {
        let tracker = trackers[index]
        let device = tracker.watch.device
        let link = configuration.consoleURL.map { "\($0)/items/\(device)" }
        let message = AlertMessage(
            id: change.id,
            event: change.event,
            level: change.level,
            previous: change.previous,
            threshold: change.threshold,
            distance: change.distance,
            confidence: change.confidence,
            owner: device.owner,
            tracker: device.device,
            item: tracker.item,
            time: change.time,
            lastPosition: tracker.watch.lastFix.map(Position.init),
            link: link,
            episode: change.episode
        )
        let payload = message.encoded()
        let topic = configuration.topics.alert(device)
        let row = AlertRow(change, of: device, payload, tracker.watch.evidence(at: now))
        try transaction.insert(row)
        if keepsNewAlerts { newAlerts.append(row) }
        try transaction.enqueue(
            OutboxRow(id: change.id, device: device, topic: topic, payload: payload, created: now)
        )
        outbox.add(change.id, Message(topic: topic, payload: payload))
    }
}

extension AlertRow {
    init(_ change: AlertChange, of device: DeviceID, _ payload: [UInt8], _ evidence: EvidenceMessage?) {
        self.init(
            id: change.id,
            device: device,
            event: change.event.rawValue,
            level: change.level.rawValue,
            previous: change.previous.rawValue,
            threshold: change.threshold,
            distance: change.distance,
            confidence: change.confidence,
            time: change.time,
            episode: change.episode,
            payload: payload,
            evidence: evidence?.encoded()
        )
    }
}
