import Calendars
import CivilTime
import Reminders
import Testing
import Tracking

@testable import tagalong

/// What calendars say is read again when their texts change, and twice a day.
struct AgendaShelfTests {
    private static let start = Timestamp(milliseconds: 1_777_626_000_000)
    private static let text = Array("one".utf8)

    private static func after(hours: Int64) -> Timestamp { start.advanced(by: .seconds(hours * 3600)) }

    private static func agenda(_ hours: Int64...) -> Known<Agenda> {
        let occurrences = hours.map { hour in
            Occurrence(
                uid: "\(hour)", title: "Dentist", location: nil, start: after(hours: hour), end: after(hours: hour + 1),
                isAllDay: false, isBusy: true
            )
        }
        return .known(Agenda(from: start, to: after(hours: 16 * 24), occurrences: occurrences))
    }

    private static func shelf() -> AgendaShelf {
        var shelf = AgendaShelf()
        for name in ["sam", "kim"] { shelf.keep(agenda(1), of: [text], named: name, at: start) }
        return shelf
    }

    @Test func `it stands while the text stays the same`() {
        let shelf = Self.shelf()
        let now = Self.after(hours: 11)
        #expect(shelf.agenda(of: [Self.text], named: "sam", at: now) == Self.agenda(1))
        #expect(shelf.agenda(of: [Array("two".utf8)], named: "sam", at: now) == nil)
        #expect(shelf.agenda(of: [Self.text], named: "tom", at: now) == nil)
    }

    @Test func `it is read twice a day, and when the clock was set back`() {
        let shelf = Self.shelf()
        #expect(shelf.old(at: Self.after(hours: 1)) == [])
        #expect(shelf.old(at: Self.after(hours: 11)) == [])
        for hours: Int64 in [12, 30, -1] {
            let now = Self.after(hours: hours)
            #expect(shelf.old(at: now).sorted() == ["kim", "sam"])
            #expect(shelf.agenda(of: [Self.text], named: "sam", at: now) == nil)
        }
    }

    @Test func `a calendar that has moved leaves those of others as they are`() {
        var shelf = Self.shelf()
        shelf.forget("sam")
        #expect(shelf.events(named: "sam", at: Self.start) == nil)
        #expect(shelf.events(named: "kim", at: Self.start) == 1)
        shelf.keepOnly([.calendar("sam")])
        #expect(shelf.events(named: "kim", at: Self.start) == nil)
    }

    @Test func `events of the next fortnight are counted, what is over is not`() {
        var shelf = AgendaShelf()
        shelf.keep(Self.agenda(-3, 0, 14 * 24 - 1, 14 * 24), of: [Self.text], named: "sam", at: Self.start)
        #expect(shelf.events(named: "sam", at: Self.start) == 2)
        #expect(shelf.events(named: "sam", at: Self.after(hours: 1)) == 2)
        shelf.keep(.failing("it cannot be read"), of: [Self.text], named: "sam", at: Self.start)
        #expect(shelf.events(named: "sam", at: Self.start) == nil)
    }

    @Test func `texts are read for a day before and sixteen after, and what is no calendar fails`() throws {
        let lines = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//tests//EN", "BEGIN:VEVENT", "UID:1",
            "DTSTAMP:20260101T000000Z", "DTSTART:20260501T100000Z", "DTEND:20260501T110000Z", "SUMMARY:Dentist",
            "END:VEVENT", "END:VCALENDAR", "",
        ]
        let text = Array(lines.joined(separator: "\r\n").utf8)
        guard case .known(let agenda)? = AgendaShelf.read([text], at: Self.start, in: .utc) else {
            Issue.record("it was not read")
            return
        }
        #expect(agenda.occurrences.map(\.title) == ["Dentist"])
        #expect(agenda.from == Self.after(hours: -24) && agenda.to == Self.after(hours: 16 * 24))
        guard case .failing? = AgendaShelf.read([Array("<html>".utf8)], at: Self.start, in: .utc) else {
            Issue.record("a page was read as a calendar")
            return
        }
    }
}
