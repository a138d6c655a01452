import Alerts
import Messages
import Ranging
import Store
import Tracking

// MARK: Arrival

extension HistoryCore {
    /// Stores a position; what follows from it follows with the others of the batch.
    mutating func location(
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
            if error.field == "_type", let type = error.found {
                if Self.otherTypes.contains(type) { return }
                if type == "\"encrypted\"" { return try quarantineEncrypted(message, at: now, &transaction) }
            }
            return try quarantine(message, error, at: now, &transaction)
        }
        let known = streamIndices[device]
        var fix = location.fix
        let before = known.map { streams[$0].clockAhead } ?? 0
        let ahead = try clockAhead(message, location, of: device, known: before, at: now, &transaction)
        fix.time = Timestamp(milliseconds: fix.time.milliseconds &- ahead)
        if fix.time.milliseconds > now.milliseconds + LocationMessage.futureLimit {
            return try putAside(message, location, fix, of: device, at: now, &transaction)
        }
        let stream = known ?? makeStream(of: device)
        if ahead != streams[stream].clockAhead {
            streams[stream].clockAhead = ahead
            try transaction.setClock(ahead: ahead == 0 ? nil : ahead, of: device, at: now)
        }
        var stored = StoredFix(location, fix, of: device, received: now)
        stored.sent = location.createdAt.map { Timestamp(milliseconds: $0.milliseconds &- ahead) }
        let crowded = transaction.crowded
        let isNew = try transaction.insert(stored, notBefore: keptSince(device, at: now))
        if transaction.crowded != crowded { try refuseCrowded(message, at: now, &transaction) }
        if isNew, keepsNewFixes { newFixes.append(stored) }
        if let mark = location.mark { acknowledge(mark, tracker: tracker(ofStream: stream), fix, at: now) }
        guard isNew else {
            // One too old to be kept is no gap.
            if let mark = location.mark { streams[stream].order.skip(mark) }
            return
        }
        if ahead != 0 { transaction.count(.clockCorrected) }
        if now.milliseconds - fix.time.milliseconds > ItemWatch.late.milliseconds { transaction.count(.late) }
        admit(Arrival(location, fix, stream: stream, received: now, isKept: message.retained))
    }

    /// What phones say on a device's own topic besides.
    private static let otherTypes: Set<String> = [
        "\"lwt\"", "\"status\"", "\"card\"", "\"cmd\"", "\"configuration\"", "\"steps\"", "\"waypoints\"", "\"beacon\"",
        "\"transition\"", "\"waypoint\"", "\"request\"",
    ]

    /// Keeps a position of the future with the reason.
    private mutating func putAside(
        _ message: Message,
        _ location: LocationMessage,
        _ fix: Fix,
        of device: DeviceID,
        at now: Timestamp,
        _ transaction: inout StoreTransaction
    ) throws {
        transaction.count(.future)
        let ahead = (fix.time.milliseconds - now.milliseconds) / 1000
        let sentence = "tst: at most 60 s in the future is expected, found \(ahead) s"
        if let mark = location.mark {
            // It would be refused as often as it came, and hold up all that its tracker keeps behind it.
            let isNew = try transaction.receive(mark, of: device, at: now)
            let stream = streamIndices[device] ?? makeStream(of: device)
            acknowledge(mark, tracker: tracker(ofStream: stream), fix, at: now)
            guard isNew else { return }
            streams[stream].order.skip(mark)
        }
        try quarantine(message, reason: "future", sentence, at: now, &transaction)
    }

    /// Keeps one of more positions than a thing can have in a moment with the reason.
    private func refuseCrowded(_ message: Message, at now: Timestamp, _ transaction: inout StoreTransaction) throws {
        let most = StoreTransaction.mostOfOneMoment
        let sentence = "tst: at most \(most) positions of one moment are expected, found more"
        try quarantine(message, reason: "crowded", sentence, at: now, &transaction)
    }

    private mutating func makeStream(of device: DeviceID) -> Int {
        streams.append(DeviceStream(device))
        streamIndices[device] = streams.count - 1
        return streams.count - 1
    }

    /// The index of the tracker that a stream is of, which is made when it is new.
    private mutating func tracker(ofStream stream: Int) -> Int {
        if let index = streams[stream].tracker { return index }
        let index = tracker(streams[stream].device)
        streams[stream].tracker = index
        return index
    }

    /// Puts a fix into the run, or where it waits for the ones before it.
    private mutating func admit(_ arrival: Arrival) {
        var arrival = arrival
        let (index, time) = (arrival.stream, arrival.fix.time)
        arrival.isOutOfOrder = time < streams[index].newest
        streams[index].newest = max(time, streams[index].newest)
        if streams[index].order.admit(arrival, isFirst: streams[index].isFirst || configuration.reorderWithin <= 0) {
            run.append(arrival)
        } else if !holding.contains(index) {
            holding.append(index)
        }
    }
}

// MARK: What follows

extension HistoryCore {
    /// Hands the fixes of the run on in the order of their times, and those whose waiting is over.
    ///
    /// Before any other message is taken in, and at the end of a batch.
    mutating func handOn(at now: Timestamp, _ transaction: inout StoreTransaction) throws {
        try releaseHeld(at: now, &transaction)
        if run.isEmpty { return }
        var arrivals = run
        run = []
        if zip(arrivals, arrivals.dropFirst()).contains(where: { Arrival.precedes($1, $0) }) {
            arrivals.sort(by: Arrival.precedes)
        }
        for arrival in arrivals { try handOn(arrival, at: now, &transaction) }
        arrivals.removeAll(keepingCapacity: true)
        run = arrivals
    }

