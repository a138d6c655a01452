extension CivilDate {
    /// The day of the week.
    public var weekday: Weekday {
        // 1970-01-01 was a Thursday.
        let number = (daysSince1970 + 3).floored(by: 7).rest + 1
        return Weekday(rawValue: number) ?? .monday
    }

    /// The day's number in its year, 1 to 366.
    public var dayOfYear: Int { daysSince1970 - Int(daysToYear: year) + 1 }

    /// The week that ISO 8601 counts it to: week 1 has the year's first Thursday, so its year may be a neighbour's.
    public var isoWeek: (year: Int, week: Int) {
        let days = daysSince1970
        let thursday = days + Weekday.thursday.rawValue - weekday.rawValue
        // The Thursday of the last days of 9999 is still in 9999: 9999-12-31 is a Friday; 0001-01-01 is a Monday.
        let year = CivilDate(daysSince1970: thursday).year
        return (year, (thursday - Int(daysToYear: year)) / 7 + 1)
    }

    /// How many weeks a year has as ISO 8601 counts them, 52 or 53.
    public static func isoWeeks(in year: Int) -> Int {
        // The 28th of December is always in the last week.
        CivilDate(year: year, month: 12, day: 28)?.isoWeek.week ?? 52
    }
}

extension Int {
    /// Days from 1970-01-01 to a year's first.
    fileprivate init(daysToYear year: Int) { self = CivilDate(year: year, month: 1, day: 1)?.daysSince1970 ?? 0 }
}
