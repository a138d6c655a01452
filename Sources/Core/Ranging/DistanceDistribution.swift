import Glibc

/// What is known of a distance: a probability for each of 64 ranges of distance, which grow by a constant factor.
///
/// It is a value without references, and combining two of them is one multiplication of 64 numbers.
public struct DistanceDistribution: Hashable, Sendable {
    /// The probability of each range; they sum up to 1.
    public private(set) var weights: Cells

    /// The lower edge of the second range, in metres; the first one begins at 0.
    public static let nearest = 0.25
    /// The factor from one edge to the next: 64 ranges reach to 512 m.
    public static let factor = pow(2.0, 11.0 / 63.0)

    /// Nothing is known but that any factor of distance is as likely as any other.
    public init() { weights = Cells(repeating: 1 / 64) }

    /// A distribution in proportion to weights, none of them negative; like nothing known when all are zero.
    public init(_ weights: Cells) {
        let sum = weights.sum()
        self.weights = sum > 0 ? weights * (1 / sum) : Cells(repeating: 1 / 64)
    }

    /// A distance whose logarithm is normal, as far as the ranges reach: its median in metres, and the standard
    /// deviation of the logarithm.
    public init(median: Double, spread: Double) {
        self.init(
            Cells { index in
                let off = log(Self.middle(index) / median) / spread
                return Float(exp(-0.5 * off * off))
            }
        )
    }

    /// The lower edge of a range, in metres.
    public static func edge(_ index: Int) -> Double { index <= 0 ? 0 : nearest * pow(factor, Double(index - 1)) }

    /// The middle of a range, in metres.
    public static func middle(_ index: Int) -> Double {
        index <= 0 ? nearest / factor.squareRoot() : nearest * pow(factor, Double(index) - 0.5)
    }

    /// The range in which a distance in metres lies.
    static func index(of distance: Double) -> Int {
        guard distance > nearest else { return 0 }
        return min(63, Int(log(distance / nearest) / logFactor) + 1)
    }

    /// The probability that the distance exceeds a threshold in metres; within a range, its logarithm is even.
    public func probability(beyond threshold: Double) -> Double {
        guard threshold > Self.nearest / Self.factor else { return 1 }
        let place = log(threshold / Self.nearest) / Self.logFactor + 1
        guard place < 64 else { return 0 }
        let whole = Int(place)
        let sums = weights.sum(from: Int(place) + 1)
        return min(1, Double(sums) + Double(weights[whole]) * (1 - (place - Double(whole))))
    }

    private static let logFactor = log(factor)

    /// The distance, in metres, that is not exceeded with a probability.
    public func quantile(_ probability: Double) -> Double {
        var sum = 0.0
        for index in 0..<64 {
            let weight = Double(weights[index])
            if sum + weight >= probability, weight > 0 {
                let high = Self.edge(index + 1)
                let share = (probability - sum) / weight
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
