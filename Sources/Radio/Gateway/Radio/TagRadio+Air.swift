import Bluetooth
import Logging
import Tracking

extension TagRadio {
    func notice(_ event: RadioEvent) {
        switch event {
        case .heard(let sighting): heard(sighting)
        case .lost(let address, let adapter): sightings.remove(address, by: adapter)
        // The streams of its link have ended, and the link of a tag of ours with them.
        case .disconnected(let address, _): endings.removeValue(forKey: address)?.finish()
        case .linkHeard(let address, let adapter, let rssi):
            guard let device = links.first(where: { $0.value.address == address && $0.value.isUp })?.key else { return }
            if rssi != nil { rangedAt[device] = clock.now }
            feed.yield(.linkHeard(device, rssi: rssi, adapter: adapter))
        case .linkLost(let address, let adapter):
            // The link may be gone already; the tag was last heard by the address that it was connected by.
            let device = links.first { $0.value.address == address }?.key
            guard let device = device ?? reached.first(where: { $0.value.address == address })?.key else { return }
            feed.yield(.linkLost(device, adapter: adapter))
        case .adapter(let status):
            adapterList[status.address] = status
            feed.yield(.adapters(adapters))
        case .scan(let adapter, let proof): feed.yield(.scan(adapter, proof))
        }
    }

    private func heard(_ sighting: Sighting) {
        let now = clock.now
        guard let tag = sightings.record(sighting, in: registry, at: now) else { return }
        if configuration.tellsAll, let rssi = sighting.rssi { feed.yield(.overheard(tag, rssi: rssi)) }
        guard let device = tag.device else { return report(tag, now) }
        reached[device] = Reach(address: tag.address, adapter: sighting.adapter, time: now)
        measure(device, sighting)
        if sighting.isReport { feed.yield(.heard(device, rssi: sighting.rssi, adapter: sighting.adapter)) }
        if let readings = sightings.readings(toTellOf: tag.address, at: now) {
            feed.yield(.sensed(readings, battery: tag.recognition?.battery, device))
        }
        noteBattery(of: tag, device)
        if links[device] == nil { connectNext(device) }
    }

    private func report(_ tag: TagSighting, _ now: Timestamp) {
        guard toTell > 0, sightings.isWorthTelling(tag.address, at: now) else { return }
        toTell -= 1
        feed.yield(.seen(tag.message))
    }

    /// Waits until a tag is heard, by an address, another identity, or the name that it advertises: the strongest of
    /// several; nil when none was heard.
    public func find(_ query: String, within duration: Duration) async -> TagSighting? {
        await wait(duration) { find(query) }
    }

    /// Waits until a tag is in reach, by its address or another identity; nil when it was not heard.
    func hear(_ identity: TagIdentity, within duration: Duration) async -> TagSighting? {
        await wait(duration) {
            let tag = tags.first { $0.identity == identity || .address($0.address) == identity }
            return tag.flatMap { $0.time.duration(to: clock.now) <= configuration.reach ? $0 : nil }
        }
    }

    /// Looks four times a second until there is a tag, for so long at most.
    private func wait(_ duration: Duration, for look: () -> TagSighting?) async -> TagSighting? {
        let end = clock.now.advanced(by: duration)
        while true {
            if let tag = look() { return tag }
            guard clock.now < end, !isClosed, !Task.isCancelled else { return nil }
            try? await clock.sleep(until: clock.now.advanced(by: .milliseconds(250)), tolerance: nil)
        }
    }

    private func find(_ query: String) -> TagSighting? {
        let identity = TagIdentity(query)
        let name = Advertisement.trimmed(query)
        return tags.first { tag in
            if let identity { return tag.identity == identity || .address(tag.address) == identity }
            return tag.advertisement.name == name
        }
    }

    /// A stream without elements that ends with the link to a tag, for one listener at a time.
    func end(ofLinkTo tag: BluetoothAddress) -> AsyncStream<Void> {
        let (stream, end) = AsyncStream.makeStream(of: Void.self)
        endings.updateValue(end, forKey: tag)?.finish()
        return stream
    }

    // MARK: Registry

    /// Takes in what anybody has changed.
    func readRegistry() {
        let stamp = file.stamp
        guard stamp != self.stamp || !isRegistryRead else { return readKeys(isRegistryNew: false) }
        self.stamp = stamp
        isRegistryRead = true
        do throws(RegistryError) {
            let registry = try file.read()
            let isFirst = self.registry == TagRegistry()
            guard registry != self.registry || isFirst else { return readKeys(isRegistryNew: false) }
            self.registry = registry
        } catch {
            return logger.error("\(error); the tags stay as they were")
        }
        readKeys(isRegistryNew: true)
        sightings.name(after: registry)
        for (device, link) in links where registry[device] == nil { link.task.cancel() }
        for device in Set(reached.keys).union(tended.keys) where registry[device] == nil {
            reached[device] = nil
            tended[device] = nil
            (linkedAt[device], rangedAt[device], batteries[device]) = (nil, nil, nil)
            resting.remove(device)
            called.remove(device)
        }
        feed.yield(.registered(registry.entries.map(served)))
    }

    private func served(_ entry: TagEntry) -> ServedTag {
        var tag = servedByProfile(entry)
        // Its owner makes it ring, whatever strangers may do.
        if ringKey(of: entry) != nil, let profile = library[entry.profile] {
            tag.kind = .tag
            tag.refusals = profile.refusals.filter { $0.key != .ring && $0.key != .stopRing }
        }
        return tag
    }

    private func servedByProfile(_ entry: TagEntry) -> ServedTag {
        guard let profile = library[entry.profile] else {
            return ServedTag(
                device: entry.device,
                pathLoss: entry.calibration ?? PathLoss(),
                kind: .mute(model: entry.profile.text),
                names: entry.names
            )
        }
        let kind: ServedTag.Kind =
            profile.controls.isTagalong
            ? .tracker : profile.controls.isPresenceOnly ? .mute(model: profile.model) : .tag
        return ServedTag(
            device: entry.device,
            pathLoss: entry.calibration ?? profile.pathLoss,
            advertiseEvery: profile.advertiseEvery,
            kind: kind,
            refusals: kind == .tag ? profile.refusals : [:],
            names: entry.names
        )
    }
}
