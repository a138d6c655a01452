import Glibc

/// A share that was counted, with what can be said of the true one.
struct Share: Hashable, Sendable {
    let count: Int
    let total: Int

    /// The lower end of Wilson's interval: the true share is at least that with a probability of 95 %.
    ///
    /// (E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22, 1927.)
    var low: Double {
        guard total > 0 else { return 0 }
        let n = Double(total), p = Double(count) / n
        let z = 1.645, z2 = z * z
        let middle = p + z2 / (2 * n)
        let spread = z * (p * (1 - p) / n + z2 / (4 * n * n)).squareRoot()
        return max(0, (middle - spread) / (1 + z2 / n))
    }

    /// How likely as many or more are counted where the true share is `share`.
    func chance(at share: Double) -> Double {
        guard count > 0 else { return 1 }
        guard share > 0 else { return 0 }
        guard share < 1 else { return 1 }
        // From the term of `count` upwards, each from the one before.
        let n = Double(total), k = Double(count)
        let logTerm = lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) + k * log(share) + (n - k) * log(1 - share)
        var term = exp(logTerm), sum = term
        var number = count
        while number < total {
            term *= Double(total - number) / Double(number + 1) * share / (1 - share)
            number += 1
            sum += term
        }
        return min(1, sum)
    }
}
