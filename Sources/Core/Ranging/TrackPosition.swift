public import Tracking

/// Where somebody or something was at a moment, with the doubt of it.
public struct TrackPosition: Hashable, Sendable {
    public var coordinate: Coordinate
    /// The standard deviation along any direction, in metres: of what was measured, and of the way that no report
    /// covers.
    public var sigma: Double
    /// The same if it has gone on as lately beyond the last fix, on foot at least, and has not started or sped up
    /// since.
    public var steadySigma: Double
    /// Seconds to the nearest fix that the position was taken from.
    public var gap: Double
    /// Whether fixes before and after the moment agree on it, so that later ones change nothing.
    public var isSettled: Bool
    /// Whether the fixes that it was taken from say that they do not err.
    public var isExact: Bool

    /// Where a fix has it, at its moment.
    public init(_ fix: Fix) { self.init(extrapolating: PositionTrack.Knot(fix), to: fix.time, pace: 0) }

    init(extrapolating fix: PositionTrack.Knot, to time: Timestamp, pace: Double) {
        coordinate = fix.coordinate
        gap = (time.seconds - fix.time.seconds).magnitude
        sigma = Self.sum(fix.sigma, UnseenMotion.doubt(beyond: gap, pace: pace))
        steadySigma = min(sigma, Self.sum(fix.sigma, max(Doubt.walkingPace, pace) * gap))
        isSettled = gap == 0
        isExact = fix.sigma == 0
    }

    init(from before: PositionTrack.Knot, to after: PositionTrack.Knot, at time: Timestamp, pace: Double) {
        let past = time.seconds - before.time.seconds
        let rest = after.time.seconds - time.seconds
        let span = past + rest
        let fraction = past / (past + rest)
        coordinate = before.coordinate.interpolated(to: after.coordinate, fraction: fraction)
        gap = min(past, rest)
        let measured = before.sigma + (after.sigma - before.sigma) * fraction
        // On a way of which more was seen than is kept, no stretch was unseen for longer than the longest of them; and a
        // report is no farther off than those that are kept.
        let seen = min(span, Double(after.gap))
        let share = min(past, rest, seen / 2) / seen
        let way = before.coordinate.distance(to: after.coordinate) * seen / span
        sigma = Self.sum(measured, UnseenMotion.doubt(between: seen, share: share, pace: pace, way: way))
        steadySigma = sigma
        isSettled = true
        isExact = measured == 0
    }

    private static func sum(_ first: Double, _ second: Double) -> Double {
        (first * first + second * second).squareRoot()
    }

    /// The same with more doubt; what does not err does not.
    func widened(by factor: Double) -> TrackPosition {
        guard factor > 1, !isExact else { return self }
        var wide = self
        wide.sigma = sigma * factor
        wide.steadySigma = steadySigma * factor
        return wide
    }

    /// How far it was from something else that was somewhere at the same moment.
    public func separation(from other: TrackPosition) -> Separation {
        Separation(distance: coordinate.distance(to: other.coordinate), sigma: Self.sum(sigma, other.sigma))
    }
}
