/// How far from where it is expected something may be at a moment that no report covers.
///
/// Between two reports it is on a bridge whose ends are known. On a short one the speed hardly changes, and how far the
/// middle strays grows with the square of the time, as the hardest braking or starting allows; on a long one there are
/// bends, halts and starts, and it is a Brownian bridge (J. S. Horne et al., "Analyzing animal movements using Brownian
/// bridges", Ecology 88, 2007) whose variance rate is that of a velocity that forgets itself within ``turning``.
/// Beyond the last report nothing holds the far end: it may go on as fast as lately, or start.
public enum UnseenMotion {
    /// So many seconds between two reports the way is taken for straight, and the speed for even.
    static let straight = 1.0
    /// The standard deviation, in m/s, of the speed of somebody who seems to stand still: a few steps; our choice.
    static let idle = 1.0
    /// The standard deviation of the speed of who is on the way, as a share of that speed: traffic lights, bends.
    ///
    /// Our choice.
    static let unevenness = 0.7
    /// The time, in seconds, after which speed and direction are others.
    static let turning = 20.0
    /// How hard, in m/s², something brakes or starts as a rule; our choice.
    static let braking = 1.2
    /// The same for what was at rest or at an even speed when it was last seen, in m/s².
    static let starting = 1.0
    /// Nothing that people have with them is faster, in m/s, but aeroplanes.
    static let fastest = 60.0

    /// The standard deviation along any direction, in metres, at a moment between two reports.
    ///
    /// - Parameters:
    ///   - span: Seconds between the two.
    ///   - share: How much of them is over, 0 to 1.
    ///   - pace: How fast it is about then, in m/s.
    ///   - way: Metres between the two.
    /// - Returns: Metres.
    static func doubt(between span: Double, share: Double, pace: Double, way: Double) -> Double {
        guard span > straight else { return 0 }
        let spread = idle + unevenness * pace
        let arch = max(0, share * (1 - share))
        // A corner taken at full speed is off by a quarter of the way.
        let bend = max(braking * span / 2, pace) * span * arch
        let even = spread * spread * 2 / (3 * turning) * span * span * span * arch * arch
        let uneven = spread * spread * 2 * turning * span * arch
        let short = min(even, bend * bend)
        guard short > 0, uneven > 0 else { return 0 }
        // It may have rested at one end for most of the time, and gone the whole way in the rest.
        let rest = min(way / 2, bend)
        return (1 / (1 / short + 1 / uneven) + rest * rest).squareRoot()
    }

    /// The standard deviation along any direction, in metres, so many seconds after the last report at a pace in m/s.
    public static func doubt(beyond seconds: Double, pace: Double) -> Double {
        guard seconds > 0 else { return 0 }
        return min(pace * seconds + starting * seconds * seconds / 2, max(fastest, 1.5 * pace) * seconds)
    }
}
