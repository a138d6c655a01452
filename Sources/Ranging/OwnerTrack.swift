public import Tracking

/// Where an owner was lately: the positions of the phone, to be asked for any moment.
public struct OwnerTrack: Sendable {
    /// Oldest first, no two of the same time.
    public private(set) var fixes: [Fix] = []
    /// How long a position is kept behind the newest one.
    public static let span: Duration = .seconds(20 * 60)
    /// How many positions are kept at most.
    public static let capacity = 2048
    /// The pace, in m/s, at which an owner who stood still may have gone on unseen.
    public static let walkingPace = 1.4
    /// Between two positions, the time in seconds from the nearer one for which a straight way is taken for granted.
    public static let straight = 30.0

    public init() {}

    /// The newest position.
    public var last: Fix? { fixes.last }

    /// Takes a position in, wherever it belongs by its time; one of the same time is replaced.
    public mutating func insert(_ fix: Fix) {
        if let last = fixes.last, last.time >= fix.time {
            let index = firstIndex(notBefore: fix.time)
            if fixes[index].time == fix.time { fixes[index] = fix } else { fixes.insert(fix, at: index) }
        } else {
            fixes.append(fix)
        }
        trim()
    }

    /// Dropping in blocks keeps the cost of an insertion constant.
    private mutating func trim() {
        guard let last, fixes.count > 1 else { return }
        let oldest = last.time.milliseconds - Self.span.milliseconds
        if fixes.count > Self.capacity + 256 {
            fixes.removeFirst(fixes.count - Self.capacity)
        } else if fixes.count > 64, fixes[fixes.count / 4].time.milliseconds < oldest {
            fixes.removeFirst(fixes.count / 4)
        }
    }

    /// The owner's position at a moment: between two fixes on the straight line that joins them, outside at the
    /// nearest one; nil when there is none at all.
    ///
    /// The doubt grows for the time that no fix covers: at walking pace, or at the owner's last one if that was faster.
    public func position(at time: Timestamp) -> OwnerPosition? {
        guard let first = fixes.first, let last = fixes.last else { return nil }
        if time >= last.time { return OwnerPosition(extrapolating: last, to: time, pace: pace) }
        if time <= first.time { return OwnerPosition(extrapolating: first, to: time, pace: Self.walkingPace) }
        let index = firstIndex(notBefore: time)
        let (after, before) = (fixes[index], fixes[index - 1])
        if after.time == time { return OwnerPosition(extrapolating: after, to: time, pace: Self.walkingPace) }
        return OwnerPosition(from: before, to: after, at: time)
    }

    /// The pace, in m/s, at which the owner may go on: who came by bus is not likely to walk from here.
    private var pace: Double {
        guard let last else { return Self.walkingPace }
        let told = (last.speed ?? 0) / 3.6
        guard fixes.count > 1 else { return max(Self.walkingPace, told) }
        return max(Self.walkingPace, told, last.pace(since: fixes[fixes.count - 2]))
    }

    private func firstIndex(notBefore time: Timestamp) -> Int {
        var (low, high) = (0, fixes.count)
        while low < high {
            let middle = (low + high) / 2
            if fixes[middle].time < time { low = middle + 1 } else { high = middle }
        }
        return low
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

    init(extrapolating fix: Fix, to time: Timestamp, pace: Double) {
        coordinate = fix.coordinate
        gap = (time.seconds - fix.time.seconds).magnitude
        sigma = Self.sum(fix.sigma, pace * gap)
        isSettled = gap == 0
    }

    init(from before: Fix, to after: Fix, at time: Timestamp) {
        let (past, rest) = (time.seconds - before.time.seconds, after.time.seconds - time.seconds)
        let fraction = past / (past + rest)
        coordinate = before.coordinate.interpolated(to: after.coordinate, fraction: fraction)
        gap = min(past, rest)
        let measured = before.sigma + (after.sigma - before.sigma) * fraction
        sigma = Self.sum(measured, OwnerTrack.walkingPace * max(0, gap - OwnerTrack.straight))
        isSettled = true
    }

    private static func sum(_ first: Double, _ second: Double) -> Double {
        (first * first + second * second).squareRoot()
    }

    /// How far the owner was from a thing that was located at the same moment.
    public func separation(from fix: Fix) -> Separation {
        Separation(distance: coordinate.distance(to: fix.coordinate), sigma: Self.sum(sigma, fix.sigma))
    }
}
