import ArgumentParser
import TestSupport
import Testing
import Tracking

@testable import tagalong

/// `remind calendar`: what is asked for, and what is said of the answer.
struct RemindCalendarTests {
    @Test(arguments: [
        ["sam"], ["sam", "--remove"], ["sam", "--url-file", "f"],
        ["sam", "--caldav", "https://h", "--user", "u", "--password-file", "f"],
    ])
    func `a calendar is asked for, connected or forgotten`(words: [String]) throws {
        #expect(try RemindCalendar.parse(words).owner == "sam")
    }

    @Test(arguments: [
        [], [""], ["sam", "--remove", "--url-file", "f"], ["sam", "--caldav", "https://h"],
        ["sam", "--user", "u"], ["sam", "--caldav", "https://h", "--user", "u"],
        ["sam", "--url-file", "f", "--password-file", "f"],
        ["sam", "--url-file", "f", "--caldav", "https://h", "--user", "u", "--password-file", "f"],
    ])
    func `what goes not together is refused`(words: [String]) {
        #expect(throws: (any Error).self) { try RemindCalendar.parse(words) }
    }

    @Test(arguments: [
        (#"{"owner":"sam","connected":false}"#, "sam: no calendar is connected\n"),
        (
            #"{"owner":"sam","connected":true,"kind":"address","host":"h.example.org","events":3}"#,
            "sam: a calendar at h.example.org is connected\n  events in the next fortnight: 3\n"
        ),
        (
            #"{"owner":"sam","connected":true,"kind":"caldav","host":"h","trouble":"h forbids"}"#,
            "sam: CalDAV at h is connected\n  it cannot be read: h forbids\n"
        ),
        (
            #"{"owner":"sam","connected":true,"kind":"administrator","last_success":"2026-05-01T09:00:00Z"}"#,
            "sam: a calendar of facts.yaml is connected\n  last read: 2026-05-01T09:00:00Z\n"
        ),
    ])
    func `how it is with it is said in lines`(answer: String, lines: String) throws {
        #expect(try CalendarStatus(Array(answer.utf8), of: Name("sam")).text == lines)
    }

    @Test(arguments: [
        #"{"owner":"sam","connected":false}"#, #"{"owner":"sam","connected":true,"kind":"administrator"}"#,
        """
        {"owner":"sam","connected":true,"kind":"caldav","host":"h","updated":"2026-05-01T09:00:00.000Z",\
        "last_success":"2026-05-01T09:00:00.000Z","last_failure":"2026-05-01T09:00:00.000Z","trouble":"h forbids",\
        "next_try":"2026-05-01T09:15:00.000Z","refresh_s":900,"events":0}
        """,
    ])
    func `for programs it is one object on one line, as its schema says`(answer: String) throws {
        #expect(try RemindCalendar.parse(["sam", "--json"]).output.json)
        let line = try CalendarStatus(Array(answer.utf8), of: Name("sam")).json.line
        #expect(line == answer)
        #expect(try OutputSchema(of: "remind-calendar").errors(in: line + "\n") == [])
    }

    @Test(arguments: ["", "[]", "{}", #"{"connected":1}"#])
    func `what says nothing of a calendar is an error, and no calendar that is not there`(answer: String) {
        #expect(throws: CommandFailure.self) { try CalendarStatus(Array(answer.utf8), of: Name("sam")) }
    }
}
