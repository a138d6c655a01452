import Bluetooth
public import HostStack
public import Tracking

/// A tag in the air with a host stack of its own: what the medium brings goes to the host, what the host wants is done.
///
/// A value and synchronous. What the tag does by itself is in it: its parts answer the host at once. What the other
/// attributes stand for lives elsewhere, and may take its time: the host's questions are handed out in their order, and
/// answered by ``handle(_:at:)``.
public struct HostedTag: LinkPeer {
    /// What somebody beside the tag has to know or to do.
    public enum Notice: Hashable, Sendable {
        case connected(LinkAddress)
        case disconnected(LinkAddress, reason: HCI.Status)
        /// ``LinkEffect/read(_:over:request:)``, ``LinkEffect/write(_:to:over:request:)`` and
        /// ``LinkEffect/subscribed(_:_:)`` for the application; everything about pairing for the user.
        case host(LinkEffect, on: LinkNumber)
        /// It begins to sound, or falls silent.
        case sound(Bool)
        /// It has another address, under which nobody but who has bonded with it knows it.
        case address(LinkAddress)
    }

    /// Who a tag takes for its owner.
    public enum Owner: Hashable, Sendable {
        /// A central that has bonded with it, while it is connected.
        case bondedCentral
        /// Whoever it is told of by ``TagEvent/owner(isNear:)``.
        case told
    }

    /// L2CAP and all above it.
    public var host: TagHost
    /// What it does by itself.
    public internal(set) var parts: TagServices
    /// What it advertises while another central may connect, with the host's address; nil while it is silent.
    public var advertisement: AdvertisingSet? { isSilent ? nil : set }

    private var set: AdvertisingSet
    private var isSilent = false
    /// Whether the advertisement is that of the parts.
    private let partsAdvertise: Bool
    private let owner: Owner
    private var isOwnerNear = false
    /// What the tag's clock showed when the air's began.
    private var start: Timestamp
    private var links: [LinkID: PeerLink] = [:]
    private let tell: @Sendable (Notice) -> Void

    /// A tag of a host with the services of the parts and all others.
    ///
    /// The advertisement's address becomes the host's, and its data the parts' if they have any. `tell` is told at
    /// once, in order, and must not wait.
    public init(
        _ host: TagHost,
        advertisement: AdvertisingSet,
        parts: TagServices? = nil,
        owner: Owner = .told,
        start: Timestamp,
        tell: @escaping @Sendable (Notice) -> Void
    ) {
        (self.host, self.owner, self.start, self.tell) = (host, owner, start, tell)
        self.parts = parts ?? TagServices([], at: start)
        set = advertisement
        partsAdvertise = self.parts.advertisement != nil
        _ = renewAdvertisement()
    }

    public var nextWakeUp: AirTime? {
        let moments = [host.nextDeadline, parts.nextWakeUp].compactMap(\.self)
        return moments.min().map { AirTime.zero.after(milliseconds: $0.milliseconds - start.milliseconds) }
    }

    /// Lets something happen to the host from above or in time, and returns what the link layer is to do.
    public mutating func handle(_ event: HostEvent, at time: AirTime) -> [LinkAction] {
        parts.now(time, since: start).flatMap { run([.update($0)]) } + run([event])
    }

    /// Lets something happen to the tag itself, and returns what the link layer is to do.
    public mutating func handle(_ event: TagEvent, at time: AirTime) -> [LinkAction] {
        let due = parts.now(time, since: start)
        var updates = parts.handle(event)
        // Who owns it from now on may be there already, or not.
        if case .owned(true) = event, owner == .bondedCentral { updates += parts.handle(.owner(isNear: isOwnerNear)) }
        return run((due + updates).map { .update($0) })
    }

    /// Sets the tag's clock on, as if so much time had passed without anything else happening, and returns what the link
    /// layer is to do; a clock is never set back.
    public mutating func setClock(on span: Duration, at time: AirTime) -> [LinkAction] {
        guard span > .zero else { return [] }
        start = start.advanced(by: span)
        return handle(HostEvent.tick, at: time)
    }

    /// Lets the host have its events, and every answer that its parts give to it.
    private mutating func run(_ first: [HostEvent]) -> [LinkAction] {
        var events = first[...]
        var actions: [LinkAction] = []
        takeEffects(&events, &actions)
        while let event = events.popFirst() {
            for effect in host.handle(event, at: parts.now) {
                switch effect {
                case .link(let number, let effect):
                    if let answers = parts.answer(effect, on: number) {
                        events += answers
                    } else {
                        actions += carryOut(effect, on: number)
                    }
                case .addressChanged(let address):
                    tell(.address(LinkAddress(address)))
                    actions += renewAdvertisement()
                }
            }
            noteOwner(&events)
            takeEffects(&events, &actions)
        }
        return actions
    }

    /// A bonded central is the owner's while its link is encrypted, whoever else is connected.
    private mutating func noteOwner(_ events: inout ArraySlice<HostEvent>) {
        guard owner == .bondedCentral, host.hasBondedLink != isOwnerNear else { return }
        isOwnerNear = host.hasBondedLink
        events += parts.handle(.owner(isNear: isOwnerNear)).map { .update($0) }
    }

    private mutating func takeEffects(_ events: inout ArraySlice<HostEvent>, _ actions: inout [LinkAction]) {
        for effect in parts.takeEffects() {
            switch effect {
            case .sound(let isOn): tell(.sound(isOn))
            case .rotateAddress: events.append(.addressRenewal)
            case .takeAddress(let address): events.append(.addressGiven(DeviceAddress(address, .random)))
            case .advertisementChanged: actions += renewAdvertisement()
            // It is told with what has brought it about.
            case .notify, .answer: break
            }
        }
    }

