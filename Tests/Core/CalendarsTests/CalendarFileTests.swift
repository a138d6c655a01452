import Calendars
import CivilTime
import Testing
import Tracking

/// Files as programs write them, and as they should not.
struct CalendarFileTests {
    private func starts(_ calendar: CalendarFile, in zone: Zone = Reading.berlin) -> [String] {
        Reading.starts(Reading.agenda(calendar, "20260101T000000", "20270101T000000", in: zone), in: zone)
    }

    @Test(arguments: [
        "Europe/Berlin", "/freeassociation.sourceforge.net/Europe/Berlin", "W. Europe Standard Time",
        "\"Europe/Berlin\"",
    ]) func `a time zone has many names`(name: String) throws {
        let calendar = try Reading.event(
            "DTSTART;TZID=\(name):20260605T090000", "DTEND;TZID=\(name):20260605T100000"
        )
        #expect(calendar.problems == [])
        let agenda = Reading.agenda(calendar, "20260101T000000", "20270101T000000")
        #expect(Reading.starts(agenda) == ["2026-06-05 07:00"])
    }

    @Test func `a zone that only the file knows is followed by its rules`() throws {
        let calendar = try Reading.calendar([
            "BEGIN:VTIMEZONE", "TZID:Customized Time Zone", "BEGIN:STANDARD", "DTSTART:16010101T030000",
            "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100", "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10",
            "END:STANDARD", "BEGIN:DAYLIGHT", "DTSTART:16010101T020000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200",
            "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3", "END:DAYLIGHT", "END:VTIMEZONE",
            "BEGIN:VEVENT", "UID:040000008200E00074C5B7101A82E008", "SUMMARY;LANGUAGE=de-CH:Besprechung",
            "DTSTART;TZID=Customized Time Zone:20260326T090000", "DTEND;TZID=Customized Time Zone:20260326T093000",
            "RRULE:FREQ=WEEKLY;COUNT=2;INTERVAL=1;BYDAY=TH;WKST=MO", "X-MICROSOFT-CDO-BUSYSTATUS:FREE", "END:VEVENT",
        ])
        #expect(calendar.problems == [])
        let agenda = Reading.agenda(calendar, "20260101T000000", "20270101T000000")
        #expect(Reading.starts(agenda) == ["2026-03-26 08:00", "2026-04-02 07:00"])
        #expect(agenda.occurrences.allSatisfy { !$0.isBusy && $0.title == "Besprechung" })
    }

    @Test func `a zone that nobody knows is told, and its times are local`() throws {
        let calendar = try Reading.event("DTSTART;TZID=Moon/Tycho:20260605T090000")
        #expect(calendar.problems == ["line 8: unknown time zone 'Moon/Tycho': its times are read as local ones"])
        #expect(starts(calendar) == ["2026-06-05 09:00"])
    }

    @Test func `a meeting stays at its hour when the clocks are set`() throws {
        let calendar = try Reading.event(
            "DTSTART;TZID=Europe/Berlin:20260327T090000", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=3"
        )
        #expect(starts(calendar) == ["2026-03-27 09:00", "2026-03-28 09:00", "2026-03-29 09:00"])
        let utc = Reading.agenda(calendar, "20260101T000000", "20270101T000000")
        #expect(Reading.starts(utc) == ["2026-03-27 08:00", "2026-03-28 08:00", "2026-03-29 07:00"])
    }

    @Test func `a time that the clocks leave out is meant before they are set`() throws {
        let calendar = try Reading.event(
            "DTSTART;TZID=Europe/Berlin:20260328T023000", "RRULE:FREQ=DAILY;COUNT=3"
        )
        #expect(starts(calendar) == ["2026-03-28 02:30", "2026-03-29 03:30", "2026-03-30 02:30"])
    }

    @Test func `a whole day is from midnight to midnight of who looks`() throws {
        let calendar = try Reading.event(
            "DTSTART;VALUE=DATE:20260329", "RRULE:FREQ=DAILY;COUNT=2", "TRANSP:TRANSPARENT"
        )
        let agenda = Reading.agenda(calendar, "20260101T000000", "20270101T000000", in: Reading.berlin)
        #expect(Reading.starts(agenda) == ["2026-03-28 23:00", "2026-03-29 22:00"])
        let ends = agenda.occurrences.map { Zone.utc.civil(at: $0.end).description }
        #expect(ends == ["2026-03-29 22:00", "2026-03-30 22:00"])
        #expect(agenda.occurrences.allSatisfy { $0.isAllDay && !$0.isBusy })
    }

