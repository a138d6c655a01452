import Glibc

/// How a gateway receives a tag, and how wrong that may be: RSSI = P(1 m) - 10 n log10(d) + bias + shadowing + fading.
///
/// The parts and their usual sizes are those of the log-distance model with log-normal shadowing (T. S. Rappaport,
/// "Wireless Communications", 2nd edition, section 4.9).
public struct ReceptionModel: Hashable, Sendable {
    /// RSSI at a metre, in dBm.
    public var powerAtOneMetre: Double
    /// The exponent n: 2 in the open, up to 3 among clutter.
    public var exponent: Double
    /// The standard deviation, in dB, of what is wrong with the power at a metre for this tag in this place, and stays.
    public var biasSigma: Double
    /// The standard deviation, in dB, of what changes within ``shadowTime``: bodies, doors, where it hangs.
    public var shadowSigma: Double
    /// The time, in seconds, after which shadowing has changed.
    public var shadowTime: Double
    /// The standard deviation, in dB, of what differs from one report to the next.
    public var fadeSigma: Double
    /// The strength, in dBm, at which every second report is lost.
    public var sensitivity: Double

    public init(
        powerAtOneMetre: Double = -59,
        exponent: Double = 2,
        biasSigma: Double = 5,
        shadowSigma: Double = 3,
        shadowTime: Double = 10,
        fadeSigma: Double = 5,
        sensitivity: Double = -95
    ) {
        self.powerAtOneMetre = powerAtOneMetre
        self.exponent = exponent
        self.biasSigma = biasSigma
        self.shadowSigma = shadowSigma
        self.shadowTime = shadowTime
        self.fadeSigma = fadeSigma
        self.sensitivity = sensitivity
    }

    /// The strength to expect at a distance in metres, in dBm.
    public func strength(at distance: Double) -> Double {
        powerAtOneMetre - 10 * exponent * log10(max(0.01, distance))
    }
}
