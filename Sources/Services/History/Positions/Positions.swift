import Alerts
import Messages
import Store
import Tracking

/// The positions of all devices: which are new, in which order they count, and which of them cannot be.
struct Positions: Sendable {
    private let configuration: HistoryConfiguration
    private var phones: Phones
    private var streams = DeviceStreams()
    /// The fixes that have come since the last other message, to be handed on together.
    private var run: [Arrival] = []
    /// The streams in which fixes wait for ones before them.
    private var holding: [Int] = []
    /// Owners of whom older messages are to come: what waits for them goes on waiting.
    var awaited: Set<Name> = []

    init(_ configuration: HistoryConfiguration) {
        self.configuration = configuration
        phones = Phones(configuration.phones)
    }

    /// The phone that says where an owner is; nil for not known.
    func phone(of owner: Name) -> DeviceID? { phones.phone(of: owner) }

    /// Whether a position of a device is known.
    func knows(_ device: DeviceID) -> Bool { streams.number(of: device) != nil }

    /// Whether fixes have come that are not handed on yet.
    var hasRun: Bool { !run.isEmpty }

    /// Lets go of the memory of a run that is handed on.
    mutating func rest() {
        if run.isEmpty { run = [] }
    }

    /// How many fixes wait for ones before them.
    var held: Int { holding.reduce(0) { $0 + streams[$1].order.waiting.count } }

    /// Whether some fix has waited long enough.
    func owesRelease(at now: Timestamp) -> Bool {
        holding.contains { index in
            let waiting = streams[index].order.waiting
            return mayRelease(index)
                && waiting.contains { now.isApart(configuration.reorderWithin, from: $0.stored.received) }
        }
    }

    /// The highest speed, in m/s on the wall, of what lives at a speed; nil for any.
    private func topSpeed(at speed: Double) -> Double? { configuration.topSpeed.map { $0 * speed } }

    /// Stores a position, unless it is of before fixes of the device are kept; what follows from it follows with the
    /// others of the batch.
    mutating func receive(
        _ message: Message,
        of device: DeviceID,
        keptSince start: Timestamp?,
        _ watches: inout Watches,
        _ batch: inout Batch
    ) throws {
        // An empty message takes a retained position back.
        if message.isEmpty { return }
        guard let location = try Self.decode(message, of: device, &batch) else { return }
        let known = streams.nextNumber(of: device)
        var fix = location.fix
        let clock = DeviceClock(ahead: known.map { streams[$0].clockAhead } ?? 0)
        let ahead = try clock.ahead(after: message, location, of: device, &batch)
        fix.time = Timestamp(milliseconds: fix.time.milliseconds &- ahead)
        if let doubt = doubt(fix.time, at: batch.now) {
            if doubt.reason == Doubt.future { batch.transaction.count(.future) }
            return try putAside(message, location.mark, fix, of: device, doubt, &watches, &batch)
        }
        let stream = known ?? streams.add(DeviceStream(device))
        if ahead != streams[stream].clockAhead {
            streams[stream].clockAhead = ahead
            try batch.transaction.setClock(ahead: ahead == 0 ? nil : ahead, of: device, at: batch.now)
        }
        var stored = StoredFix(location, fix, of: device, received: batch.now)
        stored.sent = location.createdAt.map { Timestamp(milliseconds: $0.milliseconds &- ahead) }
        if let sent = stored.sent, isTooEarly(sent) { stored.sent = nil }
        let crowded = batch.transaction.crowded
        let isNew = try batch.transaction.insert(stored, notBefore: start)
        if batch.transaction.crowded != crowded {
            let most = StoreTransaction.mostOfOneMoment
            let sentence = "tst: at most \(most) positions of one moment are expected, found more"
            try batch.quarantine(message, reason: "crowded", sentence)
        }
        if isNew { batch.report(stored) }
        if let mark = location.mark {
            watches.acknowledge(mark, tracker: tracker(of: stream, &watches, &batch), fix, at: batch.now)
        }
        guard isNew else {
            // One too old to be kept is no gap.
            if let mark = location.mark { streams[stream].order.skip(mark) }
            return
        }
        if ahead != 0 { batch.transaction.count(.clockCorrected) }
        if batch.now.milliseconds - fix.time.milliseconds > ItemWatch.lateMilliseconds {
            batch.transaction.count(.late)
        }
        let timeScale = message.retained ? nil : location.timeScale ?? 1
        admit(Arrival(stored: stored, stream: stream, timeScale: timeScale))
    }

