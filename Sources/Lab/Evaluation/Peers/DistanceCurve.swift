import Glibc

/// What distance a signal strength stands for.
public enum DistanceCurve: Hashable, Sendable {
    /// d = 10^((P(1 m) - RSSI) / 10 n): the log-distance law.
    case logarithmic(power: Double, exponent: Double)
    /// d = 0.89976 r^7.7095 + 0.111 of the ratio r = RSSI / P(1 m), and r^10 below 1: fitted once for the Nexus 4 by
    /// the authors of the Android Beacon Library, and handed on since.
    case ratio(power: Double)

    /// The distance in metres of a strength in dBm.
    public func distance(at strength: Double) -> Double {
        switch self {
        case .logarithmic(let power, let exponent): return pow(10, (power - strength) / (10 * exponent))
        case .ratio(let power):
            let ratio = strength / power
            return ratio < 1 ? pow(max(0, ratio), 10) : 0.89976 * pow(ratio, 7.7095) + 0.111
        }
    }
}
