internal import Bluetooth

/// Connections.
extension Medium {
    /// A connection request to the advertiser that has just been heard.
    mutating func connect(_ transmitter: Transmitter, _ parameters: ConnectionParameters, by receiver: ReceiverID) {
        guard let set = advertisers[transmitter]?.set, set.kind.isConnectable else { return }
        let phy = set.extended?.secondary ?? .basic
        let channel = set.extended == nil ? channels[receiver] ?? 37 : 0
        let path = SignalPath(from: transmitter, to: receiver, channel: channel, phy: phy)
        let isEstablished = isReceived(propagation.arrival(on: path, at: now), on: phy) && answers(transmitter)
        if set.extended != nil {
            // AUX_CONNECT_RSP has to come back, else the central goes on listening; nor does the peripheral wait for it then.
            guard isEstablished, isReceived(propagation.arrival(on: path, at: now), on: phy) else { return }
        }
        linkCount += 1
        let id = LinkID(linkCount)
        // The first event lies at the beginning of a window a little later.
        var link = AirConnection(
            id: id,
            receiver: receiver,
            peripheral: transmitter.peripheral,
            anchor: now.after(2500),
            parameters: parameters,
            lastHeard: now,
            isEstablished: isEstablished
        )
        link.phys = LinkPHYs(toTag: phy, toController: phy)
        link.stamp = schedule(.link(id), at: link.anchor)
        links[id] = link
        deliver(.connected(id, parameters), to: receiver)
        if isEstablished { notify(transmitter, of: link, advertisedAs: set) }
    }

    /// Whether a connection request is answered, as it is not by a tag without a host stack.
    private func answers(_ transmitter: Transmitter) -> Bool {
        guard case .tag(let tag) = transmitter else { return true }
        return peers[tag] != nil
    }

    /// The advertisement that was connected to is over, and its advertiser is told.
    private mutating func notify(_ transmitter: Transmitter, of link: AirConnection, advertisedAs set: AdvertisingSet) {
        switch transmitter {
        case .tag(let tag): notify(tag, of: link, advertisedAs: set)
        case .receiver(let controller, let number):
            advertise(transmitter, nil)
            let acceptance = Acceptance(
                set: number,
                central: central(of: link),
                parameters: link.parameters,
                phy: link.phys.toTag
            )
            deliver(.accepted(link.id, acceptance), to: controller)
        }
    }

    private func central(of link: AirConnection) -> LinkAddress {
        addresses[link.receiver] ?? LinkAddress(.init(bits: 0), isRandom: false)
    }

    private mutating func notify(_ tag: TagID, of link: AirConnection, advertisedAs set: AdvertisingSet) {
        lastSets[tag] = set
        advertise(.tag(tag), nil)
        let peerLink = PeerLink(
            id: link.id,
            receiver: link.receiver,
            controller: central(of: link),
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
        let path = SignalPath(from: link.transmitter, to: link.receiver, channel: 0, phy: link.phys.weaker)
        let moment = now
        let arrival = propagation.arrival(on: path, at: moment)
        let isHeard =
            link.isEstablished && !link.isPeerGone && isReceived(arrival, on: link.phys.toTag)
            && isReceived(arrival, on: link.phys.toController)
        if isHeard {
            links[id]?.lastHeard = moment
            let strength = reportedStrength(arrival.strength)
            deliver(.strength(id, strength), to: link.receiver)
            if case .controller(let peripheral) = link.peripheral { deliver(.strength(id, strength), to: peripheral) }
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
        let (central, peripheral): (HCI.Status, HCI.Status) =
            switch end.by {
            case .central: (.terminatedByLocalHost, end.reason)
            case .peripheral: (end.reason, .terminatedByLocalHost)
            }
        deliver(.disconnected(id, reason: central), to: link.receiver)
        tellPeripheral(of: link, .disconnected(reason: peripheral))
    }

    /// Nothing has been heard for too long.
    private mutating func giveUp(_ id: LinkID) {
        guard let link = links.removeValue(forKey: id) else { return }
        guard link.isEstablished else {
            return deliver(.disconnected(id, reason: .failedToEstablish), to: link.receiver)
        }
        let reason: HCI.Status = link.end?.by == .central ? .terminatedByLocalHost : .connectionTimeout
        deliver(.disconnected(id, reason: reason), to: link.receiver)
        guard !link.isPeerGone else { return }
        tellPeripheral(of: link, .disconnected(reason: .connectionTimeout))
    }
}

/// The side that has advertised.
extension Medium {
    /// What happens to a link there.
    enum PeripheralEvent {
        case received(ACLFragment)
        case delivered(Int)
        case dataLengthChanged(DataLength)
        case encrypted
        case disconnected(reason: HCI.Status)
    }

    /// Tells a tag's host stack, or the controller, what has happened to a link.
    mutating func tellPeripheral(of link: AirConnection, _ event: PeripheralEvent) {
        let id = link.id
        switch link.peripheral {
        case .controller(let controller): deliver(event.news(of: id), to: controller)
        case .tag(let tag):
            ask(tag) { peer, now in
                switch event {
                case .received(let fragment): peer.received(fragment, on: id, at: now)
                case .delivered(let count): peer.delivered(count, on: id, at: now)
                case .dataLengthChanged(let length): peer.dataLengthChanged(length, on: id, at: now)
                case .encrypted: peer.encrypted(id, at: now)
                case .disconnected(let reason): peer.disconnected(id, reason: reason, at: now)
                }
            }
        }
    }

    /// What the link layer of a side tells of itself; nil for a tag without a host stack.
    func capabilities(of side: AirConnection.Side, on link: AirConnection) -> LinkCapabilities? {
        switch (side, link.peripheral) {
        case (.central, _): controllers[link.receiver] ?? LinkCapabilities()
        case (.peripheral, .tag(let tag)): peers[tag]?.capabilities
        case (.peripheral, .controller(let controller)): controllers[controller] ?? LinkCapabilities()
        }
    }
}

extension Medium.PeripheralEvent {
    fileprivate func news(of id: LinkID) -> AirEvent {
        switch self {
        case .received(let fragment): .received(id, fragment)
        case .delivered(let count): .delivered(id, count: count)
        case .dataLengthChanged(let length): .completed(id, .dataLength(length))
        case .encrypted: .completed(id, .encrypted)
        case .disconnected(let reason): .disconnected(id, reason: reason)
        }
    }
}

extension Transmitter {
    fileprivate var peripheral: AirConnection.Peripheral {
        switch self {
        case .tag(let tag): .tag(tag)
        case .receiver(let controller, _): .controller(controller)
        }
    }
}

extension AirConnection {
    /// How long silence is borne, in microseconds: six intervals at the very beginning.
    var patience: Int64 { isEstablished ? parameters.timeoutMicroseconds : 6 * parameters.intervalMicroseconds }
}