    @Test func `what reaches into the span is in it, and what ends where it begins is not`() throws {
        let calendar = try Reading.event("DTSTART:20260605T090000Z", "DTEND:20260605T100000Z")
        func count(_ from: String, _ to: String) -> Int { Reading.agenda(calendar, from, to).occurrences.count }
        #expect(count("20260605T093000", "20260605T094000") == 1)
        #expect(count("20260605T100000", "20260605T110000") == 0)
        #expect(count("20260605T080000", "20260605T090000") == 0)
        #expect(count("20260605T080000", "20260605T090001") == 1)
    }

    @Test func `a changed time, a cancelled one, an exception and an added one`() throws {
        let calendar = try Reading.calendar([
            "BEGIN:VEVENT", "UID:a", "SUMMARY:Course", "DTSTART;TZID=Europe/Berlin:20260601T180000",
            "DTEND;TZID=Europe/Berlin:20260601T190000", "RRULE:FREQ=WEEKLY;COUNT=5",
            "EXDATE;TZID=Europe/Berlin:20260615T180000", "RDATE;VALUE=PERIOD:20260703T160000Z/PT3H", "END:VEVENT",
            "BEGIN:VEVENT", "UID:a", "SUMMARY:Course\\, moved", "RECURRENCE-ID;TZID=Europe/Berlin:20260608T180000",
            "DTSTART;TZID=Europe/Berlin:20260609T200000", "DURATION:PT30M", "END:VEVENT",
            "BEGIN:VEVENT", "UID:a", "RECURRENCE-ID:20260622T160000Z", "STATUS:CANCELLED",
            "DTSTART:20260622T160000Z", "END:VEVENT",
        ])
        let agenda = Reading.agenda(calendar, "20260101T000000", "20270101T000000")
        #expect(
            Reading.starts(agenda, in: Reading.berlin) == [
                "2026-06-01 18:00", "2026-06-09 20:00", "2026-06-29 18:00", "2026-07-03 18:00",
            ]
        )
        #expect(agenda.occurrences.map(\.title) == ["Course", "Course, moved", "Course", "Course"])
        let minutes = agenda.occurrences.map { $0.start.duration(to: $0.end).milliseconds / 60_000 }
        #expect(minutes == [60, 30, 60, 180])
    }

    @Test func `all later times move with the one from which on they do`() throws {
        let calendar = try Reading.calendar([
            "BEGIN:VEVENT", "UID:a", "DTSTART:20260601T090000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=4",
            "END:VEVENT", "BEGIN:VEVENT", "UID:a", "SUMMARY:Later", "DTSTART:20260603T110000Z", "DURATION:PT2H",
            "RECURRENCE-ID;RANGE=THISANDFUTURE:20260603T090000Z", "END:VEVENT",
        ])
        let agenda = Reading.agenda(calendar, "20260101T000000", "20270101T000000")
        #expect(
            Reading.starts(agenda) == [
                "2026-06-01 09:00", "2026-06-02 09:00", "2026-06-03 11:00", "2026-06-04 11:00",
            ]
        )
        #expect(agenda.occurrences.map(\.title) == ["", "", "Later", "Later"])
    }

    @Test func `of two versions the one with the higher SEQUENCE counts`() throws {
        func event(_ sequence: Int, _ hour: String) -> [String] {
            ["BEGIN:VEVENT", "UID:a", "SEQUENCE:\(sequence)", "DTSTART:20260601T\(hour)0000Z", "END:VEVENT"]
        }
        let calendar = try Reading.calendar(event(2, "10") + event(1, "11"))
        #expect(starts(calendar, in: .utc) == ["2026-06-01 10:00"])
        let cancelled = try Reading.calendar(["METHOD:CANCEL"] + event(1, "11"))
        #expect(starts(cancelled).isEmpty)
    }

    @Test(arguments: ["\r\n", "\n", "\r"]) func `lines are folded, also within a character`(end: String) throws {
        let fold = Array("\(end) ".utf8)
        var bytes: [UInt8] = [0xEF, 0xBB, 0xBF]
        for line in [
            "BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:1", "DTSTART:20260601T090000Z", "LOCATION:A\\; b\\, c\\nd \\\\",
        ] { bytes += Array((line + end).utf8) }
        bytes += Array("SUMM".utf8) + fold + Array("ARY;X-A=\"a:b;c\";ALTREP=^n^'^^:Gr".utf8) + [0xC3] + fold + [0xBC]
        bytes += Array("n\(end)BEGIN:VALARM\(end)TRIGGER:-PT5M\(end)SUMMARY:no\(end)END:VALARM\(end)".utf8)
        bytes += Array("END:VEVENT\(end)BEGIN:VTODO\(end)SUMMARY:no\(end)END:VTODO\(end)END:VCALENDAR".utf8)
        let calendar = try CalendarFile(bytes)
        #expect(calendar.problems == [] && calendar.count == 1)
        let one = try #require(Reading.agenda(calendar, "20260101T000000", "20270101T000000").occurrences.first)
        #expect(one.title == "Grün" && one.location == "A; b, c, d \\" && one.start == one.end)
    }

    @Test func `what is no UTF-8 is Latin-1`() throws {
        var bytes = Array("BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20260601T090000Z\nSUMMARY:Gr".utf8) + [0xFC]
        bytes += Array("n\nEND:VEVENT\nEND:VCALENDAR\n".utf8)
        let agenda = Reading.agenda(try CalendarFile(bytes), "20260101T000000", "20270101T000000")
        #expect(agenda.occurrences.map(\.title) == ["Grün"])
    }

    @Test(arguments: [
        (["DTSTART:20261399"], "line 8: DTSTART is no date or time: '20261399'"),
        (["SUMMARY:x"], "line 4: the event has no DTSTART"),
        (["DTSTART:20260601", "DURATION:1 hour"], "line 9: DURATION is no length of an event: '1 hour'"),
        (["DTSTART:20260602", "DTEND:20260601"], "line 4: the event ends before it begins"),
        (["DTSTART:20260601", "RRULE:FREQ=OFTEN"], "line 9: FREQ of the rule is out of range: 'OFTEN'"),
        (["DTSTART:20260601", "RRULE:COUNT=2"], "line 9: the rule has no FREQ"),
        (["DTSTART:20260601", "RRULE:FREQ=DAILY;BYHOUR=24"], "line 9: BYHOUR of the rule is out of range: '24'"),
        (["DTSTART:20260601", "RRULE:FREQ=DAILY;COUNT=1;COUNT=2"], "line 9: the rule has COUNT twice"),
        (["DTSTART:20260601", "RRULE:FREQ=DAILY;BYEASTER=0"], "line 9: the rule has an unknown part: 'BYEASTER'"),
        (
            ["DTSTART:20260601", "RRULE:RSCALE=CHINESE;FREQ=YEARLY"],
            "line 9: rules of other calendars than the Gregorian are not understood: 'RSCALE=CHINESE'"
        ),
        (["DTSTART"], "line 8: DTSTART has no value: a ':' is missing"),
        (["DTSTART;TZID=\"Europe"], "line 8: a quote in DTSTART does not end"),
    ]) func `a broken event is told with its line, and the others are read`(lines: [String], problem: String) throws {
        let calendar = try Reading.calendar(
            ["BEGIN:VEVENT", "UID:1", "SUMMARY:a", "LOCATION:b"] + lines
                + ["END:VEVENT", "BEGIN:VEVENT", "UID:2", "DTSTART:20260601T090000Z", "END:VEVENT"]
        )
        #expect(calendar.problems == [problem] && calendar.problemCount == 1)
        #expect(starts(calendar, in: .utc) == ["2026-06-01 09:00"])
    }

    @Test(arguments: [
        ("\n<!DOCTYPE html>\n<html><body>Log in</body></html>", "this is a web page (HTML), not a calendar"),
        ("<?xml version=\"1.0\"?><multistatus/>", "this is XML, not a calendar"),
        ("BEGIN:VCARD\nEND:VCARD", "this is an address book (vCard), not a calendar"),
        (" \r\n", "this is empty, not a calendar"),
        ("{\"error\": 404}", "this is not a calendar: there is no BEGIN:VCALENDAR in it"),
        (
            String(repeating: "BEGIN:VCALENDAR\n", count: 20),
            "line 17: components are more than 16 deep in each other, as in no calendar"
        ),
    ]) func `what is no calendar is told what it is`(text: String, sentence: String) {
        let error = #expect(throws: CalendarError.self) { try CalendarFile(Array(text.utf8)) }
        #expect(error?.description == sentence)
    }

    @Test func `a file that ends early has the events before its end`() throws {
        let calendar = try CalendarFile(
            Array(
                """
                BEGIN:VCALENDAR
                BEGIN:VEVENT
                UID:1
                DTSTART:20260601T090000Z
                END:VEVENT
                BEGIN:VEVENT
                UID:2
                DTSTART:20260602T0900
                """.utf8)
        )
        #expect(
            calendar.problems == [
                "line 6: VEVENT begins here and does not end", "line 1: VCALENDAR begins here and does not end",
            ]
        )
        #expect(starts(calendar, in: .utc) == ["2026-06-01 09:00"])
    }

    @Test func `20 problems are kept, and all are counted`() throws {
        let event = ["BEGIN:VEVENT", "DTSTART:never", "END:VEVENT"]
        let calendar = try Reading.calendar(Array((0..<30).map { _ in event }.joined()))
        #expect(calendar.problems.count == 20 && calendar.problemCount == 30 && calendar.count == 0)
    }
}