    /// What phones say on a device's own topic besides.
    private static let otherTypes: Set<String> = [
        "\"lwt\"", "\"status\"", "\"cmd\"", "\"configuration\"", "\"steps\"", "\"waypoints\"", "\"beacon\"",
        "\"transition\"", "\"waypoint\"", "\"request\"", "\"dump\"",
    ]

    /// The position that a message says; nil for what is none, which is kept with the reason unless it is usual.
    private static func decode(
        _ message: Message, of device: DeviceID, _ batch: inout Batch
    ) throws -> LocationMessage? {
        do { return try message.decoded(as: LocationMessage.self) } catch {
            let type = error.field == "_type" ? error.found : nil
            if let type, otherTypes.contains(type) { return nil }
            if type == "\"card\"" {
                try batch.keepCard(message, of: device)
                return nil
            }
            try batch.quarantine(message, error)
            return nil
        }
    }

    /// Why a position cannot have been measured at its time.
    private struct Doubt {
        static let future = "future"
        let reason: String
        let sentence: String
    }

    private func isTooEarly(_ time: Timestamp) -> Bool { configuration.earliest.map { time < $0 } ?? false }

    private func doubt(_ time: Timestamp, at now: Timestamp) -> Doubt? {
        let ahead = time.milliseconds - now.milliseconds
        if ahead > LocationMessage.futureLimit {
            let sentence = "tst: at most 60 s in the future is expected, found \(ahead / 1000) s"
            return Doubt(reason: Doubt.future, sentence: sentence)
        }
        guard isTooEarly(time), let earliest = configuration.earliest else { return nil }
        let sentence = "tst: a time from \(earliest) on is expected, as of a clock that was set, found \(time)"
        return Doubt(reason: MessageError.Reason.range.rawValue, sentence: sentence)
    }

    /// Keeps a position that was not measured at its time, with the reason.
    private mutating func putAside(
        _ message: Message,
        _ mark: FixMark?,
        _ fix: Fix,
        of device: DeviceID,
        _ doubt: Doubt,
        _ watches: inout Watches,
        _ batch: inout Batch
    ) throws {
        if let mark {
            // It would be refused as often as it came, and hold up all that its tracker keeps behind it.
            let isNew = try batch.transaction.receive(mark, of: device, at: batch.now)
            let stream = streams.number(of: device) ?? streams.add(DeviceStream(device))
            watches.acknowledge(mark, tracker: tracker(of: stream, &watches, &batch), fix, at: batch.now)
            guard isNew else { return }
            streams[stream].order.skip(mark)
        }
        try batch.quarantine(message, reason: doubt.reason, doubt.sentence)
    }

    /// The index of the tracker that a stream is of, which is made when it is new.
    private mutating func tracker(of stream: Int, _ watches: inout Watches, _ batch: inout Batch) -> Int {
        if let index = streams[stream].tracker { return index }
        let index = watches.tracker(streams[stream].device, &batch)
        streams[stream].tracker = index
        return index
    }

    /// Puts a fix into the run, or where it waits for the ones before it.
    private mutating func admit(_ arrival: consuming Arrival) {
        let index = arrival.stream
        let time = arrival.fix.time
        arrival.isOutOfOrder = time < streams[index].newest
        streams[index].newest = max(time, streams[index].newest)
        if streams[index].order.admit(arrival, isFirst: streams[index].isFirst || configuration.reorderWithin <= 0) {
            run.append(arrival)
        } else if !holding.contains(index) {
            holding.append(index)
        }
    }

    /// Hands the fixes of the run on in the order of their times, and those whose waiting is over.
    ///
    /// Before any other message is taken in, and at the end of a batch.
    mutating func handOn(to watches: inout Watches, _ batch: inout Batch) throws {
        try releaseHeld(&batch)
        if run.isEmpty { return }
        var arrivals = run
        run = []
        if arrivals.indices.dropFirst().contains(where: { Arrival.precedes(arrivals[$0], arrivals[$0 - 1]) }) {
            arrivals.sort(by: Arrival.precedes)
        }
        try handOn(arrivals.span, to: &watches, &batch)
        arrivals.removeAll(keepingCapacity: true)
        run = arrivals
    }

