import Calendars
import CivilTime
import Testing
import Tracking

/// Calendars and agendas as the tests of this folder write them.
enum Reading {
    static let newYork = zone("America/New_York")
    static let berlin = zone("Europe/Berlin")

    static func zone(_ name: String) -> Zone {
        do { return try ZoneDatabase().zone(named: name) } catch {
            Issue.record("\(error)")
            return .utc
        }
    }

    /// A file of one VCALENDAR with some lines in it.
    static func calendar(_ lines: [String], end: String = "\r\n") throws -> CalendarFile {
        let all = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Tagalong//Tests//EN"] + lines + ["END:VCALENDAR", ""]
        return try CalendarFile(Array(all.joined(separator: end).utf8))
    }

    /// A file of one event.
    static func event(_ lines: String...) throws -> CalendarFile {
        try calendar(["BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z", "SUMMARY:Event"] + lines + ["END:VEVENT"])
    }

    /// A moment in UTC as calendars write it, such as `19970902T130000`.
    static func moment(_ text: some StringProtocol) -> Timestamp {
        let digits = text.filter(\.isNumber).map { $0.wholeNumberValue ?? 0 }
        func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
        guard digits.count == 14, let date = CivilDate(year: number(0..<4), month: number(4..<6), day: number(6..<8)),
            let time = ClockTime(hour: number(8..<10), minute: number(10..<12), second: number(12..<14))
        else {
            Issue.record("no moment: \(text)")
            return Timestamp(milliseconds: 0)
        }
        return Zone.utc.moment(of: CivilDateTime(date: date, time: time))
    }

    /// What there is from one moment in UTC to another.
    static func agenda(_ calendar: CalendarFile, _ from: String, _ to: String, in zone: Zone = .utc) -> Agenda {
        calendar.occurrences(from: moment(from), to: moment(to), floating: zone)
    }

    /// When each begins, on the clocks of a zone: `2026-05-01 07:30`.
    static func starts(_ agenda: Agenda, in zone: Zone = .utc) -> [String] {
        agenda.occurrences.map { zone.civil(at: $0.start).description }
    }
}
