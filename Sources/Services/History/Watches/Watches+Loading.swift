import Alerts
import Messages
import Ranging
import Store
import Tracking

/// What was told of a device, and by it.
typealias Documents = [DocumentKind: DocumentRow]

extension Watches {
    /// Reads the newest part of an owner's way from the store.
    mutating func loadTrack(of phone: DeviceID, upTo last: StoredFix?, from store: Store) throws {
        guard let last else { return }
        let from = Timestamp(milliseconds: last.fix.time.milliseconds - 20 * 60_000)
        for fix in try store.fixes(of: phone, from: from, to: last.fix.time, reach: .store) where !fix.isImplausible {
            owners.moved(phone.owner, to: fix.fix)
        }
    }

    /// Reads a tracker from the store, with its last fix that counts and what was told of it.
    mutating func load(
        _ row: DeviceRow, engine: AlertEngine?, _ last: StoredFix?, _ documents: Documents, from store: Store
    ) throws {
        var watch = ItemWatch(
            device: row.id,
            thresholds: row.thresholds ?? configuration.thresholds,
            engine: engine ?? AlertEngine(),
            lastFix: last?.fix
        )
        watch.localTime = configuration.localTime
        var tracker = TrackerState(watch: watch, item: row.item?.text ?? row.id.device.ownTracks)
        tracker.savedEngine = engine
        if let last { try tracker.resume(at: last, from: store) }
        tracker.requests.unanswered = documents[.requests].flatMap {
            .init(record: String(decoding: $0.payload, as: UTF8.self))
        }
        tracker.take(documents)
        tracker.watch.resume(staying: tracker.shown?.state.place)
        if let with = tracker.shown?.state.with, configuration.households.contains(with, with: row.id.owner) {
            tracker.watch.resume(with: with)
        }
        add(tracker)
    }

    /// Goes on with the levels of all trackers once they and their owners have been read.
    mutating func resume(_ documents: [DeviceID: Documents]) {
        for index in trackers.indices {
            let device = trackers[index].watch.device
            let track = owners.track(of: device.owner)
            self[index].watch.resume(track, owners.members(with: device.owner))
            // From a place where it was it is not taken away by what is only remembered.
            if trackers[index].watch.staying == nil,
                let sighting = Self.sighting(documents[device]?[.evidence], track)
            {
                self[index].watch.sighted(sighting)
            }
            self[index].resumeUnheard()
        }
    }

    /// Where the gateway that its owner carries heard an item, as its last state tells; nil when none did.
    private static func sighting(_ document: DocumentRow?, _ track: PositionTrack) -> Sighting? {
        guard let document, let evidence = try? EvidenceMessage(decoding: document.payload)
        else { return nil }
        let sightings = evidence.gateways.compactMap { gateway -> Sighting? in
            guard gateway.standing == .carried, let heard = gateway.heard, let reach = gateway.high,
                let owner = track.position(at: heard)
            else { return nil }
            return Sighting(heard, near: owner.coordinate, sigma: owner.steadySigma, reach: reach)
        }
        return sightings.max { $0.time < $1.time }
    }

    /// Watches over a device that was no item until now: where it was is its past, and its last fix counts as of now.
    mutating func begin(
        _ device: DeviceID, named name: ItemName, after fixes: [StoredFix], _ batch: inout Batch
    ) throws {
        let index = tracker(device, &batch)
        rename(index, to: name)
        for fix in fixes.dropLast() { self[index].watch.remember(fix.fix) }
        if let last = fixes.last { try located(index, last, &batch) }
    }

    /// Takes over a fix that came out of a file, where it is the tracker's newest.
    mutating func adopt(_ last: StoredFix, of index: Int) {
        guard trackers[index].watch.lastFix.map({ $0.time <= last.fix.time }) ?? true else { return }
        if let battery = last.battery { self[index].battery = battery }
        if let mode = last.mode { self[index].activeMode = mode }
        self[index].gateway = last.gateway
        if let mark = last.mark { self[index].owes(mark, isBacklog: true) }
        let owner = trackers[index].watch.device.owner
        let track = owners.track(of: owner)
        let members = owners.members(with: owner)
        self[index].watch.resume(at: last.fix, track, members)
        touch(index)
    }
}

extension TrackerState {
    /// Goes on from the last fix that counts.
    fileprivate mutating func resume(at last: StoredFix, from store: Store) throws {
        let after = Timestamp(milliseconds: last.fix.time.milliseconds + 1)
        let limit = PositionTrack.itemCapacity
        for earlier in try store.latest(of: watch.device, limit: limit, before: after, isPlausible: true, reach: .store)
            .reversed()
        {
            watch.remember(earlier.fix)
        }
        activeMode = last.mode
        battery = last.battery
        boot = last.mark?.boot
        (gateway, keeper, isKeeperGuessed) = (last.gateway, last.gateway, true)
        requests.heard = last.received
    }

    /// A tag that sends no fixes is with the gateway that heard it last.
    private mutating func takeKeeper(_ document: DocumentRow?) {
        guard keeper == nil, let document, let evidence = try? EvidenceMessage(decoding: document.payload)
        else { return }
        let heard = evidence.gateways.compactMap { gateway in gateway.heard.map { (gateway.name, $0) } }
        (keeper, isKeeperGuessed) = (heard.max { $0.1 < $1.1 }?.0, true)
    }

    /// Goes on with what was told of it, and by it.
    fileprivate mutating func take(_ documents: Documents) {
        if let document = documents[.rules],
            let rules = try? Kept<ItemRules>(decoding: document.payload)
        {
            adopt(rules)
        }
        if let document = documents[.desired] {
            wish = try? Kept(decoding: document.payload)
        }
        if let document = documents[.reported],
            let state = try? ReportedState(decoding: document.payload)
        {
            adopt(state)
            requests.heard = requests.heard ?? document.updated
        }
        if let document = documents[.availability],
            (try? Availability(decoding: document.payload)) == .online
        {
            isOnline = true
            takeKeeper(documents[.evidence])
        }
        // What was said last may have to be taken back by time alone.
        if let document = documents[.state],
            let state = try? StateMessage(decoding: document.payload)
        {
            shown = Shown(state, at: document.updated)
            rooms = RoomChoice(room: state.room, at: document.updated)
        }
    }
}
