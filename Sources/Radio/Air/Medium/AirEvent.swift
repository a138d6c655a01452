/// What the air brings to a controller.
public enum AirEvent: Hashable, Sendable {
    case heard(Heard)
    /// The connection that was asked for.
    case connected(LinkID, ConnectionParameters)
    /// Another controller has connected to one of its advertisements, which has ended.
    case accepted(LinkID, Acceptance)
    /// A set has been advertised as often as it was to be, and has ended.
    case advertised(set: UInt8)
    case received(LinkID, ACLFragment)
    /// So many fragments have reached the peer.
    case delivered(LinkID, count: Int)
    case completed(LinkID, LinkOutcome)
    /// The central wants encryption: ``AirOrder/key(_:_:)`` answers.
    case keyWanted(LinkID, random: UInt64, diversifier: UInt16)
    /// How strong the peer was at the latest connection event, in dBm.
    case strength(LinkID, Int8)
    case disconnected(LinkID, reason: HCI.Status)
}

/// A connection as the advertiser sees it.
public struct Acceptance: Hashable, Sendable {
    /// The set that was connected to.
    public var set: UInt8
    /// The address that the central connected from.
    public var central: LinkAddress
    public var parameters: ConnectionParameters
    /// With which the connection begins.
    public var phy: LinkPHY
}

/// An advertisement or scan response as a receiver got it, all packets of an extended one together.
public struct Heard: Hashable, Sendable {
    public var transmitter: Transmitter
    public var kind: AdvertisingKind
    public var isScanResponse: Bool
    public var address: LinkAddress
    /// Whom a directed advertisement is for.
    public var target: LinkAddress?
    public var data: [UInt8]
    /// In dBm.
    public var rssi: Int8
    /// What it is besides, if it is an extended one.
    public var extended: ExtendedAdvertising?
    /// Whether a packet of an extended one was lost, and with it the end of the data.
    public var isTruncated = false

    /// The PHY of the primary channels, and that of a connection which follows.
    var primary: LinkPHY { extended?.primary ?? .basic }
    var secondary: LinkPHY { extended?.secondary ?? .basic }

    /// Whether a scan request is answered; what is extended and connectable is not scannable.
    var isScannable: Bool { extended == nil ? kind.isScannable : kind == .scannable }
}

/// How a procedure ended.
public enum LinkOutcome: Hashable, Sendable {
    case features(UInt64)
    case version(LinkVersion)
    case dataLength(DataLength)
    case updated(ConnectionParameters)
    case encrypted
    case phy(LinkPHYs)
    /// The peer has no key.
    case notEncrypted(HCI.Status)
}
