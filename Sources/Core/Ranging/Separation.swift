import Glibc

/// How far two things are apart, as far as is known: a distance with its doubt.
///
/// The doubt is taken as normal along the line between the two. So a large doubt alone is never evidence of a large
/// distance: it only keeps a level from changing, as a hysteresis as wide as the doubt.
public struct Separation: Hashable, Sendable {
    /// The most likely distance, in metres.
    public var distance: Double
    /// The standard deviation of the distance, in metres; 0 for exact.
    public var sigma: Double

    public init(distance: Double, sigma: Double) {
        self.distance = distance
        self.sigma = sigma
    }

    /// The probability that the two are farther apart than a threshold in metres: for an exact distance 0 or 1.
    public func probability(beyond threshold: Double) -> Double {
        guard sigma > 0 else { return distance > threshold ? 1 : 0 }
        return 0.5 * erfc((threshold - distance) / (sigma * 2.0.squareRoot()))
    }

    /// The range that holds the distance with a probability of 90 %, in metres.
    public var interval: ClosedRange<Double> {
        let reach = Self.reachOf90Percent * sigma
        return max(0, distance - reach)...(distance + reach)
    }

    /// How many standard deviations to each side hold 90 % of a normal distribution.
    public static let reachOf90Percent = 1.6448536269514722
}
