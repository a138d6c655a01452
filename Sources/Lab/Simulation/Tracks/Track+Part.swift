import Tracking

extension Track {
    /// The part from one time, not before 0, to another, not before that; its first point is where this track is then.
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
