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
