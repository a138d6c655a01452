public import Tracking

/// Follows a track: remembers where it was, so that the next moment costs no search.
public struct TrackCursor: Sendable {
    private let knots: [Track.Knot]
    private let round: Track.Round?
    private var index = 0

    public init(_ track: Track) {
        knots = track.knots
        round = track.round
    }

    /// Where the track is at a moment since its start; at a jump, behind it.
    public mutating func position(at time: Duration) -> Coordinate { position(atMilliseconds: time.milliseconds) }

    /// Where the track is, with the time in milliseconds since its start.
    public mutating func position(atMilliseconds milliseconds: Int64) -> Coordinate {
        let time = within(Double(milliseconds))
        if time < knots[index].milliseconds { seek(time) }
        while index + 1 < knots.count, knots[index + 1].milliseconds <= time { index += 1 }
        let here = knots[index]
        guard index + 1 < knots.count, time > here.milliseconds else { return here.coordinate }
        let next = knots[index + 1]
        let fraction = (time - here.milliseconds) / (next.milliseconds - here.milliseconds)
        return here.coordinate.interpolated(to: next.coordinate, fraction: fraction)
    }

    /// How fast it goes after a moment, and until when it goes so; nil near a pole, where there is no telling.
    func leg(atMilliseconds milliseconds: Int64) -> Leg? {
        let time = within(Double(milliseconds))
        // The moment at which a round begins anew is one of a jump.
        let end = round.map { Double(milliseconds) + $0.period - time }
        guard time >= knots[index].milliseconds else {
            return Leg(speed: 0, until: Double(milliseconds) + knots[index].milliseconds - time)
        }
        guard index + 1 < knots.count else { return Leg(speed: 0, until: end ?? .infinity) }
        let (here, next) = (knots[index], knots[index + 1])
        let until = Double(milliseconds) + next.milliseconds - time
        guard let speed = here.speed(to: next) else { return nil }
        return Leg(speed: speed, until: end.map { min($0, until) } ?? until)
    }

    private func within(_ milliseconds: Double) -> Double {
        guard let round else { return milliseconds }
        return max(0, milliseconds + round.offset).truncatingRemainder(dividingBy: round.period)
    }

    /// Goes to the last knot at or before a time by bisection; to the first when there is none.
    mutating func seek(_ milliseconds: Double) {
        var low = 0
        var high = knots.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if knots[middle].milliseconds <= milliseconds { low = middle } else { high = middle }
        }
        index = low
    }
}

/// How fast something goes for a while.
struct Leg {
    /// In metres a second; no less than the true one.
    var speed: Double
    /// Milliseconds since the start of the track; at that moment it may be elsewhere at once.
    var until: Double
}

extension Track.Knot {
    /// Metres a second on the straight way, in degrees, to the next one, no less than anywhere on it; nil near a pole.
    fileprivate func speed(to next: Self) -> Double? {
        if coordinate == next.coordinate { return 0 }
        let (low, high) = (coordinate.latitude, next.coordinate.latitude)
        guard max(low.magnitude, high.magnitude) < 88, next.milliseconds > milliseconds else { return nil }
        // The parallels are longest where the way is nearest to the equator, and the meridians' degrees at the poles.
        let nearest = (low < 0) != (high < 0) ? 0 : min(low.magnitude, high.magnitude)
        let north = (high - low) * Ellipsoid.metresInDegree(atLatitude: 90).north
        var degrees = (next.coordinate.longitude - coordinate.longitude).magnitude
        if degrees > 180 { degrees = 360 - degrees }
        let east = degrees * Ellipsoid.metresInDegree(atLatitude: nearest).east
        return (north * north + east * east).squareRoot() / (next.milliseconds - milliseconds) * 1000
    }
}
