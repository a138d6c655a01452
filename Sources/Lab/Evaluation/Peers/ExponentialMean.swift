/// The exponentially weighted moving average of habluetooth: s ← s + α (x - s).
struct ExponentialMean: SeriesFilter {
    var weight = 0.3
    private var mean: Double?
    mutating func observe(_ value: Double, at time: Double) -> Double {
        let next = mean.map { $0 + weight * (value - $0) } ?? value
        mean = next
        return next
    }
}
