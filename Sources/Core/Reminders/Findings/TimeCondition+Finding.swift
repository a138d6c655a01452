import CivilTime
import Sun
import Tracking

extension TimeCondition {
    /// How it stands at a moment, in a time zone and, for the sun, at a position.
    func finding(at now: Timestamp, zone: Zone, position: Coordinate?) -> Finding {
        if followsSun, position == nil { return .unknown(.noPosition) }
        let today = zone.civil(at: now).date
        // What begins half a day after a sunset may have begun the day before yesterday.
        for day in -2...8 {
            let date = today.adding(days: day)
            guard days.contains(date.weekday), let span = span(on: date, zone: zone, position: position),
                span.upperBound > now
            else { continue }
            guard span.contains(now) else { return Finding(.fails, .span(span), until: span.lowerBound) }
            return Finding(.holds, .span(span), until: span.upperBound, subjects: [date.daysSince1970])
        }
        return Finding(.fails, .span(nil), until: now.advanced(by: .seconds(86_400)))
    }

    /// The span that begins on a date; nil where there is none on that day.
    func span(on date: CivilDate, zone: Zone, position: Coordinate?) -> Range<Timestamp>? {
        if case .clock(let first) = from, case .clock(let last) = to {
            let end = CivilDateTime(date: last > first ? date : date.adding(days: 1), time: last)
            return Self.span(from: CivilDateTime(date: date, time: first), to: end, zone: zone)
        }
        guard let position, let start = from.moment(on: date, zone: zone, at: position) else { return nil }
        for day in 0...1 {
            guard let end = to.moment(on: date.adding(days: day), zone: zone, at: position) else { continue }
            if end > start { return start..<end }
        }
        return nil
    }

    /// Two local times as moments.
    ///
    /// A time that daylight saving leaves out is taken as the moment of the change, and one that is there twice as the
    /// first of the two: each day has one span. One that is left out as a whole is moved behind the change.
    private static func span(from: CivilDateTime, to: CivilDateTime, zone: Zone) -> Range<Timestamp>? {
        let (start, end) = (zone.moments(of: from), zone.moments(of: to))
        if case .gap(let change, _) = start, case .gap(let other, _) = end, change == other {
            return ordered(zone.moment(of: from), zone.moment(of: to))
        }
        return ordered(start.first, end.first)
    }

    private static func ordered(_ start: Timestamp, _ end: Timestamp) -> Range<Timestamp>? {
        start < end ? start..<end : nil
    }
}

extension LocalMoments {
    /// The first moment that has a local time, or the change that leaves it out.
    fileprivate var first: Timestamp {
        switch self {
        case .once(let moment), .twice(let moment, _), .gap(let moment, _): moment
        }
    }
}

extension DayEnd {
    /// Its moment on a date; in polar day the sun rises at midnight and sets a day later, in polar night it does both at
    /// noon, so that days and nights between the two are as long as they are.
    fileprivate func moment(on date: CivilDate, zone: Zone, at position: Coordinate) -> Timestamp? {
        switch self {
        case .clock(let time): zone.moments(of: CivilDateTime(date: date, time: time)).first
        case .sunrise(let minutes):
            Sun.day(date, zone: zone, at: position).riseOrEdge.advanced(by: .seconds(minutes * 60))
        case .sunset(let minutes):
            Sun.day(date, zone: zone, at: position).setOrEdge.advanced(by: .seconds(minutes * 60))
        }
    }
}
