import Calendars
import CivilTime
import Testing
import Tracking

/// The calendars of one person, as a CalDAV server gives them: a text for each event.
struct SeveralTextsTests {
    private static let from = Reading.moment("20260601T000000"), to = Reading.moment("20260701T000000")

    private static func text(_ lines: String...) -> [UInt8] {
        let all = ["BEGIN:VCALENDAR", "VERSION:2.0"] + lines + ["END:VCALENDAR", ""]
        return Array(all.joined(separator: "\r\n").utf8)
    }

    private static func event(_ start: String, _ rule: String?) -> [UInt8] {
        text(
            "BEGIN:VEVENT", "UID:1", "SUMMARY:Tick", start, rule.map { "RRULE:\($0)" } ?? "TRANSP:OPAQUE", "END:VEVENT"
        )
    }

    /// One that takes all that an event may.
    private static let hungry = event("DTSTART:19700101T000000Z", "FREQ=SECONDLY;BYSECOND=1,2,3;COUNT=1000000000")
    private static let weekly = event("DTSTART:20260604T080000Z", "FREQ=WEEKLY;COUNT=2")
    private static let once = event("DTSTART:20260603T100000Z", nil)
    /// One at 9:00 in a zone of its own, an hour ahead of UTC, whose rule has to be followed.
    private static let zoned = text(
        "BEGIN:VTIMEZONE", "TZID:A zone of our own", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0100",
        "TZOFFSETTO:+0100", "RRULE:FREQ=YEARLY", "END:STANDARD", "END:VTIMEZONE", "BEGIN:VEVENT", "UID:2",
        "DTSTART;TZID=A zone of our own:20260602T090000", "END:VEVENT"
    )

    private func read(_ texts: [[UInt8]], isEnded: () -> Bool = { false }) throws -> Agenda? {
        try Agenda(reading: texts, from: Self.from, to: Self.to, floating: .utc, isEnded: isEnded)
    }

    @Test func `a text for each event says what one for all does`() throws {
        let agenda = try #require(try read([Self.weekly, Self.zoned, Self.once]))
        #expect(
            Reading.starts(agenda) == ["2026-06-02 08:00", "2026-06-03 10:00", "2026-06-04 08:00", "2026-06-11 08:00"]
        )
        #expect(agenda.from == Self.from && agenda.to == Self.to && agenda.problems == [])
        let none = try #require(try read([]))
        #expect(none.occurrences.isEmpty && none.to == Self.to)
    }

    @Test func `they take together as much work as one may`() throws {
        let some = Array(repeating: Self.hungry, count: 5)
        let enough = try #require(try read(some + [Self.weekly, Self.zoned, Self.once]))
        #expect(enough.occurrences.count == 4 && enough.problems.count == 5)
        let many = Array(repeating: Self.hungry, count: 1000)
        let agenda = try #require(try read(many + [Self.weekly, Self.zoned, Self.once]))
        // What takes no work is there; the zone is not known any more, and its time is read as a local one.
        #expect(Reading.starts(agenda) == ["2026-06-02 09:00", "2026-06-03 10:00"])
        #expect(agenda.problems.count == CalendarFile.mostProblems)
    }

    @Test func `a zone that each of many texts has is followed once`() throws {
        // To follow it for each would take more than there is for all.
        let rule = "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH"
        func text(_ number: Int) -> [UInt8] {
            let hour = number % 24 < 10 ? "0\(number % 24)" : "\(number % 24)"
            return Self.text(
                "X-NUMBER:\(number)", "BEGIN:VTIMEZONE", "TZID:Customized Time Zone", "BEGIN:STANDARD",
                "DTSTART:16010101T030000", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100", "\(rule)=10", "END:STANDARD",
                "BEGIN:DAYLIGHT", "DTSTART:16010101T020000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200", "\(rule)=3",
                "END:DAYLIGHT", "END:VTIMEZONE", "BEGIN:VEVENT", "UID:\(number)",
                "DTSTART;TZID=Customized Time Zone:20260610T\(hour)0000", "RRULE:FREQ=DAILY;COUNT=2", "END:VEVENT"
            )
        }
        let agenda = try #require(try read((0..<1000).map(text)))
        #expect(agenda.occurrences.count == 2000 && agenda.problems == [])
    }

    @Test func `they have together as many times of events as one may`() throws {
        let texts = Array(repeating: Self.event("DTSTART:19700101T000000Z", "FREQ=SECONDLY"), count: 30)
        let agenda = try #require(try read(texts))
        #expect(agenda.to == Self.from.advanced(by: .seconds(Agenda.mostOccurrences / 30)))
        #expect(agenda.occurrences.count == Agenda.mostOccurrences / 30 * 30)
    }

    @Test func `nothing more is read once nobody waits for it`() throws {
        var asked = 0
        let agenda = try read(Array(repeating: Self.once, count: 10)) {
            asked += 1
            return asked > 3
        }
        #expect(agenda == nil && asked == 4)
        #expect(throws: CalendarError.webPage) { try read([Self.once, Array("<html>".utf8)]) }
    }
}
