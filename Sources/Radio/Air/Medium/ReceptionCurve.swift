internal import Glibc

/// How likely a packet gets through, by its strength: certain when strong, never far below the sensitivity.
///
/// A logistic curve. At the sensitivity 30.8 % of the packets are lost, which is the specification's bit error rate of
/// 0.1 % for the 37 bytes of its test packets.
public struct ReceptionCurve: Hashable, Sendable {
    /// With LE 1M, in dBm; other PHYs differ from it by their ``LinkPHY/gain``.
    public var sensitivity: Double
    /// The scale of the curve in dB: 2.2 of it lie between half and nine tenths.
    public var softness: Double

    public init(sensitivity: Double = -95, softness: Double = 1.2) {
        (self.sensitivity, self.softness) = (sensitivity, softness)
    }

    /// The probability that a packet of such a strength in dBm is received.
    public func probability(at strength: Double, on phy: LinkPHY = .basic) -> Double {
        // ln(0.692 / 0.308) moves the curve so that it passes through 0.692 at the sensitivity.
        1 / (1 + exp(-((strength + phy.gain - sensitivity) / softness + 0.8095)))
    }
}

/// A strength in dBm as a controller reports it: a whole number from -127 to 20.
func reportedStrength(_ strength: Double) -> Int8 {
    guard strength.isFinite else { return -127 }
    return Int8(min(max(strength.rounded(), -127), 20))
}
