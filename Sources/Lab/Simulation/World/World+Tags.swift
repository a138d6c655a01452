import Tracking

/// Tags of other makes on the simulator's air: they are heard, and one that rings for its owner can be told to.
extension World {
    /// Lets gateways hear a tag; without a charge, and where its Bluetooth leads outside, nobody does.
    mutating func runTag(_ index: Int, at position: Coordinate) {
        let isThere = !trackers[index].isOutside && trackers[index].meter.percent > 0
        let inReach = trackers[index].gateways.filter { isThere && isInReach($0, of: index, at: position) }
        linkTag(index, to: inReach)
        for gateway in inReach { hear(index, gateway, at: position) }
    }

    /// A gateway connects to a tag that it can make ring; which of several they agree on.
    private mutating func linkTag(_ index: Int, to inReach: [Int]) {
        guard trackers[index].kind?.ringsForOwner == true else { return }
        if let gateway = trackers[index].linkedGateway {
            if inReach.contains(gateway) { return }
            trackers[index].linkedGateway = nil
            emit(.link(tracker: index, gateway: gateway, up: false))
        }
        guard let gateway = inReach.first else { return }
        trackers[index].linkedGateway = gateway
        emit(.link(tracker: index, gateway: gateway, up: true))
    }

    /// Rings, or is silent again; it understands nothing else.
    mutating func tellTag(_ index: Int, _ downlink: Downlink) {
        guard case .command(let command) = downlink, let gateway = trackers[index].linkedGateway else { return }
        switch command.verb {
        case .ring: trackers[index].isRinging = true
        case .stopRing: trackers[index].isRinging = false
        case .locate, .unregister: return
        }
        emit(.uplink(.result(CommandResult(id: command.id)), tracker: index, gateway: gateway))
    }
}
