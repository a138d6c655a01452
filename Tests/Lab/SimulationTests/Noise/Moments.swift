import Foundation

/// Mean, variance and correlation of a series of numbers.
struct Moments {
    private let values: [Double]
    let mean: Double
    let variance: Double

    init(_ values: [Double]) {
        self.values = values
        let mean = values.reduce(0, +) / Double(max(1, values.count))
        self.mean = mean
        variance = values.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(max(1, values.count))
    }

    var deviation: Double { variance.squareRoot() }

    var median: Double { values.sorted()[values.count / 2] }

    /// How far the values are like those so many places on, 1 for the same.
    func correlation(atLag lag: Int) -> Double {
        let pairs = zip(values, values.dropFirst(lag))
        let sum = pairs.map { ($0 - mean) * ($1 - mean) }.reduce(0, +)
        return sum / Double(values.count - lag) / variance
    }

    /// How far two series are alike, each about a mean of zero.
    static func correlation(_ first: [Double], _ second: [Double]) -> Double {
        let product = zip(first, second).map { $0 * $1 }.reduce(0, +)
        let squares = first.map { $0 * $0 }.reduce(0, +) * second.map { $0 * $0 }.reduce(0, +)
        return product / squares.squareRoot()
    }
}

extension Double {
    /// Whether it is a value within a margin.
    func isNear(_ value: Double, _ margin: Double) -> Bool { (self - value).magnitude <= margin }
}
