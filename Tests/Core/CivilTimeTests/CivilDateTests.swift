import CivilTime
import TestSupport
import Testing
import Tracking

/// Dates, weekdays and times of day.
struct CivilDateTests {
    private func date(_ text: String) throws -> CivilDate { try #require(CivilDate(text)) }

    @Test func `every day of ten thousand years follows the one before`() throws {
        var (year, month, day) = (1, 1, 1)
        var weekday = 1
        var wrong = 0
        for number in CivilDate.first.daysSince1970...CivilDate.last.daysSince1970 {
            let date = CivilDate(daysSince1970: number)
            let isRight =
                (date.year, date.month, date.day) == (year, month, day) && date.daysSince1970 == number
                && date.weekday.rawValue == weekday && date == CivilDate(year: year, month: month, day: day)
            if !isRight { wrong += 1 }
            weekday = weekday % 7 + 1
            day += 1
            if day > CivilDate.daysInMonth(month, year: year) { (month, day) = (month + 1, 1) }
            if month > 12 { (year, month) = (year + 1, 1) }
        }
        #expect(wrong == 0 && year == 10_000)
    }

    @Test func `numbers that are no date are none`() {
        for (year, month, day) in [
            (2026, 2, 29), (2026, 4, 31), (2026, 0, 1), (2026, 13, 1), (0, 1, 1), (10_000, 1, 1),
        ] {
            #expect(CivilDate(year: year, month: month, day: day) == nil)
        }
        for text in ["2026-2-01", "2026-02-29", "26-02-01", "2026-02-01x", "-026-02-01", "", "2026-02", "2026-02-٠١"] {
            #expect(CivilDate(text) == nil, "\(text)")
        }
    }

    @Test(arguments: [
        // The table of examples in ISO 8601's week dates: the turns of years.
        ("2005-01-01", 2004, 53, "sat", 1), ("2005-12-31", 2005, 52, "sat", 365), ("2007-01-01", 2007, 1, "mon", 1),
        ("2008-12-29", 2009, 1, "mon", 364), ("2008-12-31", 2009, 1, "wed", 366), ("2010-01-03", 2009, 53, "sun", 3),
        ("2026-05-01", 2026, 18, "fri", 121), ("0001-01-01", 1, 1, "mon", 1), ("9999-12-31", 9999, 52, "fri", 365),
    ])
    func `week, weekday and day of the year`(text: String, year: Int, week: Int, weekday: String, day: Int) throws {
        let date = try date(text)
        #expect(date.isoWeek == (year, week) && date.weekday.text() == weekday && date.dayOfYear == day)
        #expect(date.description == text)
    }

    @Test func `years of 53 weeks are those of ISO 8601`() {
        let long = (2000...2030).filter { CivilDate.isoWeeks(in: $0) == 53 }
        #expect(long == [2004, 2009, 2015, 2020, 2026])
        #expect(CivilDate.isLeapYear(2000) && CivilDate.isLeapYear(2024) && !CivilDate.isLeapYear(1900))
    }

    @Test func `days and seconds are added up to the ends of the calendar`() throws {
        #expect(try date("2026-02-28").adding(days: 1) == date("2026-03-01"))
        #expect(try date("2026-03-01").adding(days: -366) == date("2025-02-28"))
        #expect(CivilDate.last.adding(days: 1) == .last && CivilDate.first.adding(days: .min) == .first)
        #expect(CivilDate.last.adding(days: .max) == .last)
        let late = CivilDateTime(date: try date("2026-12-31"), time: try #require(ClockTime("23:59:30")))
        #expect(late.adding(seconds: 30).description == "2027-01-01 00:00")
        #expect(late.adding(seconds: -86_400).description == "2026-12-30 23:59:30")
        #expect(late.adding(seconds: .max).description == "9999-12-31 23:59:59")
        #expect(late.adding(seconds: .min).description == "0001-01-01 00:00")
    }

    @Test(arguments: [
        ("7:30", 27_000), ("07:30", 27_000), ("07:30:15", 27_015), ("0:00", 0), ("23:59:59", 86_399),
    ])
    func `times of day are read`(text: String, seconds: Int) throws {
        let time = try #require(ClockTime(text))
        #expect(time.secondsOfDay == seconds && ClockTime(secondsOfDay: seconds) == time)
        #expect(ClockTime(time.description) == time)
        #expect(ClockTime(hour: time.hour, minute: time.minute, second: time.second) == time)
    }

    @Test(arguments: [
        "24:00", "7", "7:5", "07:60", "007:30", "", ":", "07:30:", "07:30:60", "-1:00", "7:30 pm", "٧:٣٠",
    ])
    func `what is no time of day is none`(text: String) { #expect(ClockTime(text) == nil) }

    @Test func `weekdays are read by their name and its beginning`() {
        for day in Weekday.allCases {
            #expect(Weekday(day.text()) == day && Weekday(day.text().uppercased()) == day)
        }
        #expect(Weekday("Wednesday") == .wednesday && Weekday("thurs") == nil && Weekday("") == nil)
        #expect(Weekday.monday < .sunday && Weekday.allCases.map(\.rawValue) == Array(1...7))
    }
}
