/// What the simulation does with the tags.
extension Medium {
    /// Puts a tag into the air, or gives it another host stack; it is silent until it advertises, and without a stack
    /// refuses connections by not answering.
    public mutating func place(_ tag: TagID, peer: (any LinkPeer)? = nil) {
        peers[tag] = peer
        alarms[tag] = nil
        renewAlarm(of: tag)
    }

    /// Takes a tag out of the air; its connections end by their supervision timeouts.
    public mutating func remove(_ tag: TagID) {
        advertisers[.tag(tag)] = nil
        peers[tag] = nil
        alarms[tag] = nil
        for (id, link) in links where link.peripheral == .tag(tag) { links[id]?.isPeerGone = true }
    }

    /// Lets a tag advertise from now on; nil stops it.
    public mutating func advertise(_ tag: TagID, _ set: AdvertisingSet?) { advertise(.tag(tag), set) }

    /// What a tag advertises at the moment.
    public func advertisement(of tag: TagID) -> AdvertisingSet? { advertisers[.tag(tag)]?.set }

    /// The host stack of a tag.
    public func peer(of tag: TagID) -> (any LinkPeer)? { peers[tag] }

    /// Changes a tag's host stack, if it has one, such as by a button or a new fix, and does what it answers.
    public mutating func ask(_ tag: TagID, _ change: (inout any LinkPeer, AirTime) -> [LinkAction]) {
        guard var peer = peers[tag] else { return }
        let actions = change(&peer, now)
        peers[tag] = peer
        for action in actions { perform(action, of: tag) }
        renewAlarm(of: tag)
    }

    private mutating func renewAlarm(of tag: TagID) {
        let wish = peers[tag]?.nextWakeUp.map { max($0, now) }
        guard alarms[tag] != wish else { return }
        alarms[tag] = wish
        if let wish { _ = schedule(.peer(tag), at: wish) }
    }

    private mutating func perform(_ action: LinkAction, of tag: TagID) {
        switch action {
        case .send(let fragment, let id):
            guard links[id]?.peripheral == .tag(tag), links[id]?.end?.by != .peripheral else { return }
            for piece in fragment.split(to: Int(DataLength.maximum.octets)) { links[id]?.toController.append(piece) }
            hurry(id)
        case .disconnect(let id, let reason):
            guard links[id]?.peripheral == .tag(tag) else { return }
            end(id, reason: reason, by: .peripheral)
        case .advertise(let set): advertise(.tag(tag), set)
        case .resumeAdvertising:
            guard let set = lastSets[tag] else { return }
            advertise(.tag(tag), set)
        }
    }
}
