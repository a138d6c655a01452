/// A date and a time of day as the calendar and the clock on a wall show them, without saying where.
public struct CivilDateTime: Hashable, Comparable, Sendable {
    public var date: CivilDate
    public var time: ClockTime

    public init(date: CivilDate, time: ClockTime) {
        self.date = date
        self.time = time
    }

    /// What clocks without time zone and leap seconds show so many seconds after 1970-01-01 00:00:00.
    ///
    /// What is beyond the first and the last date is shown as their first and their last second.
    public init(secondsSince1970 seconds: Int) {
        let (days, rest) = seconds.floored(by: 86_400)
        date = CivilDate(daysSince1970: days)
        time = ClockTime(
            unchecked: days < CivilDate.bounds.lowerBound ? 0 : days > CivilDate.bounds.upperBound ? 86_399 : rest)
    }

    /// Seconds on such clocks since 1970-01-01 00:00:00; negative before.
    public var secondsSince1970: Int { date.daysSince1970 * 86_400 + time.secondsOfDay }

    public static func < (left: Self, right: Self) -> Bool { (left.date, left.time) < (right.date, right.time) }

    /// What such clocks show so many seconds later, or earlier where negative; within the first and the last date.
    public func adding(seconds: Int) -> CivilDateTime {
        let (sum, overflow) = secondsSince1970.addingReportingOverflow(seconds)
        return CivilDateTime(secondsSince1970: overflow ? (seconds < 0 ? .min : .max) : sum)
    }
}

extension CivilDateTime: CustomStringConvertible {
    /// `2026-05-01 07:30`.
    public var description: String { "\(date) \(time)" }
}
