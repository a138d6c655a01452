public import Paths
public import Tracking

/// A movement over time: where something is at each moment since the start, standing still before and after.
///
/// Between two points it goes straight, in degrees, at a constant speed. Two points of one moment are a jump.
public struct Track: Hashable, Sendable {
    /// A place and when it is passed.
    public struct Knot: Hashable, Sendable {
        /// Milliseconds since the start, with a fraction.
        public let milliseconds: Double
        public let coordinate: Coordinate
    }

    /// In the order of their times; never empty.
    public let knots: [Knot]
    /// How it goes on from the last point; nil for standing still.
    public internal(set) var round: Round?

    /// A way that is gone again and again.
    public struct Round: Hashable, Sendable {
        /// Milliseconds that one takes, above 0: at its end it goes on at the first point.
        public let period: Double
        /// Milliseconds of the first one that are over at the start.
        public let offset: Double
    }

    /// A person's pace, in metres a second, where nothing else is said.
    public static let walkingPace = Doubt.walkingPace
}

extension Track {
    /// Standing still.
    public init(at coordinate: Coordinate) { self.init(knots: [Knot(milliseconds: 0, coordinate: coordinate)]) }

    /// Points with their times since the start; nil when there is none, or the times run backwards.
    public init?(points: [(at: Duration, coordinate: Coordinate)]) {
        guard !points.isEmpty, zip(points, points.dropFirst()).allSatisfy({ $0.at <= $1.at }) else { return nil }
        self.init(knots: points.map { Knot(milliseconds: $0.at.inSeconds * 1000, coordinate: $0.coordinate) })
    }

    /// A path from its first point on.
    ///
    /// The path's own times count, from the first point. Points between others with a time are passed at a constant
    /// speed; those before the first time and after the last, and all of a path without times (or with the same one
    /// all over, which is none), at the given speed, in metres a second.
    public init(_ path: Path, speed: Double = walkingPace) {
        let times = PathTiming(path.points, speed: speed > 0 ? speed : Self.walkingPace).milliseconds
        self.init(knots: zip(times, path.points).map { Knot(milliseconds: $0, coordinate: $1.coordinate) })
    }

    /// From the start to the last point; zero for what stands still, and for what goes round without an end.
    public var duration: Duration { round == nil ? length : .zero }

    /// From the first point to the last.
    var length: Duration { .milliseconds(Int64((knots.last?.milliseconds ?? 0).rounded(.up))) }

    /// Where it is at a moment since the start; for many moments in a row a ``TrackCursor`` is faster.
    public func position(at time: Duration) -> Coordinate {
        var cursor = TrackCursor(self)
        if round == nil { cursor.seek(Double(time.milliseconds)) }
        return cursor.position(at: time)
    }

    /// The part from one time to a later one, which begins where this track is at the first of them.
    func part(from start: Duration, to end: Duration) -> Track {
        let first = Double(start.milliseconds)
        let last = Double(end.milliseconds)
        let between = knots.filter { $0.milliseconds > first && $0.milliseconds < last }
        var part = [Knot(milliseconds: 0, coordinate: position(at: start))]
        part += between.map { Knot(milliseconds: $0.milliseconds - first, coordinate: $0.coordinate) }
        if last > first { part.append(Knot(milliseconds: last - first, coordinate: position(at: end))) }
        return Track(knots: part)
    }

    /// The same again and again; of the first round some is over at the start.
    func round(offset: Duration) -> Track {
        let period = Double(length.milliseconds)
        guard period > 0 else { return self }
        return Track(knots: knots, round: Round(period: period, offset: Double(offset.milliseconds)))
    }
}
