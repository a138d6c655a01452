public import Bluetooth
import Logging
public import Tracking

extension TagRadio {
    public func send(_ downlink: Downlink, to tracker: DeviceID) async throws(TrackerRadioError) {
        guard let link = links[tracker], link.isUp else { throw .notConnected(tracker) }
        link.outgoing.put(downlink)
    }

    public func tend(_ tracker: DeviceID, over adapter: BluetoothAddress?) {
        guard registry[tracker] != nil else { return }
        tended[tracker] = .some(adapter)
        connectNext(tracker)
    }

    public func leave(_ tracker: DeviceID) {
        tended[tracker] = nil
        called.remove(tracker)
        links[tracker]?.task.cancel()
    }

    public func call(_ tracker: DeviceID) {
        called.insert(tracker)
        plan.hurry(tracker)
        connectNext(tracker)
    }

    // MARK: Whom to connect to

    func connectNext() {
        for device in reached.keys.sorted() where links[device] == nil {
            connectNext(device)
            if making != nil { return }
        }
    }

    func connectNext(_ device: DeviceID) {
        let now = clock.now
        guard making == nil, !isClosed, links[device] == nil, measured[device] == nil, let adapter = tended[device],
            let entry = registry[device], let reach = reached[device], !held.contains(reach.address),
            now.milliseconds - reach.time.milliseconds <= configuration.reach.milliseconds,
            adapterList[reach.adapter]?.health != .off,
            plan.isDue(device, at: now), wantsLink(entry, at: now)
        else { return }
        plan.began(at: now)
        let outgoing = Outgoing()
        // A bond is one adapter's.
        let over = (entry.isBonded ? entry.adapter : adapter) ?? reach.adapter
        making = device
        let task = Task { await self.maintain(entry, reach.address, over, outgoing) }
        links[device] = Link(address: reach.address, outgoing: outgoing, task: task)
    }

    private func wantsLink(_ entry: TagEntry, at now: Timestamp) -> Bool {
        if ringKey(of: entry) != nil, called.contains(entry.device) { return true }
        guard let controls = library[entry.profile]?.controls, !controls.isPresenceOnly else { return false }
        if controls.isTagalong || controls.button != nil || called.contains(entry.device) { return true }
        let age = linkedAt[entry.device].map { now.milliseconds - $0.milliseconds }
        return controls.battery != nil && (age ?? .max) >= configuration.batteryEvery.milliseconds
    }

    /// Lets go, for a moment, of the tags whose links tell no distance: they advertise then.
    ///
    /// Links to trackers of ours bring positions, and those without a button end by themselves.
    func restLinks(at now: Timestamp) {
        for (device, link) in links where link.isUp && !resting.contains(device) && !held.contains(link.address) {
            guard let controls = registry[device].flatMap({ library[$0.profile]?.controls }), !controls.isTagalong,
                controls.button != nil,
                let since = [linkedAt[device], rangedAt[device]].compactMap(\.self).max(),
                since.duration(to: now) >= configuration.restEvery
            else { continue }
            resting.insert(device)
            feed.yield(.resting(device))
            link.task.cancel()
        }
    }

    // MARK: One link

    private func maintain(
        _ entry: TagEntry, _ address: BluetoothAddress, _ adapter: BluetoothAddress, _ outgoing: Outgoing
    ) async {
        let device = entry.device
        do {
            defer { if making == device { making = nil } }
            let peer = try await connect(to: address, over: adapter)
            making = nil
            try await serve(entry, peer, outgoing)
            plan.ended(device, at: clock.now)
        } catch {
            plan.failed(device, at: clock.now, using: &generator)
            if !Task.isCancelled { logger.warning("\(device): \(error)", metadata: .item(device)) }
        }
        if resting.remove(device) != nil { plan.rest(device, for: configuration.rest, at: clock.now) }
        outgoing.close()
        links[device] = nil
    }

    private func serve(_ entry: TagEntry, _ peer: any Peer, _ outgoing: Outgoing) async throws {
        let device = entry.device
        links[device]?.isUp = true
        linkedAt[device] = clock.now
        called.remove(device)
        let ended: Result<Void, any Error>
        do {
            try Task.checkCancellation()
            ended = .success(try await session(entry, peer, outgoing, ringKey: ringKey(of: entry), batteries[device]))
        } catch { ended = .failure(error) }
        // Ended in good order even when the task is not to go on.
        if links[device].map({ lent.contains($0.address) }) != true { await Task { await peer.disconnect() }.value }
        try ended.get()
    }

    private nonisolated func session(
        _ entry: TagEntry, _ peer: any Peer, _ outgoing: Outgoing, ringKey: [UInt8]?, _ battery: Int?
    ) async throws {
        guard let profile = library[entry.profile] else { return }
        let say: @Sendable (TrackerRadioEvent) -> Void = { [feed] in feed.yield($0) }
        if profile.controls.isTagalong {
            let number = entry.identity.trackerNumber
            try await TrackerLink(
                device: entry.device,
                number: number,
                peer: peer,
                outgoing: outgoing,
                say: say,
                logger: logger.about(entry.device)
            ).run()
        } else {
            try await TagLink(
                device: entry.device,
                profile: profile,
                ringKey: ringKey,
                heardBattery: battery,
                peer: peer,
                outgoing: outgoing,
                clock: clock,
                say: say,
                logger: logger.about(entry.device)
            ).run()
        }
    }

    func close() async {
        isClosed = true
        let open = links.values
        for link in open { link.task.cancel() }
        for link in open { await link.task.value }
    }

    // MARK: One connection at a time

    /// Connects to a tag when it is its turn, over the adapter that heard it last if none is named.
    func connect(to address: BluetoothAddress, over adapter: BluetoothAddress?) async throws(RadioError) -> any Peer {
        await takeTurn()
        defer { passTurn() }
        return try await radio.connect(to: address, over: adapter)
    }

    private func takeTurn() async {
        guard isConnecting else {
            isConnecting = true
            return
        }
        await withCheckedContinuation { queue.append($0) }
    }

    private func passTurn() {
        if queue.isEmpty { isConnecting = false } else { queue.removeFirst().resume() }
    }

    /// Keeps links of the gateway's own from a tag that somebody else works with.
    ///
    /// If a link that stands is lent, as making it anew costs time and may fail, it tells so, and they have to end it.
    @discardableResult
    func hold(_ address: BluetoothAddress, lends: Bool = false) async -> Bool {
        held.insert(address)
        if lends { lent.insert(address) }
        defer { lent.remove(address) }
        var isLent = false
        for link in links.values where link.address == address {
            if lends, link.isUp { isLent = true }
            link.task.cancel()
            await link.task.value
        }
        return isLent
    }

    /// Removes a bond; the next advertisement tells anew what the tag is.
    func removeBond(of address: BluetoothAddress) async {
        do { try await radio.unbond(address) } catch { logger.warning("the bond with \(address) stays: \(error)") }
        sightings.remove(address)
    }

    func release(_ address: BluetoothAddress) { held.remove(address) }
}
