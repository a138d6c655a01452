/// The exponentially weighted moving average of habluetooth: s ← s + α (x - s).
struct ExponentialMean: SeriesFilter {
    /// The weight of a new value.
    var weight = 0.3
    private var mean: Double?

    init(weight: Double = 0.3) { self.weight = weight }

    mutating func observe(_ value: Double, at time: Double) -> Double {
        let next = mean.map { $0 + weight * (value - $0) } ?? value
        mean = next
        return next
    }
}