    private mutating func handOn(_ arrivals: Span<Arrival>, to watches: inout Watches, _ batch: inout Batch) throws {
        // Where they are, for they are large.
        for index in arrivals.indices { try handOn(arrivals[index], to: &watches, &batch) }
    }

    private func mayRelease(_ index: Int) -> Bool {
        awaited.isEmpty || !awaited.contains(streams[index].device.owner)
    }

    private mutating func releaseHeld(_ batch: inout Batch) throws {
        if holding.isEmpty { return }
        for index in holding where mayRelease(index) {
            let released = streams[index].order.release(at: batch.now, window: configuration.reorderWithin)
            batch.transaction.count(.held, by: released.count { $0.stored.received < batch.now })
            run += released
            let hold = streams[index].hold
            guard hold != streams[index].savedHold else { continue }
            streams[index].savedHold = hold
            try batch.save(hold.map { Array($0.description.utf8) } ?? [], as: .held, of: streams[index].device)
        }
        holding.removeAll { streams[$0].order.waiting.isEmpty }
    }

    private mutating func handOn(_ arrival: Arrival, to watches: inout Watches, _ batch: inout Batch) throws {
        let index = arrival.stream
        let fix = arrival.fix
        if arrival.isOutOfOrder {
            batch.transaction.count(fix.time < streams[index].handed ? .overtaken : .reordered)
        }
        streams[index].handed = max(fix.time, streams[index].handed)
        streams[index].isFirst = false
        let device = streams[index].device
        let speed = watches.owners.speed(of: device.owner)
        // A thing that says its position as a phone does is none, also while its owner has no phone.
        let isKnown = arrival.mark != nil || streams[index].tracker != nil
        let isPhone = phones.isPhone(device, sendsMarks: isKnown || watches.index(of: device) != nil)
        if isPhone { try phones.keep(device, &batch) }
        // The speed at which the owner's life runs from here on; nil where nobody says, for then it stays as it is.
        let told = isPhone && !arrival.isOutOfOrder ? arrival.timeScale : nil
        switch streams[index].plausibility.judge(fix, arrival.mark, limit: topSpeed(at: told ?? speed)) {
        case .plausible: break
        case .implausible:
            batch.transaction.count(.implausible)
            try batch.transaction.mark(fix, arrival.mark, of: device, isImplausible: true)
            if let tracker = streams[index].tracker {
                try watches.heard(tracker, at: arrival.stored.received, &batch)
            }
            return
        case .believed(let earlier):
            batch.transaction.count(.believed, by: earlier.count)
            for (fix, mark) in earlier { try batch.transaction.mark(fix, mark, of: device, isImplausible: false) }
        }
        if let told, told != speed { watches.rescale(device.owner, to: told, at: fix.time) }
        if isPhone { return try watches.ownerMoved(device.owner, fix, &batch) }
        if isKnown || watches.index(of: device) != nil || isThing(device, watches) {
            try watches.located(tracker(of: index, &watches, &batch), arrival.stored, &batch)
        }
    }

    /// Whether a device that is not the phone is an item, though it has said nothing of being a tracker.
    private func isThing(_ device: DeviceID, _ watches: Watches) -> Bool {
        phones.isCertain(for: device.owner) && !watches.choices.takenOff.contains(device)
    }

    /// Keeps that a phone came to a place, left one, or defined one.
    mutating func placeEvent(
        _ message: Message, of device: DeviceID, _ watches: inout Watches, _ batch: inout Batch
    ) throws {
        if message.isEmpty { return }
        guard let event = try batch.read(message, as: PlaceEvent.self) else { return }
        let isNew = try batch.transaction.insert(
            PlaceEventRow(
                device: device,
                time: event.time,
                event: event.rowEvent,
                place: event.place ?? "",
                coordinate: event.coordinate,
                payload: message.payload
            )
        )
        // Whoever crosses the border of a place says where the owner is: but only a phone whose positions are known, for
        // a word about a place does not choose which phone is the owner's.
        guard isNew, !message.retained, var fix = event.fix, let stream = streams.number(of: device),
            phones.isPhone(device, sendsMarks: false)
        else { return }
        fix.time = Timestamp(milliseconds: fix.time.milliseconds &- streams[stream].clockAhead)
        let limit = topSpeed(at: watches.owners.speed(of: device.owner))
        guard doubt(fix.time, at: batch.now) == nil,
            streams[stream].plausibility.permits(fix, limit: limit)
        else { return }
        try watches.ownerMoved(device.owner, fix, &batch)
    }

