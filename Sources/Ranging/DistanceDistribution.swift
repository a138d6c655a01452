import Glibc

/// What is known of a distance: a probability for each of 64 ranges of distance, which grow by a constant factor.
///
/// It is a value without references, and combining two of them is one multiplication of 64 numbers.
public struct DistanceDistribution: Hashable, Sendable {
    /// The probability of each range; they sum up to 1.
    public private(set) var weights: SIMD64<Float>

    /// The lower edge of the second range, in metres; the first one begins at 0.
    public static let nearest = 0.25
    /// The factor from one edge to the next: 64 ranges reach to 512 m.
    public static let factor = pow(2.0, 11.0 / 63.0)

    /// Nothing is known but that any factor of distance is as likely as any other.
    public init() {
        weights = SIMD64(repeating: 1 / 64)
    }

    /// A distribution in proportion to weights, none of them negative; like nothing known when all are zero.
    public init(_ weights: SIMD64<Float>) {
        let sum = weights.sum()
        self.weights = sum > 0 ? weights / sum : SIMD64(repeating: 1 / 64)
    }

    /// The lower edge of a range, in metres.
    public static func edge(_ index: Int) -> Double {
        index <= 0 ? 0 : nearest * pow(factor, Double(index - 1))
    }

    /// The middle of a range, in metres.
    public static func middle(_ index: Int) -> Double {
        index <= 0 ? nearest / factor.squareRoot() : nearest * pow(factor, Double(index) - 0.5)
    }

    /// What is known of the distance after evidence that has such a likelihood in each range.
    public func weighted(by likelihood: SIMD64<Float>) -> Self {
        Self(weights * likelihood)
    }

    /// The probability that the distance exceeds a threshold in metres; within a range, its logarithm is even.
    public func probability(beyond threshold: Double) -> Double {
        var sum = 0.0
        for index in 0..<64 {
            let (low, high) = (Self.edge(index), Self.edge(index + 1))
            if low >= threshold {
                sum += Double(weights[index])
            } else if high > threshold {
                let share = log(high / threshold) / log(high / max(low, high / Self.factor))
                sum += Double(weights[index]) * min(1, share)
            }
        }
        return min(1, sum)
    }

    /// The distance, in metres, that is not exceeded with a probability.
    public func quantile(_ probability: Double) -> Double {
        var sum = 0.0
        for index in 0..<64 {
            let weight = Double(weights[index])
            if sum + weight >= probability, weight > 0 {
                let (high, share) = (Self.edge(index + 1), (probability - sum) / weight)
                let low = max(Self.edge(index), high / Self.factor)
                return low * pow(high / low, max(0, share))
            }
            sum += weight
        }
        return Self.edge(64)
    }

    /// The distance that is as likely exceeded as not, in metres.
    public var median: Double { quantile(0.5) }

    /// The range that holds the distance with a probability of 90 %, in metres.
    public var interval: ClosedRange<Double> {
        let low = quantile(0.05)
        return low...max(low, quantile(0.95))
    }
}
