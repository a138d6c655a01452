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

    /// Has all states that were told before be told once more, each in its turn.
    mutating func tellStatesAnew() {
        for index in trackers.indices where trackers[index].shown != nil { self[index].hasFreshState = true }
    }

    /// The trackers whose level, or what was held back of it, is to be looked at by now.
    mutating func due(at now: Timestamp) -> [Int] {
        var due: [Int] = []
        for index in trackers.indices where self[index].isDue(at: now) { due.append(index) }
        return due
    }

    /// Touches the trackers of which something is to be published by now, as far as it is their turn.
    mutating func touchNews(at now: Timestamp) {
        pace.note(0, at: now)
        for index in trackers.indices where self[index].isNews(at: now) { touch(index) }
        // Apart: it asks for what stands beside it.
        var turns = pace
        let (stateEvery, storedEvery) = (configuration.stateEvery, configuration.storedEvery)
        let stored = turns.turn(.stored, of: trackers.count) { trackers[$0].owesStored(at: now, every: storedEvery) }
        let states = turns.turn(.state, of: trackers.count) { trackers[$0].owesState(at: now, every: stateEvery) }
        let tellsHome = configuration.homeAssistant && !announcer.isHeld
        let announced = tellsHome ? turns.turn(.discovery, of: trackers.count) { !isAnnounced($0) } : []
        pace = turns
        for index in stored + states + announced { touch(index) }
    }

    /// Ends a batch: saves what changed and gathers what is to be published of it once it is committed.
    mutating func conclude(_ batch: inout Batch) throws -> [Message] {
        pace.note(touched.count, at: batch.now)
        var messages: [Message] = []
        for index in touched {
            self[index].isTouched = false
            self[index].hasFreshState = true
            try saveEngine(of: index, &batch)
            let news = news(of: index, at: batch.now)
            if !news.state, batch.wanted.contains(.earlyStates), touched.count <= Self.mostStatesTold {
                let device = trackers[index].watch.device
                batch.report(stateMessage(self[index].state(at: batch.now).encoded(), of: device))
            }
            if news.state {
                let message = try state(of: index, &batch)
                if batch.wanted.contains(.states) { batch.report(message) }
                messages.append(message)
            }
            if news.discovery { messages += announce(index) }
            if news.stored { messages += try stored(index, &batch) }
        }
        endTouching()
        return messages
    }

    private mutating func saveEngine(of index: Int, _ batch: inout Batch) throws {
        guard let engine = self[index].unsavedEngine() else { return }
        let record = Array(engine.record.utf8)
        try batch.transaction.saveAlertState(record, of: trackers[index].watch.device, at: batch.now)
        self[index].savedEngine = engine
    }

    /// What is to be published of a tracker now.
    private struct News {
        var state = false
        var discovery = false
        var stored = false
    }

    private mutating func news(of index: Int, at now: Timestamp) -> News {
        let owed = self[index].owed(
            at: now, stateEvery: configuration.stateEvery, storedEvery: configuration.storedEvery
        )
        var news = News()
        news.state = owed.hasChanged
        if owed.owesState { news.state = pace.take(.state) }
        if configuration.homeAssistant, !announcer.isHeld, !isAnnounced(index) {
            news.discovery = pace.take(.discovery)
        }
        if owed.owesStored { news.stored = pace.take(.stored) }
        return news
    }

    private mutating func state(of index: Int, _ batch: inout Batch) throws -> Message {
        let device = trackers[index].watch.device
        let message = self[index].state(at: batch.now)
        let told = try tell(message, of: device, &batch)
        if let evidence = self[index].evidence(at: batch.now) {
            try batch.save(evidence, as: .evidence, of: device)
        }
        self[index].shown = TrackerState.Shown(message, at: batch.now)
        self[index].hasFreshState = false
        return told
    }

    /// Keeps a state, and says how it is published; its bytes are left to who asks for them, where nobody may.
    private func tell(_ state: StateMessage, of device: DeviceID, _ batch: inout Batch) throws -> Message {
        if batch.transaction.isBehind {
            let topic = configuration.topics.state(device)
            let message = Message(topic: topic, carrying: state.asWritten, retained: true)
            try batch.save(message, as: .state, of: device)
            return message
        }
        // The console keeps it.
        let message = stateMessage(state.encoded(), of: device).compact
        try batch.save(message, as: .state, of: device)
        return message
    }

    private func stateMessage(_ payload: [UInt8], of device: DeviceID) -> Message {
        Message(topic: configuration.topics.state(device), payload: payload, retained: true)
    }

    private mutating func stored(_ index: Int, _ batch: inout Batch) throws -> [Message] {
        let device = trackers[index].watch.device
        var messages: [Message] = []
        for boot in trackers[index].earlierBoots.sorted() + [trackers[index].boot].compactMap(\.self) {
            let through = try batch.transaction.contiguousThrough(device, boot: boot)
            guard through > 0 else { continue }
            let stored = StoredMessage(mark: FixMark(boot: boot, sequence: through))
            messages.append(Message(topic: configuration.topics.stored(device), carrying: stored, retained: true))
        }
        self[index].toldStored(at: batch.now)
        return messages
    }
}

extension TrackerState {
    fileprivate mutating func toldStored(at now: Timestamp) {
        owesStored = false
        hurriesStored = false
        storedAt = now
        if !earlierBoots.isEmpty { earlierBoots = [] }
    }

    /// What its level rests on; changes nothing, as what is asked in place.
    fileprivate mutating func evidence(at now: Timestamp) -> EvidenceMessage? { watch.evidence(at: now) }

    /// What is told of it; changes nothing, either.
    fileprivate mutating func state(at now: Timestamp) -> StateMessage {
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
            roomConfidence: rooms.probability,
            markedLost: watch.lost
        )
    }
}
