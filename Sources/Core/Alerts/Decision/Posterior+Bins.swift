import Ranging

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
