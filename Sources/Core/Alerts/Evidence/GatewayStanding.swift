public import Tracking

/// What a gateway's hearing an item says of how far the item is from its owner.
public enum GatewayStanding: Hashable, Sendable {
    /// The item's owner carries it: how far the item is from the one it is from the other.
    case carried
    /// It stands somewhere: it says how far the item is from there.
    case placed(Coordinate)
    /// A member of the owner's household carries it: it says how far the item is from that one.
    case with(Name)
    /// Nobody knows where it is: it says nothing of the distance.
    case unknown
}

/// The gateway that relayed a fix: what has a link to it is within its reach.
public struct Relay: Hashable, Sendable {
    public var gateway: Name
    public var standing: GatewayStanding

    public init(_ gateway: Name, _ standing: GatewayStanding) { (self.gateway, self.standing) = (gateway, standing) }
}
