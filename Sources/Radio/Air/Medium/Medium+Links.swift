internal import Bluetooth

/// Connections.
extension Medium {
    /// A connection request to the advertiser that has just been heard.
    mutating func connect(_ transmitter: Transmitter, _ parameters: ConnectionParameters, by receiver: ReceiverID) {
        guard case .tag(let tag) = transmitter, let set = advertisers[transmitter]?.set, set.kind.isConnectable else {
            return
        }
        let phy = set.extended?.secondary ?? .basic
        let channel = set.extended == nil ? channels[receiver] ?? 37 : 0
        let path = SignalPath(from: transmitter, to: receiver, channel: channel, phy: phy)
        let isEstablished = isReceived(propagation.arrival(on: path, at: now), on: phy) && peers[tag] != nil
        if set.extended != nil {
            // AUX_CONNECT_RSP has to come back, else the controller goes on listening; nor does the tag wait for it then.
            guard isEstablished, isReceived(propagation.arrival(on: path, at: now), on: phy) else { return }
        }
        linkCount += 1
        let id = LinkID(linkCount)
        // The first event lies at the beginning of a window a little later.
        var link = AirConnection(
            id: id,
            receiver: receiver,
            tag: tag,
            anchor: now.after(2500),
            parameters: parameters,
            lastHeard: now,
            isEstablished: isEstablished
        )
        link.phys = LinkPHYs(toTag: phy, toController: phy)
        link.stamp = schedule(.link(id), at: link.anchor)
        links[id] = link
        deliver(.connected(id, parameters), to: receiver)
        if isEstablished { notify(tag, of: link, advertisedAs: set) }
    }

    private mutating func notify(_ tag: TagID, of link: AirConnection, advertisedAs set: AdvertisingSet) {
        lastSets[tag] = set
        advertise(.tag(tag), nil)
        let peerLink = PeerLink(
            id: link.id,
            receiver: link.receiver,
            controller: addresses[link.receiver] ?? LinkAddress(.init(bits: 0), isRandom: false),
            own: set.address,
            parameters: link.parameters
        )
        ask(tag) { peer, now in peer.connected(peerLink, at: now) }
    }

    /// Begins to end a link: the other side has to hear of it.
    mutating func end(_ id: LinkID, reason: HCI.Status, by side: AirConnection.Side) {
        guard links[id] != nil, links[id]?.end == nil else { return }
        links[id]?.end = (reason, side)
        hurry(id)
    }

    /// Makes the next connection event of a link count, since there is something to say now.
    mutating func hurry(_ id: LinkID) {
        guard let link = links[id] else { return }
        reschedule(id, at: link.nextEvent(after: now))
    }

    /// Puts the next connection event of a link at another moment.
    mutating func reschedule(_ id: LinkID, at time: AirTime) {
        let stamp = schedule(.link(id), at: time)
        links[id]?.stamp = stamp
    }

    /// A connection event: both sides meet, if they hear each other.
    mutating func meet(_ id: LinkID) {
        guard let link = links[id] else { return }
        let path = SignalPath(from: .tag(link.tag), to: link.receiver, channel: 0, phy: link.phys.weaker)
        let moment = now
        let arrival = propagation.arrival(on: path, at: moment)
        let isHeard =
            link.isEstablished && !link.isPeerGone && isReceived(arrival, on: link.phys.toTag)
            && isReceived(arrival, on: link.phys.toController)
        if isHeard {
            links[id]?.lastHeard = moment
            deliver(.strength(id, reportedStrength(arrival.strength)), to: link.receiver)
            if link.isReadyToEnd { return finish(id) }
            exchange(id, arrival)
        } else if now - link.lastHeard >= link.patience {
            return giveUp(id)
        }
        // Something to say that has come up meanwhile has put the next event on the agenda already.
        guard let after = links[id], after.stamp == link.stamp else { return }
        _ = schedule(.link(id), at: after.nextEvent(after: now), stamp: after.stamp)
    }

    /// The end has been heard by the other side.
    private mutating func finish(_ id: LinkID) {
        guard let link = links.removeValue(forKey: id), let end = link.end else { return }
        let (controller, tag): (HCI.Status, HCI.Status) =
            switch end.by {
            case .controller: (.terminatedByLocalHost, end.reason)
            case .tag: (end.reason, .terminatedByLocalHost)
            }
        deliver(.disconnected(id, reason: controller), to: link.receiver)
        ask(link.tag) { peer, now in peer.disconnected(id, reason: tag, at: now) }
    }

    /// Nothing has been heard for too long.
    private mutating func giveUp(_ id: LinkID) {
        guard let link = links.removeValue(forKey: id) else { return }
        guard link.isEstablished else {
            return deliver(.disconnected(id, reason: .failedToEstablish), to: link.receiver)
        }
        let reason: HCI.Status = link.end?.by == .controller ? .terminatedByLocalHost : .connectionTimeout
        deliver(.disconnected(id, reason: reason), to: link.receiver)
        guard !link.isPeerGone else { return }
        ask(link.tag) { peer, now in peer.disconnected(id, reason: .connectionTimeout, at: now) }
    }
}

extension AirConnection {
    /// How long silence is borne, in microseconds: six intervals at the very beginning.
    var patience: Int64 { isEstablished ? parameters.timeoutMicroseconds : 6 * parameters.intervalMicroseconds }
}
