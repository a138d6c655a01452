import Glibc

/// How often something happened in a time, with the exact interval of Garwood around it ("Fiducial limits for the
/// Poisson distribution", Biometrika 28, 1936).
///
/// Where the true rate lies outside of the interval, what was counted has a probability of at most 2.5 % on that side.
public struct PoissonInterval: Hashable, Sendable {
    /// How often.
    public let count: Int
    /// In which time, in the unit that the rates are told in.
    public let time: Double
    /// The least rate that goes with the count; 0 for a count of 0.
    public let low: Double
    /// The greatest rate that goes with the count.
    public let high: Double

    /// The interval holds the true rate with this confidence, at least.
    public init(_ count: Int, in time: Double, confidence: Double = 0.95) {
        let count = max(0, count), tail = (1 - confidence) / 2
        (self.count, self.time) = (count, time)
        let end = Double(count) + 12 * Double(count + 2).squareRoot() + 20
        low = count == 0 ? 0 : Self.root(end) { 1 - Self.atMost(count - 1, $0) > tail } / time
        high = Self.root(end) { Self.atMost(count, $0) < tail } / time
    }

    /// The rate; NaN for no time.
    public var rate: Double { time > 0 ? Double(count) / time : .nan }

    /// The mean from which on something holds.
    private static func root(_ end: Double, _ holds: (Double) -> Bool) -> Double {
        var low = 0.0
        var high = end
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if holds(middle) { high = middle } else { low = middle }
        }
        return (low + high) / 2
    }

    /// How likely it happens so often at most, by the mean.
    private static func atMost(_ count: Int, _ mean: Double) -> Double {
        guard mean > 0 else { return 1 }
        var logarithm = -mean
        var sum = exp(logarithm)
        for number in 1...max(1, count) where count > 0 {
            logarithm += log(mean / Double(number))
            sum += exp(logarithm)
        }
        return min(1, sum)
    }
}
