public import Tracking

/// Where an owner was lately: the positions of the phone, to be asked for any moment.
///
/// A position on the straight way between its neighbours tells nothing that they do not, and is let go; so an hour's
/// walk along a street costs no more than the street's corners.
public struct OwnerTrack: Hashable, Sendable {
    /// A position that is kept, in a third of the memory of a ``Fix``.
    struct Knot: Hashable, Sendable {
        let time: Timestamp
        let coordinate: Coordinate
        /// The standard deviation along any direction, in metres.
        let sigma: Double

        init(_ fix: Fix) {
            (time, coordinate, sigma) = (fix.time, fix.coordinate, fix.sigma)
        }
    }

    /// Oldest first, no two of the same time.
    private(set) var knots: [Knot] = []
    /// The pace of the newest position, in m/s, as its phone told it or as the way from the one before shows it.
    private var lastPace = 0.0

    /// How long a position is kept behind the newest one.
    public static let span: Duration = .seconds(20 * 60)
    /// How many positions are kept at most.
    public static let capacity = 2048
    /// The pace, in m/s, at which an owner who stood still may have gone on unseen.
    public static let walkingPace = Doubt.walkingPace
    /// Between two positions, the time in seconds from the nearer one for which a straight way is taken for granted.
    public static let straight = 30.0
    /// How far, in metres, a position may lie from the straight way between its neighbours to be let go.
    static let tolerance = 0.001

    public init() {}

    /// How many positions are kept.
    public var count: Int { knots.count }

    /// The time of the newest position.
    public var lastTime: Timestamp? { knots.last?.time }

    /// Takes a position in, wherever it belongs by its time; one of the same time is replaced.
    public mutating func insert(_ fix: Fix) {
        let knot = Knot(fix)
        guard let last = knots.last, last.time >= fix.time else { return append(knot, told: fix.speed) }
        let index = firstIndex(notBefore: fix.time)
        if knots[index].time == fix.time { knots[index] = knot } else { knots.insert(knot, at: index) }
    }

    private mutating func append(_ knot: Knot, told speed: Double?) {
        if let last = knots.last {
            lastPace = max((speed ?? 0) / 3.6, last.pace(to: knot))
            if knots.count > 1, last.isOnTheWay(from: knots[knots.count - 2], to: knot) { knots.removeLast() }
        } else {
            lastPace = (speed ?? 0) / 3.6
        }
        knots.append(knot)
        trim(behind: knot.time)
    }

    /// Dropping in blocks keeps the cost of an insertion constant.
    private mutating func trim(behind newest: Timestamp) {
        let oldest = newest.milliseconds - Self.span.milliseconds
        if knots.count > Self.capacity + 256 {
            knots.removeFirst(knots.count - Self.capacity)
        } else if knots.count > 64, knots[knots.count / 4].time.milliseconds < oldest {
            knots.removeFirst(knots.count / 4)
        }
    }

    /// The owner's position at a moment: between two fixes on the straight line that joins them, outside at the
    /// nearest one; nil when there is none at all.
    ///
    /// The doubt grows for the time that no fix covers: at walking pace, or at the owner's last one if that was faster,
    /// for who came by bus is not likely to walk from here.
    public func position(at time: Timestamp) -> OwnerPosition? {
        guard let first = knots.first, let last = knots.last else { return nil }
        let walking = Self.walkingPace
        if time >= last.time { return OwnerPosition(extrapolating: last, to: time, pace: max(walking, lastPace)) }
        if time <= first.time { return OwnerPosition(extrapolating: first, to: time, pace: walking) }
        let index = firstIndex(notBefore: time)
        let (after, before) = (knots[index], knots[index - 1])
        if after.time == time { return OwnerPosition(extrapolating: after, to: time, pace: walking) }
        return OwnerPosition(from: before, to: after, at: time)
    }

    private func firstIndex(notBefore time: Timestamp) -> Int {
        var (low, high) = (0, knots.count)
        while low < high {
            let middle = (low + high) / 2
            if knots[middle].time < time { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension OwnerTrack.Knot {
    /// How fast something goes, in m/s, that is somewhere else later; no faster than the doubt of both leaves sure, and
    /// 0 over a gap of minutes, which tells nothing of the pace now.
    fileprivate func pace(to next: Self) -> Double {
        let seconds = next.time.seconds - time.seconds
        guard seconds > 0, seconds <= 120 else { return 0 }
        let sure = coordinate.distance(to: next.coordinate) - 2 * (sigma + next.sigma)
        return max(0, sure / seconds)
    }

    /// Whether it lies where, and is as sure as, its neighbours would have it, and they are near enough in time for the
    /// way between them to be taken for straight.
    fileprivate func isOnTheWay(from before: Self, to after: Self) -> Bool {
        let span = after.time.seconds - before.time.seconds
        guard span <= 2 * OwnerTrack.straight, sigma == before.sigma, sigma == after.sigma else { return false }
        let fraction = (time.seconds - before.time.seconds) / span
        let expected = before.coordinate.interpolated(to: after.coordinate, fraction: fraction)
        return coordinate.distance(to: expected) <= OwnerTrack.tolerance
    }
}

/// Where an owner was at a moment, with the doubt of it.
public struct OwnerPosition: Hashable, Sendable {
    public var coordinate: Coordinate
    /// The standard deviation along any direction, in metres.
    public var sigma: Double
    /// Seconds to the nearest fix that the position was taken from.
    public var gap: Double
    /// Whether fixes before and after the moment agree on it, so that later ones change nothing.
    public var isSettled: Bool
    /// Whether the fixes that it was taken from say that they do not err.
    public var isExact: Bool

    init(extrapolating fix: OwnerTrack.Knot, to time: Timestamp, pace: Double) {
        coordinate = fix.coordinate
        gap = (time.seconds - fix.time.seconds).magnitude
        sigma = Self.sum(fix.sigma, pace * gap)
        (isSettled, isExact) = (gap == 0, fix.sigma == 0)
    }

    init(from before: OwnerTrack.Knot, to after: OwnerTrack.Knot, at time: Timestamp) {
        let (past, rest) = (time.seconds - before.time.seconds, after.time.seconds - time.seconds)
        let fraction = past / (past + rest)
        coordinate = before.coordinate.interpolated(to: after.coordinate, fraction: fraction)
        gap = min(past, rest)
        let measured = before.sigma + (after.sigma - before.sigma) * fraction
        sigma = Self.sum(measured, OwnerTrack.walkingPace * max(0, gap - OwnerTrack.straight))
        (isSettled, isExact) = (true, measured == 0)
    }

    private static func sum(_ first: Double, _ second: Double) -> Double {
        (first * first + second * second).squareRoot()
    }

    /// How far the owner was from a thing that was located at the same moment.
    public func separation(from fix: Fix) -> Separation {
        Separation(distance: coordinate.distance(to: fix.coordinate), sigma: Self.sum(sigma, fix.sigma))
    }
}
