/// A share that was counted, with the exact interval of Clopper and Pearson around it.
///
/// Where the true share lies outside of the interval, what was counted has a probability of at most 2.5 % on that side.
public struct BinomialInterval: Hashable, Sendable {
    /// How many cases had it.
    public let count: Int
    /// Of how many.
    public let total: Int
    /// The least share that goes with the count; 0 for a count of 0.
    public let low: Double
    /// The greatest share that goes with the count; 1 where all cases had it, and where there are none.
    public let high: Double

    /// The interval holds the true share with this confidence, at least.
    public init(_ count: Int, of total: Int, confidence: Double = 0.95) {
        let total = max(0, total), count = min(max(0, count), total), tail = (1 - confidence) / 2
        (self.count, self.total) = (count, total)
        low = count == 0 ? 0 : Self.root { Self.atLeast(count, of: total, at: $0) > tail }
        high = count == total ? 1 : Self.root { Self.atLeast(count + 1, of: total, at: $0) > 1 - tail }
    }

    /// The share; NaN where there are no cases.
    public var share: Double { total > 0 ? Double(count) / Double(total) : .nan }

    /// The share from which on something holds.
    private static func root(_ holds: (Double) -> Bool) -> Double {
        var low = 0.0
        var high = 1.0
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if holds(middle) { high = middle } else { low = middle }
        }
        return (low + high) / 2
    }

    /// How likely so many cases or more have it.
    ///
    /// The probabilities of the numbers are reckoned from the likeliest outwards, so that no factorial is needed.
    private static func atLeast(_ count: Int, of total: Int, at share: Double) -> Double {
        guard share > 0 else { return count == 0 ? 1 : 0 }
        guard share < 1 else { return 1 }
        let odds = share / (1 - share)
        let mode = min(total, Int(Double(total + 1) * share))
        var above = mode >= count ? 1.0 : 0
        var all = 1.0
        var number = mode
        var weight = 1.0
        while number < total, weight > negligible {
            weight *= Double(total - number) / Double(number + 1) * odds
            number += 1
            all += weight
            if number >= count { above += weight }
        }
        number = mode
        weight = 1
        while number > 0, weight > negligible {
            weight *= Double(number) / Double(total - number + 1) / odds
            number -= 1
            all += weight
            if number >= count { above += weight }
        }
        return above / all
    }

    private static let negligible = 1e-18
}
