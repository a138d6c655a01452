internal import DequeModule

/// What happens within a connection event.
extension Medium {
    /// Both sides say what they have to, as far as the interval allows.
    mutating func exchange(_ id: LinkID, _ arrival: Arrival) {
        if runProcedure(id) { return }
        guard let link = links[id] else { return }
        var rest = link.parameters.intervalMicroseconds
        let octets = Int(link.dataLength.octets)
        var down = 0
        var up = 0
        // Each exchange may be lost, after which the event is over; what was lost comes again in the next.
        while rest > 0, down < link.toTag.count || up < link.toController.count {
            let longest = max(link.toTag.size(down), link.toController.size(up))
            rest -= link.phys.exchange(min(longest, octets)) * Int64(max(1, (longest + octets - 1) / octets))
            guard rest > 0 || down + up == 0, isReceived(arrival, on: link.phys.weaker) else { break }
            if down < link.toTag.count { down += 1 }
            if up < link.toController.count { up += 1 }
        }
        bring(down, up, on: id)
    }

    private mutating func bring(_ down: Int, _ up: Int, on id: LinkID) {
        guard let link = links[id] else { return }
        links[id]?.toTag.removeFirst(down)
        links[id]?.toController.removeFirst(up)
        for fragment in link.toController.prefix(up) { deliver(.received(id, fragment), to: link.receiver) }
        if down > 0 { deliver(.delivered(id, count: down), to: link.receiver) }
        for fragment in link.toTag.prefix(down) {
            ask(link.tag) { peer, now in peer.received(fragment, on: id, at: now) }
        }
        if up > 0 { ask(link.tag) { peer, now in peer.delivered(up, on: id, at: now) } }
    }

    /// Goes on with a procedure of the link layers; tells whether data has to wait for it.
    private mutating func runProcedure(_ id: LinkID) -> Bool {
        guard var running = links[id]?.procedures.first else { return false }
        running.events -= 1
        guard running.events <= 0 else {
            links[id]?.procedures[0] = running
            return running.procedure.holdsData
        }
        links[id]?.procedures.removeFirst()
        complete(running.procedure, on: id)
        return running.procedure.holdsData
    }

    private mutating func complete(_ procedure: LinkProcedure, on id: LinkID) {
        guard let link = links[id], let peer = peers[link.tag] else { return }
        let own = peer.capabilities
        switch procedure {
        case .features(let theirs): report(.features(theirs & own.features), on: link)
        case .version: report(.version(own.version), on: link)
        case .phy(let wish):
            let phys = wish.result(from: link.phys, peerHas: own.phys)
            links[id]?.phys = phys
            report(.phy(phys), on: link)
        case .dataLength(let wish):
            let length = wish.limited(to: own.dataLength)
            guard length != link.dataLength else { return }
            links[id]?.dataLength = length
            report(.dataLength(length), on: link)
            ask(link.tag) { peer, now in peer.dataLengthChanged(length, on: id, at: now) }
        case .update(let parameters):
            let anchor = now
            links[id]?.parameters = parameters
            links[id]?.anchor = anchor
            reschedule(id, at: anchor.after(parameters.intervalMicroseconds))
            report(.updated(parameters), on: link)
        case .encrypt(let request): encrypt(link, request)
        }
    }

    private mutating func report(_ outcome: LinkOutcome, on link: AirConnection) {
        deliver(.completed(link.id, outcome), to: link.receiver)
    }

    private mutating func encrypt(_ link: AirConnection, _ request: EncryptionRequest) {
        var key: [UInt8]?
        ask(link.tag) { peer, _ in
            key = peer.longTermKey(random: request.random, diversifier: request.diversifier, on: link.id)
            return []
        }
        guard let key else {
            // A refresh has paused the encryption, and nothing is said in the clear on such a link:
            // volume 6, part B, section 5.1.3.1.
            return link.isEncrypted
                ? drop(link, .keyMissing, tag: .terminatedByLocalHost) : report(.notEncrypted(.keyMissing), on: link)
        }
        // If they differ, the first encrypted packet fails its integrity check, which ends the link on both sides.
        guard key == request.key else { return drop(link, .micFailure, tag: .micFailure) }
        links[link.id]?.isEncrypted = true
        report(.encrypted, on: link)
        ask(link.tag) { peer, now in peer.encrypted(link.id, at: now) }
    }

    /// Ends a link at once, each side with its reason.
    private mutating func drop(_ link: AirConnection, _ reason: HCI.Status, tag: HCI.Status) {
        links[link.id] = nil
        deliver(.disconnected(link.id, reason: reason), to: link.receiver)
        ask(link.tag) { peer, now in peer.disconnected(link.id, reason: tag, at: now) }
    }
}

extension LinkProcedure {
    /// Connection events that the packets of the procedure take.
    var events: Int {
        switch self {
        case .features, .version, .dataLength, .phy: 1
        case .encrypt: 3
        // The change takes effect six events after it was announced.
        case .update: 6
        }
    }

    /// Whether data waits until the procedure is over.
    fileprivate var holdsData: Bool {
        switch self {
        case .features, .version, .dataLength, .phy, .update: false
        case .encrypt: true
        }
    }
}

extension DataLength {
    fileprivate func limited(to other: DataLength) -> DataLength {
        DataLength(octets: min(octets, other.octets), microseconds: min(microseconds, other.microseconds))
    }
}

extension RandomAccessCollection<ACLFragment> {
    /// The size of a fragment, 0 beyond the end.
    fileprivate func size(_ offset: Int) -> Int {
        offset < count ? self[index(startIndex, offsetBy: offset)].bytes.count : 0
    }
}
