public import Ranging

/// What all the evidence together says of the distance between an item and its owner.
public enum Posterior: Hashable, Sendable {
    /// Both positions are exact: thresholds are taken literally, and the only doubt is of moments that no fix covers.
    case literal(Separation)
    /// Measurements with doubt of any kind, multiplied; and what the positions alone say, for distances beyond the
    /// ranges.
    case fused(DistanceDistribution, positions: Separation?)

    /// The probability that the distance exceeds a threshold in metres.
    public func probability(beyond threshold: Double) -> Double {
        switch self {
        case .literal(let separation): separation.probability(beyond: threshold)
        case .fused(let distribution, _): distribution.probability(beyond: threshold)
        }
    }

    /// The odds that the item is beyond a threshold in metres, against its being within half of it.
    ///
    /// Exact positions settle it: they need no more than their probability.
    public func odds(beyond threshold: Double) -> Double {
        switch self {
        case .literal: .infinity
        case .fused(let distribution, _):
            distribution.probability(beyond: threshold)
                / max(1e-9, 1 - distribution.probability(beyond: threshold / 2))
        }
    }

    /// The distance, in metres: that as likely exceeded as not.
    public var distance: Double {
        switch self {
        case .literal(let separation): separation.distance
        case .fused(let distribution, let positions):
            if let far = Self.far(distribution, positions), distribution.weights[63] > 0.5 {
                max(far.distance, Self.farthest)
            } else {
                distribution.median
            }
        }
    }

    /// The range that holds the distance with a probability of 90 %, in metres.
    public var interval: ClosedRange<Double> {
        switch self {
        case .literal(let separation): separation.interval
        case .fused(let distribution, let positions):
            if let far = Self.far(distribution, positions) {
                // An end that lies in the last range is where the positions have it.
                (distribution.weights[63] > 0.95
                    ? max(far.interval.lowerBound, Self.farthest) : distribution.interval.lowerBound)...max(
                        far.interval.upperBound,
                        Self.farthest
                    )
            } else {
                distribution.interval
            }
        }
    }

    /// What the positions say, where the ranges only say that it may be farther than all of them.
    static func far(_ distribution: DistanceDistribution, _ positions: Separation?) -> Separation? {
        guard let positions, distribution.weights[63] > 0.05, positions.distance > farthest else { return nil }
        return positions
    }

    /// Where the last range begins, in metres.
    private static let farthest = DistanceDistribution.edge(63)
}
