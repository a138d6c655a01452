public import Tracking

/// Where somebody or something was lately: the positions that it told, to be asked for any moment.
///
/// A position on the straight way between its neighbours tells nothing that they do not, and is let go; so an hour's
/// walk along a street costs no more than the street's corners.
public struct PositionTrack: Hashable, Sendable {
    /// A position that is kept, in half of the memory of a ``Fix``.
    struct Knot: Hashable, Sendable {
        private(set) var time: Timestamp
        let coordinate: Coordinate
        /// The standard deviation along any direction, in metres.
        let sigma: Double
        /// How fast it went, in m/s, as it told itself; 0 for not told.
        let told: Float
        /// The longest time, in seconds, between two reports since the knot before.
        var gap: Float = 0

        init(_ fix: Fix) {
            time = fix.time
            coordinate = fix.coordinate
            sigma = min(fix.sigma, Self.earth)
            told = Float(min(fix.speed ?? 0, Self.topSpeed) / 3.6)
        }

        /// The same at another time.
        func moved(to time: Timestamp) -> Knot {
            var knot = self
            knot.time = time
            return knot
        }

        /// No doubt is larger than the earth, in metres, whatever a device says; and no speed than a rocket's, in km/h.
        private static let earth = 2e7
        private static let topSpeed = 40_000.0
    }

    /// Oldest first, no two of the same time.
    private(set) var knots: [Knot] = []
    private let limit: Int
    /// The usual time, in seconds, from one position to the next, as the last ones have it; 0 before there are two.
    private var rhythm: Float = 0
    /// How well its positions keep what they claim.
    private var consistency = Consistency()

    /// How long a position is kept behind the newest one.
    public static let span: Duration = .seconds(20 * 60)
    /// How many positions are kept at most, where nothing else is said.
    public static let capacity = 2048
    /// How many of a thing's positions are kept: enough to say where it was when its owner's phone spoke last.
    public static let itemCapacity = 24
    /// Between two positions, the time in seconds from the nearer one for which a straight way is taken for granted.
    static let straight = 30.0
    /// How far, in metres, a position may lie from the straight way between its neighbours to be let go.
    static let tolerance = 0.001
    /// How much a new interval between two positions counts against those before it.
    private static let rhythmWeight: Float = 0.3

    /// Without any position; keeps so many at most, from 8, and of more those long past less densely.
    public init(capacity: Int = Self.capacity) { limit = max(8, capacity) }

    /// The same way by another clock, which runs as fast.
    public func shifted(by move: (Timestamp) -> Timestamp) -> PositionTrack {
        var track = self
        track.knots = knots.map { $0.moved(to: move($0.time)) }
        return track
    }

    /// How many positions are kept.
    public var count: Int { knots.count }

    /// The time of the newest position.
    public var lastTime: Timestamp? { knots.last?.time }

    /// The newest position.
    public var last: TrackPosition? { lastTime.flatMap { position(at: $0) } }

    /// Seconds that usually pass from one position to the next; nil before there are two.
    public var usualInterval: Double? { rhythm > 0 ? Double(rhythm) : nil }

    /// Takes a position in, wherever it belongs by its time; one of the same time is replaced.
    public mutating func insert(_ fix: Fix) {
        var knot = Knot(fix)
        guard let last = knots.last, last.time >= fix.time else { return append(knot) }
        let index = firstIndex(notBefore: fix.time)
        if knots[index].time == fix.time {
            knot.gap = knots[index].gap
            knots[index] = knot
        } else {
            let gap = index > 0 ? knots[index].gap : .infinity
            if index > 0 { knot.gap = min(gap, Float(fix.time.seconds - knots[index - 1].time.seconds)) }
            knots[index].gap = min(gap, Float(knots[index].time.seconds - fix.time.seconds))
            knots.insert(knot, at: index)
        }
    }

    private mutating func append(_ knot: Knot) {
        var knot = knot
        if let last = knots.last {
            knot.gap = Float(knot.time.seconds - last.time.seconds)
            rhythm += rhythm > 0 ? Self.rhythmWeight * (knot.gap - rhythm) : knot.gap
            if knots.count > 1 { check(last, from: knots[knots.count - 2], to: knot) }
            if knots.count > 1, last.keepsTime(with: knot), last.isOnTheWay(from: knots[knots.count - 2], to: knot) {
                knot.gap = max(knot.gap, last.gap)
                knots.removeLast()
            }
        }
        knots.append(knot)
        trim(behind: knot.time)
    }

    /// Learns from where a position lies between its neighbours how far such positions may be believed.
    private mutating func check(_ knot: Knot, from before: Knot, to after: Knot) {
        let span = after.time.seconds - before.time.seconds
        guard span <= Consistency.longest, knot.sigma > 0, before.sigma > 0, after.sigma > 0 else { return }
        let share = (knot.time.seconds - before.time.seconds) / span
        let way = before.coordinate.distance(to: after.coordinate)
        let pace = max(before.pace(to: knot), knot.pace(to: after))
        let unseen = UnseenMotion.doubt(between: span, share: share, pace: pace, way: way)
        let ends = (1 - share) * (1 - share) * before.sigma * before.sigma + share * share * after.sigma * after.sigma
        let expected = before.coordinate.interpolated(to: after.coordinate, fraction: share)
        consistency.observe(
            knot.coordinate.distance(to: expected), variance: unseen * unseen + ends + knot.sigma * knot.sigma
        )
    }