    /// Reads from the store what there was before: of each device how far it has come, of owners their ways, and their
    /// trackers.
    mutating func load(
        from store: Store, _ documents: [DeviceID: Documents], _ watches: inout Watches
    ) throws {
        streams = DeviceStreams()
        run = []
        holding = []
        let states = try store.alertStates()
        let rows = try store.devices()
        // They come by name, and who was the phone stays it.
        try phones.load(rows, from: store)
        for row in rows {
            let isOurs = row.kind == .tracker
            let told = documents[row.id] ?? [:]
            let last = try resume(row, held: told[.held]?.payload, from: store)
            // A phone that has sent but its card is not yet the one that says where its owner is.
            if last == nil, !isOurs, !phones.isCertain(for: row.id.owner) { continue }
            if phones.isPhone(row.id, sendsMarks: isOurs) {
                try watches.loadTrack(of: row.id, upTo: last, from: store)
            } else if isOurs || isThing(row.id, watches) {
                let engine = states[row.id].flatMap { AlertEngine(record: String(decoding: $0, as: UTF8.self)) }
                // What is on the broker is told again at the next connection.
                try watches.load(row, engine: engine, last, told, from: store)
            }
        }
    }

    /// Goes on with the fixes of a device; answers with the last one that was handed on and was plausible.
    private mutating func resume(_ row: DeviceRow, held: [UInt8]?, from store: Store) throws -> StoredFix? {
        let number = streams.indices.upperBound
        let limit = configuration.topSpeed
        guard let (stream, last) = try DeviceStream.load(row, held: held, number: number, topSpeed: limit, from: store)
        else { return nil }
        if stream.savedHold != nil { holding.append(number) }
        _ = streams.add(stream)
        return last
    }

    /// Takes over what the store says of a device's last fix and way, after fixes of it came out of a file.
    mutating func adoptRecorded(_ row: DeviceRow, from store: Store, _ watches: inout Watches) throws {
        let isOurs = row.kind == .tracker
        let last = try adoptLast(of: row, from: store)
        if phones.isPhone(row.id, sendsMarks: isOurs) {
            // Trackers are not told that their owner has moved: their levels rest on what was known at their last fix.
            return try watches.loadTrack(of: row.id, upTo: last, from: store)
        }
        guard let last, isOurs || isThing(row.id, watches) || watches.index(of: row.id) != nil
        else { return }
        if watches.index(of: row.id) == nil {
            // Nobody has asked it anything.
            let told = try store.documents(of: row.id)[row.id, default: [:]].filter { $0.key != .requests }
            try watches.load(row, engine: nil, last, told, from: store)
        }
        if let index = watches.index(of: row.id) { watches.adopt(last, of: index) }
    }

    /// The last fix that counts, which later ones are held against.
    private mutating func adoptLast(of row: DeviceRow, from store: Store) throws -> StoredFix? {
        guard let index = streams.number(of: row.id) else { return try resume(row, held: nil, from: store) }
        guard let last = try store.latest(of: row.id, limit: 1, isPlausible: true, reach: .store).first else {
            return nil
        }
        if last.fix.time > streams[index].newest {
            streams[index].newest = last.fix.time
            streams[index].handed = last.fix.time
            _ = streams[index].plausibility.judge(last.fix, last.mark, limit: nil)
        }
        return last
    }

    /// Its place stays empty, as fixes that wait in others know theirs by number.
    mutating func remove(_ device: DeviceID) {
        phones.forget(device)
        guard let index = streams.remove(device) else { return }
        holding.removeAll { $0 == index }
        run.removeAll { $0.stream == index }
    }

    /// Forgets that a device is an item; it says where it is as before.
    mutating func takeOff(_ device: DeviceID) {
        if let index = streams.number(of: device) { streams[index].tracker = nil }
    }

    /// The trackers behind one that is forgotten have moved up.
    mutating func moveUp(behind tracker: Int) {
        for number in streams.indices {
            guard let index = streams[number].tracker, index > tracker else { continue }
            streams[number].tracker = index - 1
        }
    }
}
