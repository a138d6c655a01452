/// ESPresense's smoothing: of the last 15 s, the mean of what lies within Tukey's fences, 1.5 interquartile ranges
/// beyond the quartiles.
struct TrimmedWindow: SeriesFilter {
    /// The length of the window, in seconds.
    static let span = 15.0
    /// How many interquartile ranges beyond the quartiles a value may lie.
    static let reach = 1.5

    private var window: [(time: Double, value: Double)] = []

    mutating func observe(_ value: Double, at time: Double) -> Double {
        window.removeAll { time - $0.time > Self.span }
        window.append((time, value))
        let sorted = window.map(\.value).sorted()
        let low = Statistics.quantile(0.25, ofSorted: sorted)
        let high = Statistics.quantile(0.75, ofSorted: sorted)
        let reach = Self.reach * (high - low)
        let kept = sorted.filter { $0 >= low - reach && $0 <= high + reach }
        return kept.isEmpty ? Statistics.quantile(0.5, ofSorted: sorted) : kept.reduce(0, +) / Double(kept.count)
    }
}
