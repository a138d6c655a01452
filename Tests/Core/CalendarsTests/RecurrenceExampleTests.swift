import Calendars
import CivilTime
import Testing
import Tracking

/// The examples of RFC 5545, section 3.8.5.3, each with the times that are printed there.
///
/// Verified errata are followed: the one of every three hours ends at 17:00 in New York, so that UNTIL is 21:00 in UTC.
struct RecurrenceExampleTests {
    struct Example: CustomTestStringConvertible, Sendable {
        let start: String
        let rule: String
        /// Months, each with its days: `199709 2 4-6`.
        let days: String
        var times = ["09:00"]
        var testDescription: String { rule }

        /// Those of the list, on the clocks of New York.
        var expected: [String] {
            days.split(separator: ";").flatMap { month -> [String] in
                let parts = month.split(separator: " ")
                let name = "\(parts[0].prefix(4))-\(parts[0].suffix(2))"
                return parts.dropFirst().flatMap { days -> [String] in
                    let ends = days.split(separator: "-").compactMap { Int($0) }
                    return (ends[0]...(ends.last ?? ends[0])).flatMap { day in
                        times.map { "\(name)-\(day < 10 ? "0" : "")\(day) \($0)" }
                    }
                }
            }
        }
    }

    private static let thirds = (9...16).flatMap { hour in
        ["00", "20", "40"].map { "\(hour < 10 ? "0" : "")\(hour):\($0)" }
    }
    private static let weekdaysOfFall = "199709 2-30; 199710 1-31; 199711 1-30; 199712 1-23"
    private static let januaries = "199801 1-31; 199901 1-31; 200001 1-31"

    static let examples = [
        Example(start: "19970902", rule: "FREQ=DAILY;COUNT=10", days: "199709 2-11"),
        Example(start: "19970902", rule: "FREQ=DAILY;UNTIL=19971224T000000Z", days: weekdaysOfFall),
        Example(
            start: "19970902", rule: "FREQ=DAILY;INTERVAL=2",
            days: "199709 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30; 199710 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30"
                + "; 199711 1 3 5 7 9 11 13 15 17 19 21 23 25 27 29; 199712 1 3"
        ),
        Example(start: "19970902", rule: "FREQ=DAILY;INTERVAL=10;COUNT=5", days: "199709 2 12 22; 199710 2 12"),
        Example(
            start: "19980101", rule: "FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA",
            days: januaries
        ),
        Example(start: "19980101", rule: "FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1", days: januaries),
        Example(
            start: "19970902", rule: "FREQ=WEEKLY;COUNT=10", days: "199709 2 9 16 23 30; 199710 7 14 21 28; 199711 4"
        ),
        Example(
            start: "19970902", rule: "FREQ=WEEKLY;UNTIL=19971224T000000Z",
            days: "199709 2 9 16 23 30; 199710 7 14 21 28; 199711 4 11 18 25; 199712 2 9 16 23"
        ),
        Example(
            start: "19970902", rule: "FREQ=WEEKLY;INTERVAL=2;WKST=SU",
            days: "199709 2 16 30; 199710 14 28; 199711 11 25; 199712 9 23; 199801 6 20; 199802 3 17"
        ),
        Example(
            start: "19970902", rule: "FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH",
            days: "199709 2 4 9 11 16 18 23 25 30; 199710 2"
        ),
        Example(
            start: "19970902", rule: "FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH",
            days: "199709 2 4 9 11 16 18 23 25 30; 199710 2"
        ),
        Example(
            start: "19970901", rule: "FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR",
            days: "199709 1 3 5 15 17 19 29; 199710 1 3 13 15 17 27 29 31; 199711 10 12 14 24 26 28; 199712 8 10 12 22"
        ),
        Example(
            start: "19970902", rule: "FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH",
            days: "199709 2 4 16 18 30; 199710 2 14 16"
        ),
        Example(
            start: "19970905", rule: "FREQ=MONTHLY;COUNT=10;BYDAY=1FR",
            days: "199709 5; 199710 3; 199711 7; 199712 5; 199801 2; 199802 6; 199803 6; 199804 3; 199805 1; 199806 5"
        ),
        Example(
            start: "19970905", rule: "FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR",
            days: "199709 5; 199710 3; 199711 7; 199712 5"
        ),
        Example(
            start: "19970907", rule: "FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU",
            days: "199709 7 28; 199711 2 30; 199801 4 25; 199803 1 29; 199805 3 31"
        ),
        Example(
            start: "19970922", rule: "FREQ=MONTHLY;COUNT=6;BYDAY=-2MO",
            days: "199709 22; 199710 20; 199711 17; 199712 22; 199801 19; 199802 16"
        ),
        Example(
            start: "19970928", rule: "FREQ=MONTHLY;BYMONTHDAY=-3",
            days: "199709 28; 199710 29; 199711 28; 199712 29; 199801 29; 199802 26"
        ),
        Example(
            start: "19970902", rule: "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15",
            days: "199709 2 15; 199710 2 15; 199711 2 15; 199712 2 15; 199801 2 15"
        ),
        Example(
            start: "19970930", rule: "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1",
            days: "199709 30; 199710 1 31; 199711 1 30; 199712 1 31; 199801 1 31; 199802 1"
        ),
        Example(
            start: "19970910", rule: "FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15",
            days: "199709 10-15; 199903 10-13"
        ),
        Example(
            start: "19970902", rule: "FREQ=MONTHLY;INTERVAL=2;BYDAY=TU",
            days: "199709 2 9 16 23 30; 199711 4 11 18 25; 199801 6 13 20 27; 199803 3 10 17 24 31"
        ),
        Example(
            start: "19970610", rule: "FREQ=YEARLY;COUNT=10;BYMONTH=6,7",
            days: "199706 10; 199707 10; 199806 10; 199807 10; 199906 10; 199907 10; 200006 10; 200007 10; 200106 10"
                + "; 200107 10"
        ),
        Example(
            start: "19970310", rule: "FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3",
            days: "199703 10; 199901 10; 199902 10; 199903 10; 200101 10; 200102 10; 200103 10; 200301 10; 200302 10"
                + "; 200303 10"
        ),
        Example(
            start: "19970101", rule: "FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200",
            days: "199701 1; 199704 10; 199707 19; 200001 1; 200004 9; 200007 18; 200301 1; 200304 10; 200307 19"
                + "; 200601 1"
        ),
        Example(start: "19970519", rule: "FREQ=YEARLY;BYDAY=20MO", days: "199705 19; 199805 18; 199905 17"),
        Example(start: "19970512", rule: "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", days: "199705 12; 199805 11; 199905 17"),
        Example(
            start: "19970313", rule: "FREQ=YEARLY;BYMONTH=3;BYDAY=TH",
            days: "199703 13 20 27; 199803 5 12 19 26; 199903 4 11 18 25"
        ),
        Example(
            start: "19970605", rule: "FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8",
            days: "199706 5 12 19 26; 199707 3 10 17 24 31; 199708 7 14 21 28; 199806 4 11 18 25"
                + "; 199807 2 9 16 23 30; 199808 6 13 20 27; 199906 3 10 17 24; 199907 1 8 15 22 29; 199908 5 12 19 26"
        ),
        Example(
            start: "19970913", rule: "FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13",
            days: "199709 13; 199710 11; 199711 8; 199712 13; 199801 10; 199802 7; 199803 7; 199804 11; 199805 9"
                + "; 199806 13"
        ),
        Example(
            start: "19961105", rule: "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8",
            days: "199611 5; 200011 7; 200411 2"
        ),
        Example(
            start: "19970904", rule: "FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3",
            days: "199709 4; 199710 7; 199711 6"
        ),
        Example(
            start: "19970929", rule: "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2",
            days: "199709 29; 199710 30; 199711 27; 199712 30; 199801 29; 199802 26; 199803 30"
        ),
        Example(
            start: "19970902", rule: "FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T210000Z", days: "199709 2",
            times: ["09:00", "12:00", "15:00"]
        ),
        Example(
            start: "19970902", rule: "FREQ=MINUTELY;INTERVAL=15;COUNT=6", days: "199709 2",
            times: ["09:00", "09:15", "09:30", "09:45", "10:00", "10:15"]
        ),
        Example(
            start: "19970902", rule: "FREQ=MINUTELY;INTERVAL=90;COUNT=4", days: "199709 2",
            times: ["09:00", "10:30", "12:00", "13:30"]
        ),
        Example(
            start: "19970902", rule: "FREQ=DAILY;BYHOUR=9,10,11,12,13,14,15,16;BYMINUTE=0,20,40", days: "199709 2-4",
            times: thirds
        ),
        Example(
            start: "19970902", rule: "FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10,11,12,13,14,15,16", days: "199709 2-4",
            times: thirds
        ),
        Example(
            start: "19970805", rule: "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO", days: "199708 5 10 19 24"
        ),
        Example(
            start: "19970805", rule: "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU", days: "199708 5 17 19 31"
        ),
        Example(
            start: "20070115", rule: "FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5",
            days: "200701 15 30; 200702 15; 200703 15 30"
        ),
    ]

