import Bluetooth
public import HostStack
public import Tracking

/// A tag in the air with a host stack of its own: what the medium brings goes to the host, what the host wants is done.
///
/// A value and synchronous. What its attributes stand for lives elsewhere, and may take its time: the host's questions
/// are handed out in their order, and answered by ``handle(_:at:)``.
public struct HostedTag: LinkPeer {
    /// What somebody beside the tag has to know or to do.
    public enum Notice: Hashable, Sendable {
        case connected(LinkAddress)
        case disconnected(LinkAddress, reason: HCI.Status)
        /// ``HostEffect/read(_:over:request:)``, ``HostEffect/write(_:to:over:request:)`` and
        /// ``HostEffect/subscribed(_:_:)`` for the application; everything about pairing for the user.
        case host(HostEffect)
    }

    /// L2CAP and all above it.
    public var host: TagHost
    /// What it advertises while nobody is connected, with the host's address.
    public private(set) var advertisement: AdvertisingSet
    /// When the air's clock began.
    private let start: Timestamp
    private var link: PeerLink?
    private let tell: @Sendable (Notice) -> Void

    /// - Parameters:
    ///   - host: The tag's stack.
    ///   - advertisement: What it advertises; the address becomes the host's.
    ///   - start: When the air's clock began.
    ///   - tell: Told at once, in order; must not wait.
    public init(
        _ host: TagHost,
        advertisement: AdvertisingSet,
        start: Timestamp,
        tell: @escaping @Sendable (Notice) -> Void
    ) {
        (self.host, self.start, self.tell) = (host, start, tell)
        self.advertisement = advertisement
        self.advertisement.address = LinkAddress(host.address)
    }

    public var nextWakeUp: AirTime? {
        host.nextDeadline.map { AirTime.zero.after(milliseconds: $0.milliseconds - start.milliseconds) }
    }

    /// Lets something happen to the host from above or in time.
    ///
    /// - Returns: What the link layer is to do.
    public mutating func handle(_ event: HostEvent, at time: AirTime) -> [LinkAction] {
        let now = Timestamp(milliseconds: start.milliseconds + time.microseconds / 1000)
        return host.handle(event, at: now).flatMap { carryOut($0) }
    }

    private mutating func carryOut(_ effect: HostEffect) -> [LinkAction] {
        switch effect {
        case .send(let fragment):
            return link.map { [.send(ACLFragment(fragment), on: $0.id)] } ?? []
        case .disconnect(let reason):
            return link.map { [.disconnect($0.id, reason: HCI.Status(rawValue: reason))] } ?? []
        case .addressChanged(let address):
            advertisement.address = LinkAddress(address)
            return link == nil ? [.advertise(advertisement)] : []
        case .read, .write, .subscribed, .showPasskey, .askPasskey, .compare, .paired, .pairingFailed,
            .parametersAnswered:
            tell(.host(effect))
            return []
        }
    }
}

/// What the link layer tells.
extension HostedTag {
    public mutating func connected(_ link: PeerLink, at time: AirTime) -> [LinkAction] {
        self.link = link
        tell(.connected(link.controller))
        return handle(.connected(peer: DeviceAddress(link.controller), own: DeviceAddress(link.own)), at: time)
    }

    public mutating func received(_ fragment: ACLFragment, on link: LinkID, at time: AirTime) -> [LinkAction] {
        guard link == self.link?.id else { return [] }
        return handle(.received(HostStack.ACLFragment(fragment.bytes, isStart: fragment.isFirst)), at: time)
    }

    public mutating func longTermKey(random: UInt64, diversifier: UInt16, on link: LinkID) -> [UInt8]? {
        host.longTermKey(diversifier: diversifier, random: random)
    }

    public mutating func dataLengthChanged(_ length: DataLength, on link: LinkID, at time: AirTime) -> [LinkAction] {
        handle(.dataLengthChanged(Int(length.octets)), at: time)
    }

    public mutating func encrypted(_ link: LinkID, at time: AirTime) -> [LinkAction] {
        handle(.encryptionChanged(isOn: true), at: time)
    }

    public mutating func disconnected(_ link: LinkID, reason: HCI.Status, at time: AirTime) -> [LinkAction] {
        guard let gone = self.link, gone.id == link else { return [] }
        let actions = handle(.disconnected, at: time)
        self.link = nil
        tell(.disconnected(gone.controller, reason: reason))
        return actions + [.advertise(advertisement)]
    }

    public mutating func wake(at time: AirTime) -> [LinkAction] { handle(.tick, at: time) }
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
    public mutating func tell(_ tag: TagID, _ event: HostEvent) {
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
