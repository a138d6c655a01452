/// A tag's side of its connections: the host stack on top of the link layer that the medium plays.
///
/// A value and synchronous; what it wants done it answers with. Fragments come in order and without loss while the
/// connection stands.
public protocol LinkPeer: Sendable {
    /// What the tag's link layer tells of itself.
    var capabilities: LinkCapabilities { get }

    /// When it wants to be woken, if at all; asked again after each call.
    var nextWakeUp: AirTime? { get }

    /// A controller has connected; the tag has stopped advertising.
    mutating func connected(_ link: PeerLink, at time: AirTime) -> [LinkAction]

    /// A fragment of an L2CAP frame has come.
    mutating func received(_ fragment: ACLFragment, on link: LinkID, at time: AirTime) -> [LinkAction]

    /// So many fragments have reached the controller.
    mutating func delivered(_ count: Int, on link: LinkID, at time: AirTime) -> [LinkAction]

    /// The long term key, last byte first, that the controller's random number and diversifier stand for; nil refuses.
    mutating func longTermKey(random: UInt64, diversifier: UInt16, on link: LinkID) -> [UInt8]?

    /// A packet of the link has room for so much from now on; at first it is ``DataLength/initial``.
    mutating func dataLengthChanged(_ length: DataLength, on link: LinkID, at time: AirTime) -> [LinkAction]

    /// The link is encrypted from now on, or has got a new session key.
    mutating func encrypted(_ link: LinkID, at time: AirTime) -> [LinkAction]

    mutating func disconnected(_ link: LinkID, reason: HCI.Status, at time: AirTime) -> [LinkAction]

    /// The moment of ``nextWakeUp`` has come.
    mutating func wake(at time: AirTime) -> [LinkAction]
}

extension LinkPeer {
    public var capabilities: LinkCapabilities { LinkCapabilities() }
    public var nextWakeUp: AirTime? { nil }
    public mutating func delivered(_ count: Int, on link: LinkID, at time: AirTime) -> [LinkAction] { [] }
    public mutating func dataLengthChanged(_ length: DataLength, on link: LinkID, at time: AirTime) -> [LinkAction] {
        []
    }
    public mutating func longTermKey(random: UInt64, diversifier: UInt16, on link: LinkID) -> [UInt8]? { nil }
    public mutating func encrypted(_ link: LinkID, at time: AirTime) -> [LinkAction] { [] }
    public mutating func wake(at time: AirTime) -> [LinkAction] { [] }
}

/// A connection as the tag sees it.
public struct PeerLink: Hashable, Sendable {
    public let id: LinkID
    public let receiver: ReceiverID
    /// The address that the controller connected from.
    public let controller: LinkAddress
    /// The tag's own address in its advertisement.
    public let own: LinkAddress
    public let parameters: ConnectionParameters
}

/// What a tag's link layer tells of itself.
public struct LinkCapabilities: Hashable, Sendable {
    /// The LE feature bits; by default encryption, extended reject, peripheral features, data length, 2M PHY and
    /// coded PHY.
    public var features: UInt64 = 0b1001_0010_1101
    public var version = LinkVersion.virtual
    public var dataLength = DataLength.maximum

    public init() {}
}

/// What a tag wants done.
public enum LinkAction: Hashable, Sendable {
    case send(ACLFragment, on: LinkID)
    case disconnect(LinkID, reason: HCI.Status)
    /// Advertise from now on; nil stops.
    case advertise(AdvertisingSet?)
    /// Advertise again what was advertised before the connection.
    case resumeAdvertising
}