    private mutating func releaseHeld(at now: Timestamp, _ transaction: inout StoreTransaction) throws {
        if holding.isEmpty { return }
        for index in holding {
            let released = streams[index].order.release(at: now, window: configuration.reorderWithin)
            transaction.count(.held, by: released.count { $0.received < now })
            run += released
            let hold = streams[index].hold
            guard hold != streams[index].savedHold else { continue }
            streams[index].savedHold = hold
            let payload = hold.map { Array($0.description.utf8) } ?? []
            let device = streams[index].device
            try transaction.saveDocument(DocumentRow(device: device, kind: .held, payload: payload, updated: now))
        }
        holding.removeAll { streams[$0].order.waiting.isEmpty }
    }

    /// Whether some fix has waited long enough.
    func owesRelease(at now: Timestamp) -> Bool {
        holding.contains { index in
            streams[index].order.waiting.contains {
                now.isApart(configuration.reorderWithin, from: $0.received)
            }
        }
    }

    private mutating func handOn(
        _ arrival: Arrival,
        at now: Timestamp,
        _ transaction: inout StoreTransaction
    ) throws {
        let index = arrival.stream
        if arrival.isOutOfOrder {
            transaction.count(arrival.fix.time < streams[index].handed ? .overtaken : .reordered)
        }
        streams[index].handed = max(arrival.fix.time, streams[index].handed)
        streams[index].isFirst = false
        let device = streams[index].device
        let isPhone = phones.isPhone(device, sendsMarks: arrival.mark != nil)
        // The speed at which the owner's life runs from here on; nil where nobody says, for then it stays as it is.
        let told = isPhone && !arrival.isOutOfOrder ? arrival.timeScale : nil
        let limit = configuration.topSpeed.map { $0 * (told ?? speed(of: device.owner)) }
        switch streams[index].plausibility.judge(arrival.fix, arrival.mark, limit: limit) {
        case .plausible: break
        case .implausible:
            transaction.count(.implausible)
            try transaction.mark(arrival.fix, arrival.mark, of: device, isImplausible: true)
            if let tracker = streams[index].tracker { try heard(tracker, at: arrival.received, &transaction) }
            return
        case .believed(let earlier):
            transaction.count(.believed, by: earlier.count)
            for (fix, mark) in earlier { try transaction.mark(fix, mark, of: device, isImplausible: false) }
        }
        if let told, told != speed(of: device.owner) { rescale(device.owner, to: told, at: arrival.fix.time) }
        try moved(arrival, of: device, isPhone: isPhone, at: now, &transaction)
    }

    /// The highest speed, in m/s on the wall, of whatever is an owner's; nil for any.
    func topSpeed(of owner: Name) -> Double? { configuration.topSpeed.map { $0 * speed(of: owner) } }

    /// How fast an owner's life runs.
    private func speed(of owner: Name) -> Double { owners[owner]?.scale.speed ?? 1 }

    private mutating func moved(
        _ arrival: Arrival,
        of device: DeviceID,
        isPhone: Bool,
        at now: Timestamp,
        _ transaction: inout StoreTransaction
    ) throws {
        let fix = arrival.fix
        if isPhone { return try ownerMoved(device.owner, fix, at: now, &transaction) }
        let isThing =
            arrival.mark != nil || streams[arrival.stream].tracker != nil || phones.isCertain(for: device.owner)
            || indices[device] != nil
        guard isThing else { return }
        let index = tracker(ofStream: arrival.stream)
        // Order of arrival does not matter: an older fix says nothing of how the tracker is now.
        if trackers[index].watch.lastFix.map({ $0.time <= fix.time }) ?? true {
            if let battery = arrival.battery { trackers[index].battery = battery }
            if let mode = arrival.mode { trackers[index].activeMode = mode }
            trackers[index].gateway = arrival.gateway
        }
        touch(index)
        try heard(index, at: arrival.received, &transaction)
        let track = owners[device.owner, default: OwnerState()].track
        let relay = arrival.gateway.map { Relay($0, standing(of: $0, for: device.owner)) }
        let members = members(with: device.owner)
        if let change = trackers[index].watch.located(fix, through: relay, owner: track, members, now: now) {
            try alert(change, of: index, at: now, &transaction)
        }
    }

    /// An owner's life runs as fast as the phone says.
    private mutating func rescale(_ owner: Name, to speed: Double, at start: Timestamp) {
        let scale = speed == 1 ? TimeScale.real : TimeScale(start: start, speed: speed)
        owners[owner, default: OwnerState()].rescale(to: scale)
        for index in owners[owner]?.trackers ?? [] { trackers[index].watch.rescale(to: scale) }
    }

    mutating func ownerMoved(
        _ owner: Name,
        _ fix: Fix,
        at now: Timestamp,
        _ transaction: inout StoreTransaction
    ) throws {
        owners[owner, default: OwnerState()].moved(to: fix)
        guard let state = owners[owner] else { return }
        for index in state.trackers {
            let (isSettled, before) = (trackers[index].watch.isSettled, trackers[index].watch.waiting(at: now)?.awaited)
            defer {
                if !isSettled || trackers[index].watch.waiting(at: now)?.awaited != before { touch(index) }
            }
            if let change = trackers[index].watch.ownerMoved(state.track, now: now) {
                try alert(change, of: index, at: now, &transaction)
            }
        }
        try memberMoved(owner, at: now, &transaction)
    }
}
