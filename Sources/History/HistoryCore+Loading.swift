import Alerts
import Messages
import Ranging
import Store
import Tracking

extension HistoryCore {
    /// Reads from the store what there was before: levels, episodes, last fixes, owners' ways, unsaid alerts.
    mutating func load() throws {
        (owners, trackers, indices, touched, namesakes) = ([:], [], [:], [], [:])
        (streams, streamIndices, run, holding, requests) = ([], [:], [], [], [])
        keeping = Keeping(own: try store.retentions())
        let states = try store.alertStates()
        let (held, asked) = (try store.documents(.held), try store.documents(.requests))
        for row in try store.devices() {
            let isOurs = row.kind == .tracker
            let last = try resumeStream(of: row, held[row.id])
            if phones.isPhone(row.id, sendsMarks: isOurs) {
                try loadTrack(of: row.id, upTo: last)
            } else if isOurs || phones.isCertain(for: row.id.owner) {
                try loadTracker(row, states[row.id], last, asked[row.id])
            }
        }
        for index in trackers.indices {
            let device = trackers[index].watch.device
            guard let track = owners[device.owner]?.track else { continue }
            trackers[index].watch.resume(track, members(with: device.owner))
            // From a place where it was it is not taken away by what is only remembered.
            if trackers[index].watch.staying == nil, let sighting = try sighting(of: device, track) {
                trackers[index].watch.sighted(sighting)
            }
            trackers[index].resumeUnheard()
        }
        // What is on the broker is told again at the next connection.
        answers = []
        departures = [:]
        for row in try store.deletions() {
            departures[row.device] = Departure(asked: row.asked, version: row.version)
        }
        try store.write { try $0.removeSent() }
        outbox.restore(
            try store.pendingOutbox().map {
                ($0.id, Message(topic: $0.topic, payload: $0.payload, retained: $0.retained))
            },
            comeBackWhole: { $0.hasPrefix(configuration.topics.positions + "/") }
        )
        httpPhones = try store.phonesOverHTTP(since: Timestamp(milliseconds: 0))
    }

    /// Where the gateway that its owner carries heard an item, as its last state tells; nil when none did.
    private func sighting(of device: DeviceID, _ track: PositionTrack) throws -> Sighting? {
        guard let document = try store.document(.evidence, of: device),
            let evidence = try? EvidenceMessage(decoding: document.payload)
        else { return nil }
        let sightings = evidence.gateways.compactMap { gateway -> Sighting? in
            guard gateway.standing == .carried, let heard = gateway.heard, let reach = gateway.high,
                let owner = track.position(at: heard)
            else { return nil }
            return Sighting(heard, near: owner.coordinate, sigma: owner.steadySigma, reach: reach)
        }
        return sightings.max { $0.time < $1.time }
    }

    mutating func loadTrack(of phone: DeviceID, upTo last: StoredFix?) throws {
        guard let last else { return }
        let from = Timestamp(milliseconds: last.fix.time.milliseconds - 20 * 60_000)
        for fix in try store.fixes(of: phone, from: from, to: last.fix.time) where !fix.isImplausible {
            owners[phone.owner, default: OwnerState()].moved(to: fix.fix)
        }
    }

    mutating func loadTracker(
        _ row: DeviceRow,
        _ state: [UInt8]?,
        _ last: StoredFix?,
        _ asked: [UInt8]?
    ) throws {
        let engine = state.flatMap { AlertEngine(record: String(decoding: $0, as: UTF8.self)) }
        var watch = ItemWatch(
            device: row.id,
            thresholds: row.thresholds ?? configuration.thresholds,
            engine: engine ?? AlertEngine(),
            lastFix: last?.fix
        )
        watch.localTime = configuration.localTime
        var tracker = TrackerState(watch: watch, item: row.item?.text ?? row.id.device.text)
        if let last {
            let after = Timestamp(milliseconds: last.fix.time.milliseconds + 1)
            let limit = PositionTrack.itemCapacity
            for earlier in try store.latest(of: row.id, limit: limit, before: after, isPlausible: true).reversed() {
                tracker.watch.remember(earlier.fix)
            }
        }
        if let document = try store.document(.rules, of: row.id),
            let rules = try? ItemRules(decoding: document.payload)
        {
            tracker.adopt(rules)
        }
        (tracker.activeMode, tracker.battery, tracker.boot) = (last?.mode, last?.battery, last?.mark?.boot)
        tracker.gateway = last?.gateway
        tracker.savedEngine = engine
        if let document = try store.document(.desired, of: row.id) {
            tracker.wish = try? Kept(decoding: document.payload)
        }
        tracker.requests.heard = last?.received
        tracker.requests.unanswered = asked.flatMap { .init(record: String(decoding: $0, as: UTF8.self)) }
        if let document = try store.document(.reported, of: row.id),
            let state = try? ReportedState(decoding: document.payload)
        {
            tracker.adopt(state)
            tracker.requests.heard = tracker.requests.heard ?? document.updated
        }
        // What was said last may have to be taken back by time alone.
        if let document = try store.document(.state, of: row.id),
            let state = try? StateMessage(decoding: document.payload)
        {
            tracker.shown = TrackerState.Shown(
                level: state.level,
                mode: state.activeMode,
                item: state.item,
                place: state.place,
                with: state.with,
                episode: state.episode,
                unreachableSince: state.unreachableSince,
                waitingFor: state.waitingFor,
                at: document.updated
            )
        }
        tracker.watch.resume(staying: tracker.shown?.place)
        if let with = tracker.shown?.with, configuration.households.contains(with, with: row.id.owner) {
            tracker.watch.resume(with: with)
        }
        add(tracker)
    }
}
