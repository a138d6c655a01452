import Glibc
import Ranging
public import Tracking

/// Where an item was when a gateway heard it: near its owner who carries that gateway, or near where it stands.
public struct Sighting: Hashable, Sendable {
    public var time: Timestamp
    public var coordinate: Coordinate
    /// The standard deviation along any direction, in metres.
    public var sigma: Double

    /// So many metres off, at most, something is heard well.
    ///
    /// Of what is farther only the luckiest signals are received, by which it seems nearer than it is.
    static let mostReach = 30.0
    /// So many standard deviations to one side leave 5 %.
    private static let deviations = 1.645

    /// An item that was, with a probability of 95 %, within a reach in metres of where somebody heard it; `sigma` is
    /// the standard deviation of that place along any direction, in metres.
    public init(_ time: Timestamp, near coordinate: Coordinate, sigma: Double = 0, reach: Double) {
        (self.time, self.coordinate) = (time, coordinate)
        self.sigma = hypot(sigma, reach / Self.deviations)
    }

    /// An item that a gateway has just heard well; nil also when nobody knows where that is.
    init?(_ time: Timestamp, by gateway: GatewayEvidence, owner: TrackPosition?) {
        let reach = gateway.distribution.quantile(0.95)
        guard reach <= Self.mostReach else { return nil }
        switch gateway.standing {
        case .carried:
            guard let owner else { return nil }
            self.init(time, near: owner.coordinate, sigma: owner.steadySigma, reach: reach)
        case .placed(let place): self.init(time, near: place, reach: reach)
        case .with, .unknown: return nil
        }
    }

    /// Where it was, and the standard deviation of that in metres.
    var spot: (Coordinate, Double) { (coordinate, sigma) }

    /// Whether it is 95 % sure that what is here is not where a fix was.
    func contradicts(_ fix: Fix) -> Bool {
        coordinate.distance(to: fix.coordinate) > Self.deviations * hypot(sigma, fix.sigma)
    }
}
