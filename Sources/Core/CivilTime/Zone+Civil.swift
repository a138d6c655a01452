public import Tracking

extension Zone {
    /// What calendar and clock show at a moment, to the second below.
    ///
    /// Beyond the years 1 to 9999 it is the first or the last second of these.
    public func civil(at moment: Timestamp) -> CivilDateTime {
        let second = moment.flooredSeconds
        return CivilDateTime(secondsSince1970: second + offset(atSecond: second))
    }

    /// When the clocks show a date and a time: once, never or two times.
    public func moments(of civil: CivilDateTime) -> LocalMoments {
        let local = civil.secondsSince1970
        // An offset is less than 26 hours, so what is shown cannot be farther from its moment.
        let reach = 93_600
        var begin = local - reach
        var offset = offset(atSecond: begin)
        var found: Int?
        var gap: (transition: Int, shift: Int)?
        while begin <= local + reach {
            let end = nextChange(afterSecond: begin) ?? .max
            let moment = local - offset
            if begin <= moment, moment < end {
                if let found { return .twice(first: Timestamp(found), second: Timestamp(moment)) }
                found = moment
            }
            guard end < .max else { break }
            let after = self.offset(atSecond: end)
            if end + offset <= local, local < end + after { gap = (end, after - offset) }
            (begin, offset) = (end, after)
        }
        if let found { return .once(Timestamp(found)) }
        // Between what is shown before and after there is always a gap where nothing shows it.
        guard let gap else { return .once(Timestamp(local - offset)) }
        return .gap(transition: Timestamp(gap.transition), shift: gap.shift)
    }

    /// The moment at which the clocks show a date and a time.
    ///
    /// Of two it is the first. In a gap it is the one at which clocks that had not been set would show it, as RFC 5545,
    /// section 3.3.5 has it: a quarter of an hour into the gap is a quarter of an hour after the transition.
    public func moment(of civil: CivilDateTime) -> Timestamp {
        switch moments(of: civil) {
        case .once(let moment), .twice(let moment, _): moment
        case .gap(let transition, _):
            Timestamp(civil.secondsSince1970 - offset(atSecond: transition.flooredSeconds - 1))
        }
    }
}

extension Timestamp {
    /// A second within the years 0 to 10000.
    fileprivate init(_ seconds: Int) { self.init(milliseconds: Int64(seconds) * 1000) }
}
