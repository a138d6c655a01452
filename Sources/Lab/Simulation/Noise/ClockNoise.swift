/// A tracker's own clock, which runs too fast or too slow by a constant rate until it is set anew.
public struct ClockNoise: Sendable {
    /// Parts per million by which it is too fast.
    public let rate: Double
    private var setAt: Double

    /// `spread` is the standard deviation of the rate among clocks, in parts per million; last right at `seconds`.
    public init(spread: Double, _ draws: SplitMix, at seconds: Double = 0) {
        var draws = draws
        rate = spread * draws.normal()
        setAt = seconds
    }

    /// Satellites or the network tell the time.
    public mutating func set(at seconds: Double) { setAt = seconds }

    /// How far it is ahead at a moment, in milliseconds.
    public func offset(at seconds: Double) -> Double { (seconds - setAt) * rate / 1000 }
}
