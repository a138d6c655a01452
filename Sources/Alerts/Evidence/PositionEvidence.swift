import Glibc
public import Ranging
public import Tracking

/// What the positions of both sides say of their distance.
///
/// Two positions that err by σ along each direction are apart by a distance that follows Rice's distribution: even two
/// things in one place seem σ or two apart (S. O. Rice, "Mathematical analysis of random noise", 1945). Errors last for
/// minutes, so that ten fixes are not ten looks: only the last one counts.
public struct PositionEvidence: Hashable, Sendable {
    /// As measured, in metres.
    public var distance: Double
    /// The standard deviation of the two positions' difference along any one direction, in metres, as the devices tell.
    public var sigma: Double
    /// When the item was located.
    public var time: Timestamp
    /// Seconds between that moment and the nearest position of the owner.
    public var gap: Double
    /// Whether both devices say that they do not err.
    public var isExact: Bool

    /// The standard deviation, in metres, below which no pair of receivers is believed.
    public static let leastSigma = 2.3
    /// By what factor receivers take themselves to be better than they are.
    public static let optimism = 1.2
    /// The standard deviation, in metres, of receivers among houses, that see reflections as often as ``mostStray`` says.
    public static let straySigma = 8.0
    /// How often, at most, a position is off by much more than it is said to be; hardly ever under an open sky.
    public static let mostStray = 0.03
    /// By how much more, in metres.
    public static let strayLength = 20.0

    /// The measurement of an item by its fix and an owner by its track.
    public init(_ fix: Fix, _ owner: OwnerPosition) {
        let separation = owner.separation(from: fix)
        (distance, sigma, time) = (separation.distance, separation.sigma, fix.time)
        (gap, isExact) = (owner.gap, fix.accuracy == 0 && owner.isExact)
    }

    /// The distance with its doubt along the line between the two.
    public var separation: Separation { Separation(distance: distance, sigma: sigma) }

    /// How likely the measurement is for each distance there may be by a later moment.
    ///
    /// - Parameter age: Seconds since the measurement; the two may have gone on at walking pace.
    /// - Returns: A number for each range of distance, up to a common factor.
    public func likelihood(after age: Double = 0) -> Cells {
        let moved = Doubt.walkingPace * max(0, age)
        let believed = max(Self.optimism * sigma, Self.leastSigma)
        let doubt = hypot(believed, moved)
        let stray = Self.mostStray * min(1, pow(believed / Self.straySigma, 12))
        return Rice.likelihood(of: distance, sigma: doubt) * Float(1 - stray)
            + Rice.likelihood(of: distance, sigma: hypot(doubt, Self.strayLength)) * Float(stray)
    }
}
