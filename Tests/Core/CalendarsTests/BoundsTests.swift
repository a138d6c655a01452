import Calendars
import CivilTime
import TestSupport
import Testing
import Tracking

/// What costs as much as it may, and no more.
struct BoundsTests {
    @Test(arguments: [
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=4", "FREQ=YEARLY;BYWEEKNO=53;BYMONTH=6;BYDAY=MO",
        "FREQ=DAILY;BYHOUR=0;BYSETPOS=2", "FREQ=YEARLY;INTERVAL=1000000000",
    ]) func `a rule that never matches has the first time only`(rule: String) throws {
        let calendar = try Reading.event("DTSTART:20200101T090000Z", "RRULE:\(rule)")
        let agenda = Reading.agenda(calendar, "20200101T000000", "20300101T000000")
        #expect(Reading.starts(agenda).first == "2020-01-01 09:00")
        #expect(agenda.occurrences.count == 1)
    }

    @Test func `a rule of each second is followed where it is asked for`() throws {
        let calendar = try Reading.event("DTSTART:19700101T000000Z", "RRULE:FREQ=SECONDLY")
        let agenda = Reading.agenda(calendar, "20260601T000000", "20260601T000010")
        #expect(agenda.occurrences.count == 10 && agenda.problems == [])
        let long = Reading.agenda(calendar, "20260601T000000", "20260701T000000")
        #expect(long.occurrences.count == Agenda.mostOccurrences)
        #expect(long.to == long.from.advanced(by: .seconds(Agenda.mostOccurrences)))
        #expect(long.problems == ["there are more than 10000 times of events: the later ones are left out"])
    }

    @Test func `a count that takes too long is told, and the other events are there`() throws {
        let calendar = try Reading.calendar([
            "BEGIN:VEVENT", "UID:1", "SUMMARY:Tick", "DTSTART:19700101T000000Z",
            "RRULE:FREQ=SECONDLY;BYSECOND=1,2,3;COUNT=1000000000", "END:VEVENT",
            "BEGIN:VEVENT", "UID:2", "DTSTART:20260601T090000Z", "END:VEVENT",
        ])
        let agenda = Reading.agenda(calendar, "20260601T000000", "20260701T000000")
        #expect(Reading.starts(agenda) == ["2026-06-01 09:00"])
        #expect(agenda.problems == ["line 4: the event 'Tick' comes again too often to be followed and is left out"])
    }

    @Test func `a calendar of 10,000 events, 2,000 of which come again, has eight days`() throws {
        var lines: [String] = []
        for number in 0..<10_000 {
            let day = 10 + number % 19
            lines += [
                "BEGIN:VEVENT", "UID:\(number)@example.org", "DTSTAMP:20260101T000000Z", "SUMMARY:Event \(number)",
                "DTSTART;TZID=Europe/Berlin:20250\(1 + number % 9)\(day)T090000",
                "DTEND;TZID=Europe/Berlin:20250\(1 + number % 9)\(day)T100000",
            ]
            if number % 5 == 0 { lines.append("RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR") }
            lines.append("END:VEVENT")
        }
        let calendar = try Reading.calendar(lines)
        let clock = ContinuousClock()
        var agenda = Agenda(from: Timestamp(milliseconds: 0), to: Timestamp(milliseconds: 0), occurrences: [])
        let time = clock.measure { agenda = Reading.agenda(calendar, "20260601T000000", "20260609T000000") }
        print("eight days of 10,000 events: \(time)")
        // Six weekdays of 2,000 are more than there may be: all of the first five are there.
        #expect(calendar.count == 10_000 && agenda.occurrences.count == Agenda.mostOccurrences)
        #expect(agenda.to == Reading.moment("20260608T070000"))
    }

