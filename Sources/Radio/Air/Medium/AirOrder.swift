/// What a controller wants of the air.
public enum AirOrder: Hashable, Sendable {
    /// Drop everything: the controller has been reset.
    case reset
    /// Listen for advertisements from now on; nil stops.
    case listen(Listening?)
    /// Advertise from now on; nil stops that set.
    case advertise(set: UInt8, AdvertisingSet?)
    /// Ask the advertiser that has just been heard for its scan response.
    case requestScan(Transmitter)
    /// Connect to the advertiser that has just been heard.
    case connect(Transmitter, own: LinkAddress, ConnectionParameters)
    case send(LinkID, ACLFragment)
    case start(LinkID, LinkProcedure)
    case disconnect(LinkID, reason: HCI.Status)
    /// The key that the central of a link has named, last byte first; nil when there is none.
    case key(LinkID, [UInt8]?)
}

/// How a receiver listens: channel after channel, for a window of each interval.
public struct Listening: Hashable, Sendable {
    /// Microseconds on each channel, and how many of them are listened to.
    public struct Slice: Hashable, Sendable {
        public var interval: Int64, window: Int64

        public init(interval: Int64, window: Int64) { (self.interval, self.window) = (interval, window) }
    }

    /// For each PHY that is listened to on the primary channels.
    public var slices: [LinkPHY: Slice]
    /// Whether it follows extended advertisements to where their data are.
    public var hearsExtended: Bool

    public init(slices: [LinkPHY: Slice], hearsExtended: Bool = false) {
        (self.slices, self.hearsExtended) = (slices, hearsExtended)
    }
}

/// What the link layers of both sides do with each other besides carrying data.
public enum LinkProcedure: Hashable, Sendable {
    case features(UInt64)
    case version
    case dataLength(DataLength)
    case update(ConnectionParameters)
    case encrypt(EncryptionRequest)
    case phy(PHYWish)
}

/// By what the peer of an encryption finds the key, and the key that this side has.
public struct EncryptionRequest: Hashable, Sendable {
    /// Rand of legacy pairing; 0 with LE Secure Connections.
    public var random: UInt64
    /// EDIV of legacy pairing; 0 with LE Secure Connections.
    public var diversifier: UInt16
    /// The long term key, last byte first.
    public var key: [UInt8]
}
