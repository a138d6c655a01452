import Glibc

/// How the strength of a tag's signal falls with distance: RSSI = P(1 m) - 10 n log10(d).
public struct PathLoss: Hashable, Sendable {
    /// RSSI at a metre, in dBm.
    public var powerAtOneMetre: Double
    /// The exponent n: 2 in the open, up to 3 among clutter.
    public var exponent: Double
    /// The standard deviation of the power at a metre for a tag of this kind, in dB: 5 as a rule, 2 once calibrated.
    public var sigma: Double

    public init(powerAtOneMetre: Double = -59, exponent: Double = 2, sigma: Double = 5) {
        self.powerAtOneMetre = powerAtOneMetre
        self.exponent = exponent
        self.sigma = sigma
    }

    /// The distance, in metres, at which such a strength in dBm is expected.
    public func distance(atRSSI rssi: Double) -> Double { pow(10, (powerAtOneMetre - rssi) / (10 * exponent)) }

    /// One standard deviation of such a distance, in metres: the factor is 10^(σ/10n).
    public func sigma(atDistance distance: Double) -> Double { distance * (pow(10, sigma / (10 * exponent)) - 1) }
}
