public import Ranging
public import Tracking

/// Somebody of the household of an item's owner.
public struct Member: Sendable {
    public let name: Name
    /// Where that one was.
    public let track: PositionTrack

    public init(_ name: Name, track: PositionTrack) { (self.name, self.track) = (name, track) }
}
