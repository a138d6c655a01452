import Glibc

/// A tag's Bluetooth signal as a gateway receives it: falling with distance, gone beyond the range.
public struct RadioModel: Hashable, Sendable {
    /// Metres up to which a gateway hears the tag and stays connected.
    public var range: Double
    /// RSSI at a metre, in dBm.
    public var powerAtOneMetre: Double
    /// The path-loss exponent.
    public var exponent: Double
    /// The share of advertisements that are lost on the way, 0 to 1.
    public var loss: Double

    public init(range: Double = 60, powerAtOneMetre: Double = -59, exponent: Double = 2, loss: Double = 0) {
        self.range = range
        self.powerAtOneMetre = powerAtOneMetre
        self.exponent = exponent
        self.loss = loss
    }

    /// The strength at a distance in metres, in whole dBm as controllers report it; nearer than 0.1 m it is no stronger.
    public func rssi(at distance: Double) -> Int {
        let strength = powerAtOneMetre - 10 * exponent * log10(max(0.1, distance))
        return Int(max(-126, min(20, strength)).rounded())
    }
}