    private mutating func renewAdvertisement() -> [LinkAction] {
        set.address = LinkAddress(host.address)
        if partsAdvertise {
            let data = parts.advertisingData
            isSilent = data == nil
            set.data = data ?? []
            set.scanResponse = data == nil ? [] : parts.scanResponse
        }
        return [.advertise(host.hasRoom ? advertisement : nil)]
    }

    private func carryOut(_ effect: LinkEffect, on number: LinkNumber) -> [LinkAction] {
        switch effect {
        case .send(let fragment): return [.send(ACLFragment(fragment), on: LinkID(number.value))]
        case .disconnect(let reason):
            return [.disconnect(LinkID(number.value), reason: HCI.Status(rawValue: reason))]
        case .read, .write, .subscribed, .showPasskey, .askPasskey, .compare, .paired, .pairingFailed,
            .parametersAnswered:
            tell(.host(effect, on: number))
            return []
        }
    }
}

/// What the link layer tells.
extension HostedTag {
    public mutating func connected(_ link: PeerLink, at time: AirTime) -> [LinkAction] {
        let event = LinkEvent.connected(peer: DeviceAddress(link.controller), own: DeviceAddress(link.own))
        // The host sends away who comes too late.
        guard host.hasRoom else { return handle(event, on: link.id, at: time) }
        let isFirst = links.isEmpty
        links[link.id] = link
        tell(.connected(link.controller))
        let actions = isFirst ? handle(TagEvent.link(isUp: true), at: time) : []
        // The link layer has stopped to advertise.
        return actions + handle(event, on: link.id, at: time) + renewAdvertisement()
    }

    public mutating func received(_ fragment: ACLFragment, on link: LinkID, at time: AirTime) -> [LinkAction] {
        handle(.received(HostStack.ACLFragment(fragment.bytes, isStart: fragment.isFirst)), on: link, at: time)
    }

    public mutating func longTermKey(random: UInt64, diversifier: UInt16, on link: LinkID) -> [UInt8]? {
        host.longTermKey(diversifier: diversifier, random: random, on: LinkNumber(link.number))
    }

    public mutating func dataLengthChanged(_ length: DataLength, on link: LinkID, at time: AirTime) -> [LinkAction] {
        handle(.dataLengthChanged(Int(length.octets)), on: link, at: time)
    }

    public mutating func encrypted(_ link: LinkID, at time: AirTime) -> [LinkAction] {
        handle(.encryptionChanged(isOn: true), on: link, at: time)
    }

    public mutating func disconnected(_ link: LinkID, reason: HCI.Status, at time: AirTime) -> [LinkAction] {
        guard let gone = links[link] else { return [] }
        var actions = handle(.disconnected, on: link, at: time)
        tell(.disconnected(gone.controller, reason: reason))
        if links.count == 1 { actions += handle(TagEvent.link(isUp: false), at: time) }
        links[link] = nil
        return actions + renewAdvertisement()
    }

    private mutating func handle(_ event: LinkEvent, on link: LinkID, at time: AirTime) -> [LinkAction] {
        handle(.link(LinkNumber(link.number), event), at: time)
    }

    public mutating func wake(at time: AirTime) -> [LinkAction] { handle(HostEvent.tick, at: time) }
}

extension TagServices {
    /// Lets time pass up to a moment of the air's clock.
    fileprivate mutating func now(_ time: AirTime, since start: Timestamp) -> [AttributeUpdate] {
        advance(to: Timestamp(milliseconds: start.milliseconds + time.microseconds / 1000))
    }

    /// What happens next after a question to the application; nil for one that is not for these services.
    fileprivate mutating func answer(_ effect: LinkEffect, on number: LinkNumber) -> [HostEvent]? {
        switch effect {
        case .read(let name, let link, let request) where offers(name.service):
            return [.answered(request, Result { () throws(AttributeError) in try read(name, over: link) })]
        case .write(let value, let name, let link, let request) where offers(name.service):
            do throws(AttributeError) {
                let told = try write(value, to: name, over: link)
                return (request.map { [.answered($0, .success([]))] } ?? [])
                    + told.map { $0.isAnswer ? .link(number, .answer($0.update)) : .update($0.update) }
            } catch { return request.map { [.answered($0, .failure(error))] } ?? [] }
        case .subscribed(let name, let isSubscribed) where offers(name.service):
            return subscribed(to: name, isSubscribed).map(HostEvent.update)
        default: return nil
        }
    }
}

extension ACLFragment {
    fileprivate init(_ fragment: HostStack.ACLFragment) {
        self.init(bytes: fragment.bytes, isFirst: fragment.isStart)
    }
}

extension LinkAddress {
    /// An address as the host stack has it.
    public init(_ address: DeviceAddress) { self.init(address.address, isRandom: address.kind == .random) }
}

extension DeviceAddress {
    fileprivate init(_ address: LinkAddress) { self.init(address.address, address.isRandom ? .random : .public) }
}

extension Medium {
    /// Lets something happen to the host of a tag; nothing happens where the tag has none.
    public mutating func deliver(_ tag: TagID, _ event: HostEvent) {
        changeHost(of: tag) { hosted, now in hosted.handle(event, at: now) }
    }

    /// Lets something happen to a tag itself; nothing happens where it has no host.
    public mutating func happen(_ event: TagEvent, to tag: TagID) {
        changeHost(of: tag) { hosted, now in hosted.handle(event, at: now) }
    }

    /// Changes a tag that has a host, and does what it answers.
    public mutating func changeHost(of tag: TagID, _ change: (inout HostedTag, AirTime) -> [LinkAction]) {
        ask(tag) { peer, now in
            guard var hosted = peer as? HostedTag else { return [] }
            defer { peer = hosted }
            return change(&hosted, now)
        }
    }
}
