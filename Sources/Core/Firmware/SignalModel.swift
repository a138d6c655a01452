import Glibc
import Tracking

/// How strong a gateway in the owner's pocket is where a tracker hears it: log-distance path loss with doubt.
public struct SignalModel: Hashable, Sendable {
    /// The strength at a metre, in dBm.
    public var powerAtOneMetre: Double
    /// The path-loss exponent: 2 in the open.
    public var exponent: Double
    /// The standard deviation of a strength averaged over some seconds, in dB.
    ///
    /// Bias of an uncalibrated pair 5 dB, shadowing 3 dB, a body in the way half of the time 8 dB, what the average
    /// leaves of fading 2 dB: (5² + 3² + 4² + 2²)^½.
    public var sigma: Double

    public init(powerAtOneMetre: Double = -59, exponent: Double = 2, sigma: Double = 7.3) {
        self.powerAtOneMetre = powerAtOneMetre
        self.exponent = exponent
        self.sigma = sigma
    }

    /// How much likelier a strength is beyond the distance at which the mode changes than within.
    ///
    /// Within, every factor of distance from 1 m to 30 m is held to be as likely as any other; beyond, from 30 m to
    /// 200 m.
    func oddsBeyond(_ strength: Double) -> Double {
        let decades = (powerAtOneMetre - strength) / (10 * exponent)
        let spread = sigma / (10 * exponent)
        let edge = log10(Mode.threshold)
        let within = (normal((edge - decades) / spread) - normal(-decades / spread)) / edge
        let far = log10(Self.farthest)
        let beyond = (normal((far - decades) / spread) - normal((edge - decades) / spread)) / (far - edge)
        // At either end the tails are too thin for numbers; no strength is proof beyond a thousand to one.
        if within <= 0 { return decades > edge ? 1000 : 0.001 }
        return min(1000, max(0.001, beyond / within))
    }

    /// Metres beyond which nothing is heard.
    private static let farthest = 200.0
}

/// The probability that a standard normal number is at most so large.
func normal(_ number: Double) -> Double { 0.5 * erfc(-number / 2.0.squareRoot()) }