    private func calendar(_ example: Example) throws -> CalendarFile {
        let start = "DTSTART;TZID=America/New_York:\(example.start)T090000"
        return try Reading.event(start, "RRULE:\(example.rule)")
    }

    private func hasEnd(_ example: Example) -> Bool { example.rule.contains("COUNT") || example.rule.contains("UNTIL") }

    @Test(arguments: examples) func `each example has the times that are printed`(example: Example) throws {
        let calendar = try calendar(example)
        var agenda = Reading.agenda(calendar, "19900101T000000", "20150101T000000")
        if !hasEnd(example) {
            let all = agenda.occurrences.prefix(example.expected.count)
            let end = try #require(all.last).start.advanced(by: .seconds(1))
            agenda = calendar.occurrences(from: Reading.moment("19900101T000000"), to: end, floating: .utc)
        }
        #expect(Reading.starts(agenda, in: Reading.newYork) == example.expected)
        #expect(agenda.problems == [] || !hasEnd(example))
    }

    @Test(arguments: examples) func `a span that begins later has the same times`(example: Example) throws {
        let calendar = try calendar(example)
        let whole = Reading.agenda(calendar, "19900101T000000", "20070401T000000").occurrences
            .prefix(example.expected.count)
        for first in [1, whole.count / 2, whole.count - 1] where whole.indices.contains(first) {
            let (from, to) = (whole[first].start, whole[whole.count - 1].start.advanced(by: .milliseconds(1)))
            let part = calendar.occurrences(from: from, to: to, floating: .utc)
            #expect(part.occurrences == Array(whole[first...]))
        }
    }

    @Test func `every Friday the 13th leaves out the day that the event begins with`() throws {
        let calendar = try Reading.event(
            "DTSTART;TZID=America/New_York:19970902T090000", "EXDATE;TZID=America/New_York:19970902T090000",
            "RRULE:FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13"
        )
        let agenda = Reading.agenda(calendar, "19970101T000000", "20001231T000000")
        #expect(
            Reading.starts(agenda, in: Reading.newYork) == [
                "1998-02-13 09:00", "1998-03-13 09:00", "1998-11-13 09:00", "1999-08-13 09:00", "2000-10-13 09:00",
            ]
        )
    }
}
