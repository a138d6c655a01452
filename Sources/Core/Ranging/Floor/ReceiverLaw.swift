import Glibc

/// The log-distance law of one receiver, fitted to places and strengths: RSSI = P(1 m) - 10 n log10(d).
///
/// Walls and furniture bend it, so the exponent is held near free space's 2 by a prior of ±0.5, against which thirty
/// reports count as one, because neighbouring ones agree.
public struct ReceiverLaw: Hashable, Sendable {
    /// In dBm.
    public let powerAtOneMetre: Double
    public let exponent: Double
    /// The standard deviation of what is left, in dB.
    public let sigma: Double

    static let likelyExponent = 2.0
    static let exponentDoubt = 0.5
    static let reportsPerLook = 30.0
    /// The variance, in dB², that a look is thought to have.
    static let lookVariance = 36.0

    /// Fits to distances in metres and strengths in dBm; without any, free space from -59 dBm is taken.
    public init(_ pairs: [(distance: Double, strength: Double)]) {
        guard !pairs.isEmpty else {
            powerAtOneMetre = -59
            exponent = Self.likelyExponent
            sigma = 8
            return
        }
        var sums = (one: 0.0, x: 0.0, xx: 0.0, y: 0.0, xy: 0.0)
        for pair in pairs {
            let x = -10 * log10(max(0.1, pair.distance))
            sums.one += 1
            sums.x += x
            sums.xx += x * x
            sums.y += pair.strength
            sums.xy += x * pair.strength
        }
        let prior = Self.reportsPerLook * Self.lookVariance / (Self.exponentDoubt * Self.exponentDoubt)
        let xx = sums.xx + prior
        let xy = sums.xy + prior * Self.likelyExponent
        let slope = (sums.one * xy - sums.x * sums.y) / (sums.one * xx - sums.x * sums.x)
        let power = (sums.y - slope * sums.x) / sums.one
        powerAtOneMetre = power
        exponent = slope
        let squares = pairs.reduce(0) { sum, pair in
            let off = pair.strength - power + 10 * slope * log10(max(0.1, pair.distance))
            return sum + off * off
        }
        sigma = (squares / sums.one).squareRoot()
    }

    /// The strength to expect at a distance in metres, in dBm.
    public func strength(at distance: Double) -> Double {
        powerAtOneMetre - 10 * exponent * log10(max(0.1, distance))
    }
}