    private static let pieces = [
        "BEGIN:VCALENDAR", "END:VCALENDAR", "BEGIN:VEVENT", "END:VEVENT", "BEGIN:VTIMEZONE", "END:VTIMEZONE",
        "BEGIN:STANDARD", "END:STANDARD", "TZID:Own", "TZOFFSETFROM:+0100", "TZOFFSETTO:-0230",
        "DTSTART:20260601T090000Z", "DTSTART;TZID=Own:20260601T090000", "DTSTART;VALUE=DATE:20260601",
        "DTEND:20260601T100000Z", "DURATION:P1DT2H", "RRULE:FREQ=", "SECONDLY", "MINUTELY", "HOURLY", "DAILY",
        "WEEKLY", "MONTHLY", "YEARLY", ";COUNT=", ";INTERVAL=", ";UNTIL=20260701", ";BYDAY=MO,-1FR",
        ";BYMONTHDAY=-1,31", ";BYSETPOS=1,-1", ";BYWEEKNO=53,-1", ";BYYEARDAY=366", ";BYHOUR=0,23", ";WKST=SU", "1",
        "9999", "1000000000", "EXDATE:20260602T090000Z", "RDATE:20260603T090000Z/PT1H",
        "RECURRENCE-ID;RANGE=THISANDFUTURE:20260602T090000Z", "UID:1", "SEQUENCE:1", "SUMMARY:é", "\r\n ", "\"", ":",
        ";", "=", "99991231T235959Z", "00010101T000000Z", "METHOD:CANCEL", "\u{FEFF}",
    ].map { Array($0.utf8) }

    @Test(arguments: 0..<200) func `no bytes trap it`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var bytes = Array("BEGIN:VCALENDAR\r\n".utf8)
        for _ in 0..<Int.random(in: 0...200, using: &generator) {
            if Int.random(in: 0..<12, using: &generator) == 0 {
                bytes.append(UInt8.random(in: 0...255, using: &generator))
            }
            bytes += Self.pieces.randomElement(using: &generator) ?? []
            if Int.random(in: 0..<3, using: &generator) > 0 { bytes += [0x0D, 0x0A] }
        }
        check(bytes)
    }

    @Test(arguments: 0..<200) func `a valid file with changed bytes, or cut off, does not trap it`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var lines = ["BEGIN:VCALENDAR"]
        for example in RecurrenceExampleTests.examples.shuffled(using: &generator).prefix(4) {
            lines += [
                "BEGIN:VEVENT", "UID:\(lines.count)", "DTSTART;TZID=America/New_York:\(example.start)T090000",
                "DTEND;TZID=America/New_York:\(example.start)T100000", "RRULE:\(example.rule)", "END:VEVENT",
            ]
        }
        var bytes = Array((lines + ["END:VCALENDAR", ""]).joined(separator: "\r\n").utf8)
        for _ in 0..<Int.random(in: 0...12, using: &generator) {
            bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0x20...0x7F, using: &generator)
        }
        if Bool.random(using: &generator) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator)) }
        check(bytes)
    }

    /// Whatever is in it, what is found is in order and in the span.
    private func check(_ bytes: [UInt8]) {
        guard let calendar = try? CalendarFile(bytes) else { return }
        #expect(calendar.problems.count == min(calendar.problemCount, CalendarFile.mostProblems))
        for (from, to) in [("19970901T000000", "19980101T000000"), ("20260601T000000", "20260609T000000")] {
            let agenda = Reading.agenda(calendar, from, to, in: Reading.berlin)
            let found = agenda.occurrences
            #expect(found.allSatisfy { $0.start < agenda.to && $0.end >= agenda.from && $0.start <= $0.end })
            #expect(zip(found, found.dropFirst()).allSatisfy { $0.start <= $1.start })
        }
    }

    @Test(arguments: [Int64.min...Int64.max, Int64.min...0, 0...Int64.max])
    func `the widest spans do not trap it`(span: ClosedRange<Int64>) throws {
        let calendar = try Reading.event("DTSTART;TZID=Europe/Berlin:20260601T090000", "RRULE:FREQ=YEARLY;COUNT=3")
        let agenda = calendar.occurrences(
            from: Timestamp(milliseconds: span.lowerBound), to: Timestamp(milliseconds: span.upperBound),
            floating: Reading.berlin
        )
        #expect(agenda.occurrences.count == (span.upperBound == 0 ? 0 : 3))
    }
}
