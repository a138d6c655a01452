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
                        far.interval.upperBound, Self.farthest
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

extension Posterior {
    /// A range of distances, and how likely it holds the distance.
    public struct Bin: Hashable, Sendable {
        /// In metres.
        public let range: Range<Double>
        public let probability: Double
    }

    /// The distribution for the eye: ranges twice as wide as those that are reckoned with, without the unlikely ones.
    ///
    /// - Returns: Ranges in order, each with at least a thousandth of the probability. The last that are reckoned with
    ///   also stand for what lies beyond 512 m, unless positions say more.
    public var bins: [Bin] {
        var found = [Bin]()
        var low = 0.0
        var index = 0
        var left = 1.0
        while left > 0, low < Self.antipodes {
            index += 2
            let high = index <= 64 ? DistanceDistribution.edge(index) : low * Self.step
            let beyond = min(left, finest(beyond: high))
            if left - beyond >= 0.001 { found.append(Bin(range: low..<high, probability: left - beyond)) }
            left = beyond
            low = high
        }
        return found
    }

    /// The probability beyond a threshold, of the positions where they know better than the ranges.
    private func finest(beyond threshold: Double) -> Double {
        guard case .fused(let distribution, let positions) = self else { return probability(beyond: threshold) }
        guard let far = Self.far(distribution, positions), threshold >= DistanceDistribution.edge(63) else {
            return probability(beyond: threshold)
        }
        return Double(distribution.weights[63]) * far.probability(beyond: threshold)
    }

    /// From one edge to the next.
    private static let step = DistanceDistribution.factor * DistanceDistribution.factor
    /// Half the way around the earth, in metres.
    private static let antipodes = 20_100_000.0
}
