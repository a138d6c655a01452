import Alerts
import Messages
import Store
import Tracking

extension HistoryCore {
    /// Keeps what a tracker is, or should be.
    mutating func document(
        _ message: Message,
        _ kind: DocumentKind,
        of device: DeviceID,
        at now: Timestamp,
        _ transaction: inout StoreTransaction
    ) throws {
        if message.payload.isEmpty {
            if kind == .desired, let index = indices[device] { trackers[index].wish = nil }
            return
        }
        do {
            guard try adopt(message, kind, of: device, at: now, &transaction) else { return }
        } catch let error as MessageError {
            return try quarantine(message, error, at: now, &transaction)
        }
        touch(tracker(device))
        try transaction.saveDocument(
            DocumentRow(device: device, kind: kind, payload: message.payload, updated: now)
        )
    }

    /// Takes over what a document says; false when it says nothing new.
    ///
    /// It is read before the tracker is looked up, so that noise makes no tracker.
    private mutating func adopt(
        _ message: Message,
        _ kind: DocumentKind,
        of device: DeviceID,
        at now: Timestamp,
        _ transaction: inout StoreTransaction
    ) throws -> Bool {
        let payload = message.payload
        switch kind {
        case .reported:
            let state = try ReportedState(decoding: payload)
            // The last words of a tracker make no item.
            if !state.isRegistered, indices[device] == nil { return false }
            let index = tracker(device)
            trackers[index].adopt(state)
            if trackers[index].requests.heard == nil { trackers[index].requests.heard = now }
        case .desired:
            let wish = try Kept<DesiredState>(decoding: payload)
            if !wish.value.isRegistered, isBarelyKnown(device) {
                if message.retained {
                    try resumeDeletion(of: device, version: wish.value.version, at: now, &transaction)
                }
                return false
            }
            var desired = wish.value
            // The reference changes with every step of the owner, and is no wish.
            desired.reference = nil
            let index = tracker(device)
            // An older one is a writer's that has not seen the newer one yet.
            if trackers[index].wish.map({ $0.value.version <= wish.value.version }) ?? true {
                trackers[index].wish = wish
            }
            if trackers[index].desired == desired { return false }
            trackers[index].desired = desired
            if let item = desired.item, item.text != trackers[index].item {
                trackers[index].item = item.text
                try transaction.setItem(
                    item,
                    thresholds: trackers[index].ownThresholds(configuration),
                    of: device,
                    at: now
                )
            }
        case .availability:
            let availability = try Availability(decoding: payload)
            // That it is not there says nothing of a tracker that nobody knows.
            if availability == .offline, indices[device] == nil { return false }
        case .state, .evidence, .rules, .requests, .held:
            break
        }
        return true
    }

    /// Keeps that a phone came to a place, left one, or defined one.
    mutating func placeEvent(
        _ message: Message,
        of device: DeviceID,
        at now: Timestamp,
        _ transaction: inout StoreTransaction
    ) throws {
        if message.payload.isEmpty { return }
        guard let event = try read(message, as: PlaceEvent.self, at: now, &transaction) else { return }
        let isNew = try transaction.insert(
            PlaceEventRow(
                device: device,
                time: event.time,
                event: event.rowEvent,
                place: event.place ?? "",
                coordinate: event.coordinate,
                payload: message.payload
            )
        )
        if isNew, !message.retained, let fix = event.fix { try crossed(fix, device, at: now, &transaction) }
    }

    /// A phone that says that it crossed the border of a place says where its owner is.
    ///
    /// Only one whose positions are known: a word about a place does not choose which phone is the owner's.
    private mutating func crossed(
        _ fix: Fix,
        _ device: DeviceID,
        at now: Timestamp,
        _ transaction: inout StoreTransaction
    ) throws {
        guard let stream = streamIndices[device], phones.isPhone(device, sendsMarks: false) else { return }
        var fix = fix
        fix.time = Timestamp(milliseconds: fix.time.milliseconds &- streams[stream].clockAhead)
        guard fix.time.milliseconds <= now.milliseconds + LocationMessage.futureLimit,
            streams[stream].plausibility.permits(fix, limit: topSpeed(of: device.owner))
        else { return }
        try ownerMoved(device.owner, fix, at: now, &transaction)
    }
}

extension PlaceEvent {
    fileprivate var rowEvent: PlaceEventRow.Event {
        switch event {
        case .enter: .enter
        case .leave: .leave
        case nil: .waypoint
        }
    }
}

extension TrackerState {
    mutating func adopt(_ state: ReportedState) {
        reported = state
        watch.reportEvery = state.reportEvery
        activeMode = state.activeMode
        battery = state.battery
    }

    func ownThresholds(_ configuration: HistoryConfiguration) -> Thresholds? {
        thresholds == configuration.thresholds ? nil : thresholds
    }
}
