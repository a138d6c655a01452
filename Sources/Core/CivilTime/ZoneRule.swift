internal import Tracking

/// A zone's rule for all years, as POSIX has it in `TZ`, with the longer times of RFC 9636, section 3.3.1.
struct ZoneRule: Hashable, Sendable {
    /// When in each year the clocks are changed.
    struct Change: Hashable, Sendable {
        enum Day: Hashable, Sendable {
            /// `J60`: the day 1 to 365 without the 29th of February.
            case julian(Int)
            /// `59`: the day 0 to 365, with it.
            case fromZero(Int)
            /// `M3.5.0`: the week 1 to 5, of which 5 is the last, of a weekday that is 0 for Sunday.
            case week(month: Int, week: Int, weekday: Int)
        }

        let day: Day
        /// Seconds after that day's midnight, by the clocks as they are before the change; within a week.
        let time: Int

        /// Seconds from 1970-01-01 00:00 to the change in a year, by those clocks.
        func seconds(in year: Int64) -> Int { days(in: year) * 86_400 + time }

        private func days(in year: Int64) -> Int {
            let january = Int(Timestamp.days(fromCivil: year, 1, 1))
            switch day {
            case .julian(let number):
                let isAfterLeapDay = number >= 60 && CivilDate.isLeapYear(Int(year))
                return january + number - (isAfterLeapDay ? 0 : 1)
            case .fromZero(let number): return january + number
            case .week(let month, let week, let weekday):
                let first = Int(Timestamp.days(fromCivil: year, Int64(month), 1))
                // 1970-01-01 was a Thursday, the weekday 4.
                let ahead = (weekday - (first + 4)).floored(by: 7).rest
                let last = CivilDate.daysInMonth(month, year: Int(year)) - 1
                let wanted = ahead + (week - 1) * 7
                return first + (wanted > last ? wanted - 7 : wanted)
            }
        }
    }

    /// The other time of the year, and when it begins and ends.
    struct Summer: Hashable, Sendable {
        let type: LocalType
        let begin: Change
        let end: Change
    }

    let standard: LocalType
    let summer: Summer?

    /// The type at a moment, in seconds since 1970.
    func type(at seconds: Int) -> LocalType {
        guard let summer else { return standard }
        return isSummer(at: seconds, summer) ? summer.type : standard
    }

    /// Seconds east of UTC.
    func offset(at seconds: Int) -> Int {
        guard let summer else { return standard.offset }
        return isSummer(at: seconds, summer) ? summer.type.offset : standard.offset
    }

    /// Whether the last change before is a beginning.
    ///
    /// Where one summer ends as the next begins, it has no end: so RFC 9636 writes a summer all year.
    private func isSummer(at seconds: Int, _ summer: Summer) -> Bool {
        let year = Self.year(of: seconds)
        var (latest, isBegin) = (Int.min, false)
        // With a week's time of day and a day's offset, changes of a year may fall into its neighbours.
        for year in year - 2...year + 1 {
            let begin = summer.begin.seconds(in: year) - standard.offset
            let end = summer.end.seconds(in: year) - summer.type.offset
            if end <= seconds, end > latest { (latest, isBegin) = (end, false) }
            if begin <= seconds, begin >= latest { (latest, isBegin) = (begin, true) }
        }
        return isBegin
    }

    /// The next moment at which the offset is another; nil when there is none.
    func nextChange(after seconds: Int) -> Int? {
        guard let summer, summer.type.offset != standard.offset else { return nil }
        let year = Self.year(of: seconds)
        var next: Int?
        for year in year - 1...year + 3 {
            for moment in [
                summer.begin.seconds(in: year) - standard.offset, summer.end.seconds(in: year) - summer.type.offset,
            ] where moment > seconds && moment < next ?? .max && offset(at: moment) != offset(at: moment - 1) {
                next = moment
            }
        }
        return next
    }

    private static func year(of seconds: Int) -> Int64 {
        Timestamp.civil(fromDays: Int64(seconds.floored(by: 86_400).quotient)).year
    }
}
