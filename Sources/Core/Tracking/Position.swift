/// Where something was, when, and how surely.
public struct Position: Hashable, Sendable {
    public var coordinate: Coordinate
    /// The 68 % radius in metres; nil for not told.
    public var accuracy: Double?
    public var time: Timestamp

    public init(coordinate: Coordinate, accuracy: Double?, time: Timestamp) {
        self.coordinate = coordinate
        self.accuracy = accuracy
        self.time = time
    }
}

extension Position {
    /// Where a device was when it measured a fix.
    public init(_ fix: Fix) { self.init(coordinate: fix.coordinate, accuracy: fix.accuracy, time: fix.time) }
}

/// Where the owner was last, as a tracker is told: what it measures its own distance against.
public typealias Reference = Position
