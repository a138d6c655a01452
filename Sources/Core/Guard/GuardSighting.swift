public import Tracking

/// A tag of somebody else, away from its owner as far as it tells, as a gateway heard it.
public struct GuardSighting: Hashable, Sendable {
    public var network: TagNetwork
    /// What kind of accessory it says it is; the same for all tags that look alike.
    public var kind: String
    /// The identity in its frame, else its address: what it is known by until it rotates.
    public var identity: String
    /// What the network counts up with each rotation; nil where it counts nothing.
    public var counter: UInt32?
    /// In dBm; nil for not told.
    public var rssi: Int?
    public var time: Timestamp
    /// Where the gateway stands; nil for one that the owner carries.
    public var place: Coordinate?

    public init(
        network: TagNetwork, kind: String = "", identity: String, counter: UInt32? = nil, rssi: Int? = nil,
        time: Timestamp, place: Coordinate? = nil
    ) {
        (self.network, self.kind, self.identity, self.counter) = (network, kind, identity, counter)
        (self.rssi, self.time, self.place) = (rssi, time, place)
    }
}
