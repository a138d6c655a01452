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
    /// The moment that it is for: the last one by which both had told where they are.
    public var time: Timestamp
    /// Seconds between the item's last fix and the nearest position of the owner.
    public var gap: Double
    /// Whether both devices say that they do not err.
    public var isPrecise: Bool

    /// Where the owner was.
    var place: Coordinate

    /// Whether the owner's word is so young that only a few steps are in doubt.
    public var isFresh = false

    /// Whether thresholds are literal: both devices say that they do not err, and both told where they are then, or as
    /// good as then.
    public var isExact: Bool { isPrecise && (sigma == 0 || isFresh) }

    /// The standard deviation, in metres, below which no pair of receivers is believed.
    public static let leastSigma = 2.3
    /// The standard deviation, in metres, below which no distance is told apart.
    static let finest = 0.05
    /// By what factor receivers take themselves to be better than they are.
    public static let optimism = 1.2
    /// The standard deviation, in metres, of receivers among houses, that see reflections as often as ``mostStray``
    /// says.
    public static let straySigma = 8.0
    /// How often, at most, a position is off by much more than it is said to be; hardly ever under an open sky.
    public static let mostStray = 0.02
    /// By how much more, in metres.
    public static let strayLength = 15.0

    /// The measurement by where item and owner were at a moment; `gap` is the seconds between the item's last fix and
    /// the nearest position of the owner.
    public init(at time: Timestamp, item: TrackPosition, owner: TrackPosition, gap: Double) {
        let separation = owner.separation(from: item)
        distance = separation.distance
        sigma = separation.sigma
        self.time = time
        self.gap = gap
        isPrecise = item.isExact && owner.isExact
        place = owner.coordinate
    }

    /// The distance with its doubt along the line between the two.
    public var separation: Separation { Separation(distance: distance, sigma: sigma) }

    /// How far, in metres, an owner has surely gone since who is somewhere else now.
    func way(to owner: TrackPosition) -> Double {
        max(0, place.distance(to: owner.coordinate) - 2 * hypot(owner.sigma, sigma))
    }

    /// How likely the measurement is for each distance there may be by a later moment.
    ///
    /// - Parameters:
    ///   - age: Seconds since the measurement; the two may have gone on at walking pace.
    ///   - way: Metres that the owner has surely gone since, with the item or without it.
    /// - Returns: A number for each range of distance, up to a common factor.
    public func likelihood(after age: Double = 0, way: Double = 0) -> Cells {
        let moved = max(Doubt.walkingPace * max(0, age), way)
        let believed = isPrecise ? max(sigma, Self.finest) : max(Self.optimism * sigma, Self.leastSigma)
        let doubt = hypot(believed, moved)
        let stray = Self.mostStray * min(1, pow(believed / Self.straySigma, 12))
        return Rice.likelihood(of: distance, sigma: doubt) * Float(1 - stray)
            + Rice.likelihood(of: distance, sigma: hypot(doubt, Self.strayLength)) * Float(stray)
    }
}