    /// Dropping in blocks keeps the cost of an insertion constant.
    private mutating func trim(behind newest: Timestamp) {
        if knots.count > limit + limit / 8 {
            limit < Self.capacity ? thin() : knots.removeFirst(knots.count - limit)
        } else if knots.count > 64,
            knots[knots.count / 4].time.milliseconds < newest.milliseconds - Self.span.milliseconds
        {
            knots.removeFirst(knots.count / 4)
        }
    }

    /// Keeps the newer half as it is, and every second one of the older.
    private mutating func thin() {
        let older = knots.count / 2
        var kept: [Knot] = []
        kept.reserveCapacity(limit + limit / 8 + 1)
        for index in knots.indices where index >= older || index % 2 == 0 {
            var knot = knots[index]
            // What was between is not known any more.
            if let last = kept.last, last.time < knots[index - 1].time {
                knot.gap = Float(knot.time.seconds - last.time.seconds)
            }
            kept.append(knot)
        }
        knots = kept
    }

    /// The position at a moment: between two fixes on the straight line that joins them, outside at the nearest one;
    /// nil when there is none at all.
    ///
    /// The doubt grows with the time that no fix covers, see ``UnseenMotion``; and with how far its positions have lain
    /// from each other's ways lately, beyond what they claimed.
    ///
    /// - Parameters:
    ///   - time: The moment.
    ///   - company: Whoever it may have been with before the first position, when nobody knows how fast it went: then
    ///     it may have been as fast as that. Nil for nobody.
    /// - Returns: Where it was.
    public func position(at time: Timestamp, with company: PositionTrack? = nil) -> TrackPosition? {
        claimed(at: time, with: company).map { $0.widened(by: consistency.factor) }
    }

    /// The position at a moment, if all positions are as good as they say.
    private func claimed(at time: Timestamp, with company: PositionTrack?) -> TrackPosition? {
        guard let first = knots.first, let last = knots.last else { return nil }
        if time >= last.time {
            let pace = time > last.time ? pace(around: knots.count - 1) : 0
            return TrackPosition(extrapolating: last, to: time, pace: pace)
        }
        if time <= first.time {
            let pace = max(pace(around: 1), time < first.time ? company?.pace(at: first.time) ?? 0 : 0)
            return TrackPosition(extrapolating: first, to: time, pace: pace)
        }
        let index = firstIndex(notBefore: time)
        let after = knots[index]
        let before = knots[index - 1]
        if after.time == time { return TrackPosition(extrapolating: after, to: time, pace: 0) }
        return TrackPosition(from: before, to: after, at: time, pace: pace(around: index))
    }

    /// Where it is at most two seconds after its last report; nil later, and for one that reports so seldom that nobody
    /// knows how fast it went by then.
    ///
    /// It may go half as fast again as lately, and by a step or two.
    public func fresh(at time: Timestamp) -> TrackPosition? {
        guard let last = knots.last else { return nil }
        let gap = time.seconds - last.time.seconds
        guard gap > 0, gap <= Self.soon, Double(last.gap) <= Self.often else { return nil }
        var position = TrackPosition(extrapolating: last, to: time, pace: 0)
        let way = (1.5 * pace(around: knots.count - 1) + 1.5) * gap
        position.sigma = (last.sigma * last.sigma + way * way).squareRoot()
        return position.widened(by: consistency.factor)
    }

    /// Seconds for which somebody is where the last report has it, but for a few steps; our choice.
    private static let soon = 2.0
    /// Seconds between two reports up to which the pace between them is that at the last one; our choice.
    private static let often = 10.0

    /// The pace, in m/s, on the way to a knot and on those before and after it, whichever is fastest.
    private func pace(around index: Int) -> Double {
        var pace = 0.0
        for next in max(1, index - 1)...max(1, index + 1) where next < knots.count {
            pace = max(pace, knots[next - 1].pace(to: knots[next]), Double(knots[next].told))
        }
        return max(pace, index <= 1 ? Double(knots[0].told) : 0)
    }

    /// The pace, in m/s, about a moment.
    private func pace(at time: Timestamp) -> Double {
        knots.isEmpty ? 0 : pace(around: min(firstIndex(notBefore: time), knots.count - 1))
    }

    private func firstIndex(notBefore time: Timestamp) -> Int {
        var low = 0
        var high = knots.count
        while low < high {
            let middle = (low + high) / 2
            if knots[middle].time < time { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension PositionTrack.Knot {
    /// How fast something goes on average, in m/s, that is somewhere else later; no faster than the doubt of both
    /// leaves sure.
    fileprivate func pace(to next: Self) -> Double {
        let seconds = next.time.seconds - time.seconds
        guard seconds > 0 else { return 0 }
        let sure = coordinate.distance(to: next.coordinate) - 2 * (sigma + next.sigma)
        return max(0, sure / seconds)
    }

    /// Whether it was reported in the rhythm of the next one, so that both stretches leave as much in the dark.
    ///
    /// A pause is told of for itself, not of the reports after it; of reports within a second of each other nothing is.
    fileprivate func keepsTime(with next: Self) -> Bool {
        let (short, long) = (min(gap, next.gap), max(gap, next.gap))
        return Double(long) <= UnseenMotion.straight || long <= 2 * short
    }

    /// Whether it lies where, and is as sure as, its neighbours would have it, and they are near enough in time for the
    /// way between them to be taken for straight.
    fileprivate func isOnTheWay(from before: Self, to after: Self) -> Bool {
        let span = after.time.seconds - before.time.seconds
        guard span <= 2 * PositionTrack.straight, sigma == before.sigma, sigma == after.sigma else { return false }
        let fraction = (time.seconds - before.time.seconds) / span
        let expected = before.coordinate.interpolated(to: after.coordinate, fraction: fraction)
        return coordinate.distance(to: expected) <= PositionTrack.tolerance
    }
}
