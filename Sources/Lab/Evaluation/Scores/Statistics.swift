/// Small statistics of lists of numbers.
public enum Statistics {
    /// The value not exceeded by a share of numbers in ascending order, interpolated between neighbours; NaN for none.
    public static func quantile(_ share: Double, ofSorted sorted: [Double]) -> Double {
        guard let last = sorted.last else { return .nan }
        let position = share * Double(sorted.count - 1)
        let index = Int(position)
        guard index + 1 < sorted.count else { return last }
        return sorted[index] + (position - Double(index)) * (sorted[index + 1] - sorted[index])
    }

    /// The value not exceeded by a share of numbers in any order.
    public static func quantile(_ share: Double, of numbers: [Double]) -> Double {
        quantile(share, ofSorted: numbers.sorted())
    }

    /// The least of the numbers in ascending order that a share of them does not exceed; NaN for none.
    ///
    /// It takes part of no number, so that some may be infinite.
    public static func rank(_ share: Double, ofSorted sorted: [Double]) -> Double {
        guard let last = sorted.last else { return .nan }
        let index = Int((share * Double(sorted.count)).rounded(.up)) - 1
        return index < sorted.count ? sorted[max(0, index)] : last
    }

    /// The mean; NaN for none.
    public static func mean(_ numbers: [Double]) -> Double {
        numbers.isEmpty ? .nan : numbers.reduce(0, +) / Double(numbers.count)
    }

    /// The area under the ROC curve: how likely a score of a true case is above that of a false one, equal ones
    /// counting half (the Mann-Whitney U over the number of pairs); NaN when all cases are of one kind.
    public static func areaUnderCurve(_ cases: [(score: Double, isTrue: Bool)]) -> Double {
        let sorted = cases.sorted { $0.score < $1.score }
        let positives = sorted.count { $0.isTrue }
        let negatives = sorted.count - positives
        guard positives > 0, negatives > 0 else { return .nan }
        var ranks = 0.0
        var start = 0
        while start < sorted.count {
            // What is no number equals not even itself.
            var end = start + 1
            while end < sorted.count, sorted[end].score == sorted[start].score { end += 1 }
            // Equal scores share the mean of their ranks, which count from 1.
            let rank = Double(start + end + 1) / 2
            ranks += rank * Double(sorted[start..<end].count { $0.isTrue })
            start = end
        }
        let least = Double(positives) * Double(positives + 1) / 2
        return (ranks - least) / (Double(positives) * Double(negatives))
    }
}
