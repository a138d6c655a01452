import Alerts
import Messages
import Store
import Tracking

extension Watches {
    /// A fix older than this on arrival belongs to a backlog, in milliseconds.
    private static let backlogAge: Int64 = 60_000

    /// A batch of more trackers is a burst: then their states are not told beside the bus, which costs ingest nothing.
    private static let mostStatesTold = 1000

    /// Notes that a tracker is to be told that a fix is stored; of a copy too, for it had not heard the first time.
    mutating func acknowledge(_ mark: FixMark, tracker index: Int, _ fix: Fix, at now: Timestamp) {
        touch(index)
        let isOld = now.milliseconds - fix.time.milliseconds > Self.backlogAge
        self[index].owes(mark, isBacklog: isOld)
    }

    /// Touches the trackers of which something is to be published by now.
    mutating func touchNews(at now: Timestamp) {
        for index in trackers.indices {
            // Most are in no room, and need not be written to.
            let isOut = trackers[index].rooms.room != nil && self[index].rooms.age(at: now)
            if isOut || trackers[index].hasNews(at: now, configuration) { touch(index) }
        }
    }

    /// Ends a batch: saves what changed and gathers what is to be published of it once it is committed.
    mutating func conclude(_ batch: inout Batch) throws -> [Message] {
        var messages: [Message] = []
        for index in touched {
            // Worked on apart: calls on self would hold the array, and each change in place would copy all of it.
            var tracker = trackers[index]
            tracker.isTouched = false
            tracker.hasFreshState = true
            let engine = tracker.watch.engine
            if engine != tracker.savedEngine {
                let record = Array(engine.record.utf8)
                try batch.transaction.saveAlertState(record, of: tracker.watch.device, at: batch.now)
                tracker.savedEngine = engine
            }
            if tracker.owesState(at: batch.now, configuration) {
                let message = try state(of: &tracker, &batch)
                if batch.wanted.contains(.states) { batch.report(message) }
                messages.append(message)
            } else if batch.wanted.contains(.earlyStates), touched.count <= Self.mostStatesTold {
                batch.report(stateMessage(tracker.state(at: batch.now).encoded(), of: tracker))
            }
            messages += announce(&tracker)
            if tracker.isStoredDue(at: batch.now, configuration) { messages += try stored(&tracker, &batch) }
            self[index] = tracker
        }
        endTouching()
        return messages
    }

    private func state(of tracker: inout TrackerState, _ batch: inout Batch) throws -> Message {
        let watch = tracker.watch
        let message = tracker.state(at: batch.now)
        let payload = message.encoded()
        try batch.save(payload, as: .state, of: watch.device)
        if let evidence = watch.evidence(at: batch.now) {
            try batch.save(evidence.encoded(), as: .evidence, of: watch.device)
        }
        tracker.shown = TrackerState.Shown(state: message, at: batch.now)
        tracker.hasFreshState = false
        return stateMessage(payload, of: tracker)
    }

    private func stateMessage(_ payload: [UInt8], of tracker: TrackerState) -> Message {
        Message(topic: configuration.topics.state(tracker.watch.device), payload: payload, retained: true)
    }

    private func stored(_ tracker: inout TrackerState, _ batch: inout Batch) throws -> [Message] {
        let device = tracker.watch.device
        var messages: [Message] = []
        for boot in tracker.earlierBoots.sorted() + [tracker.boot].compactMap(\.self) {
            let through = try batch.transaction.contiguousThrough(device, boot: boot)
            guard through > 0 else { continue }
            let payload = StoredMessage(mark: FixMark(boot: boot, sequence: through)).encoded()
            messages.append(Message(topic: configuration.topics.stored(device), payload: payload, retained: true))
        }
        tracker.owesStored = false
        tracker.hurriesStored = false
        tracker.storedAt = batch.now
        tracker.earlierBoots = []
        return messages
    }
}

extension TrackerState {
    fileprivate func state(at now: Timestamp) -> StateMessage {
        let interval = watch.posterior?.interval
        let waiting = watch.waiting(at: now)
        return StateMessage(
            level: watch.level(at: now),
            distance: watch.posterior?.distance,
            low: interval?.lowerBound,
            high: interval?.upperBound,
            since: watch.since(at: now),
            activeMode: activeMode,
            battery: battery,
            position: watch.lastFix.map(Position.init),
            item: item,
            episode: watch.engine.episode,
            place: watch.staying?.name.text,
            with: watch.with,
            unreachableSince: requests.unreachableSince,
            waitingFor: waiting?.awaited,
            waitingSince: waiting?.since,
            thresholds: watch.thresholds,
            room: rooms.room,
            roomConfidence: rooms.probability
        )
    }
}
