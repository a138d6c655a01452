import Calendars
import CivilTime
import Foundation
import Testing
import Tracking

/// Random rules and events against other libraries: `Golden/make.py` has made the files, and says how.
struct GoldenTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")

    private func lines(_ name: String) throws -> [Substring] {
        try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8).split(separator: "\n")
    }

    @Test func `rules have the times that dateutil finds`() throws {
        let lines = try lines("rules.txt")
        #expect(lines.count == 300)
        for line in lines {
            let words = line.split(separator: " ")
            let calendar = try Reading.event("DTSTART:\(words[0])Z", "RRULE:\(words[1])")
            let agenda = calendar.occurrences(
                from: Reading.moment(words[2]), to: Reading.moment(words[3]), floating: .utc
            )
            let expected = words.dropFirst(4).map { Reading.moment($0) }
            #expect(Array(agenda.occurrences.map(\.start).prefix(6)) == expected, "\(line)")
        }
    }

    @Test func `events have the times that recurring_ical_events finds`() throws {
        let calendar = try CalendarFile(Array(try Data(contentsOf: Self.folder.appending(path: "events.ics"))))
        let lines = try lines("agenda.txt")
        let span = lines[0].split(separator: " ")
        let agenda = calendar.occurrences(
            from: Reading.moment(span[0]), to: Reading.moment(span[1]), floating: Reading.berlin
        )
        func line(_ one: Occurrence) -> String {
            let ends = [one.start, one.end].map { moment in
                Zone.utc.civil(at: moment).description.filter { $0 != "-" && $0 != ":" }
            }
            return "\(ends.joined(separator: "/")) \(one.title)"
        }
        func line(_ text: Substring) -> String {
            let words = text.split(separator: " ", maxSplits: 2)
            let ends = words.prefix(2).map { Zone.utc.civil(at: Reading.moment($0)).description }
            return "\(ends.joined(separator: "/")) \(words[2])".filter { $0 != "-" && $0 != ":" }
        }
        #expect(agenda.problems == [])
        let (found, expected) = (Set(agenda.occurrences.map { line($0) }), Set(lines.dropFirst().map { line($0) }))
        #expect(found.subtracting(expected).sorted() == [])
        #expect(expected.subtracting(found).sorted() == [])
    }
}
