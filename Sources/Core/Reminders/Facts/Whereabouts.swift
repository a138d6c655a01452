public import Tracking

/// Where somebody or something was last.
public struct Whereabouts: Hashable, Sendable {
    public let coordinate: Coordinate
    /// The standard deviation along any direction, in metres.
    public let sigma: Double
    public let time: Timestamp

    public init(_ coordinate: Coordinate, sigma: Double, time: Timestamp) {
        (self.coordinate, self.sigma, self.time) = (coordinate, sigma, time)
    }
}
