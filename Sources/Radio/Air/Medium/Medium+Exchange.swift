internal import DequeModule

/// What happens within a connection event.
extension Medium {
    /// Both sides say what they have to, as far as the interval allows.
    mutating func exchange(_ id: LinkID, _ arrival: Arrival) {
        // While the key is being looked for nothing is said.
        if links[id]?.keyRequest != nil || runProcedure(id) { return }
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
        for fragment in link.toTag.prefix(down) { tellPeripheral(of: link, .received(fragment)) }
        if up > 0 { tellPeripheral(of: link, .delivered(up)) }
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
        complete(running, on: id)
        return running.procedure.holdsData
    }

    private mutating func complete(_ running: AirConnection.Running, on id: LinkID) {
        let side = running.side
        guard let link = links[id], let other = capabilities(of: side == .central ? .peripheral : .central, on: link)
        else { return }
        switch running.procedure {
        case .features(let own): report(.features(own & other.features), on: link, to: side)
        case .version: report(.version(other.version), on: link, to: side)
        case .phy(let wish):
            let wish = side == .central ? wish : wish.turned
            let phys = wish.result(from: link.phys, peerHas: other.phys)
            links[id]?.phys = phys
            // Who has asked is told in any case: volume 4, part E, section 7.7.65.12.
            for told in [AirConnection.Side.central, .peripheral] where told == side || phys != link.phys {
                report(.phy(told == .central ? phys : phys.turned), on: link, to: told)
            }
        case .dataLength(let wish):
            let length = wish.limited(to: other.dataLength)
            guard length != link.dataLength else { return }
            links[id]?.dataLength = length
            report(.dataLength(length), on: link, to: .central)
            tellPeripheral(of: link, .dataLengthChanged(length))
        case .update(let parameters):
            let anchor = now
            links[id]?.parameters = parameters
            links[id]?.anchor = anchor
            reschedule(id, at: anchor.after(parameters.intervalMicroseconds))
            report(.updated(parameters), on: link, to: .central)
            report(.updated(parameters), on: link, to: .peripheral)
        case .encrypt(let request): encrypt(link, request)
        }
    }

    /// Tells a controller of an outcome; a tag has no use for it.
    private mutating func report(_ outcome: LinkOutcome, on link: AirConnection, to side: AirConnection.Side) {
        switch (side, link.peripheral) {
        case (.central, _): deliver(.completed(link.id, outcome), to: link.receiver)
        case (.peripheral, .controller(let controller)): deliver(.completed(link.id, outcome), to: controller)
        case (.peripheral, .tag): break
        }
    }

    /// A tag has the key at hand, the host of a controller is asked for it.
    private mutating func encrypt(_ link: AirConnection, _ request: EncryptionRequest) {
        switch link.peripheral {
        case .tag(let tag):
            var key: [UInt8]?
            ask(tag) { peer, _ in
                key = peer.longTermKey(random: request.random, diversifier: request.diversifier, on: link.id)
                return []
            }
            encrypt(link, request, with: key)
        case .controller(let controller):
            links[link.id]?.keyRequest = request
            deliver(
                .keyWanted(link.id, random: request.random, diversifier: request.diversifier), to: controller
            )
        }
    }

    /// Encrypts a link if the key of its peripheral is that of the central.
    mutating func encrypt(_ link: AirConnection, _ request: EncryptionRequest, with key: [UInt8]?) {
        guard let key else {
            // A refresh has paused the encryption, and nothing is said in the clear on such a link:
            // volume 6, part B, section 5.1.3.1.
            return link.isEncrypted
                ? drop(link, .keyMissing, peripheral: .terminatedByLocalHost)
                : report(.notEncrypted(.keyMissing), on: link, to: .central)
        }
        // If they differ, the first encrypted packet fails its integrity check, which ends the link on both sides.
        guard key == request.key else { return drop(link, .micFailure, peripheral: .micFailure) }
        links[link.id]?.isEncrypted = true
        report(.encrypted, on: link, to: .central)
        tellPeripheral(of: link, .encrypted)
    }

    /// Ends a link at once, each side with its reason.
    private mutating func drop(_ link: AirConnection, _ reason: HCI.Status, peripheral: HCI.Status) {
        links[link.id] = nil
        deliver(.disconnected(link.id, reason: reason), to: link.receiver)
        tellPeripheral(of: link, .disconnected(reason: peripheral))
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
