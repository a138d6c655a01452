import Access
import Facts
import ServerSupport
import TestSupport
import Testing
import Tracking

@testable import API
@testable import Console
@testable import Web

/// Who has done what with the reminders and the calendar of somebody else.
@Suite(.timeLimit(.minutes(30)))
struct ReminderAuditTests {
    private static let events: [AuditEntry.Event] = [
        .reminderAnswered, .reminderChanged, .reminderDeleted, .calendarConnected, .calendarForgotten,
    ]

    /// What is noted of that, oldest first, as `ACCOUNT EVENT ADDRESS TIMES`.
    private static func noted(_ console: ConsoleBench) throws -> [String] {
        try console.access.audit(limit: 100).reversed().filter { events.contains($0.event) }
            .map { "\($0.account ?? "") \($0.event.rawValue) \($0.source ?? "") \($0.count)" }
    }

    /// Makes a reminder that is told, puts it off, dismisses it, switches it off and deletes it.
    private static func useUp(_ path: String, _ console: ConsoleBench, _ headers: [String: String]) async throws {
        let made = try await console.send("PUT", path, json: ConsoleBench.alwaysHeld, headers: headers)
        #expect(made.status == 201, "\(made.text)")
        try await eventually {
            let state = try await console.get(path, headers: headers).object["state"] as? [String: Any]
            return state?["told"] != nil
        }
        for (method, ending, body) in [
            ("POST", "/snooze", #"{"for_s":600}"#), ("POST", "/dismiss", "{}"), ("PATCH", "", #"{"enabled":false}"#),
        ] {
            let answer = try await console.send(method, path + ending, json: body, headers: headers)
            #expect(answer.status == 200, "\(answer.text)")
        }
        #expect(try await console.send("DELETE", path, headers: headers).status == 204)
    }

    @Test func `what others do with reminders is noted, within an hour once, and what their owner does is not`()
        async throws
    {
        try await withConsole { console in
            _ = try console.protect()
            let (sam, kim) = (try console.person("sam"), try console.person("kim", "sam=command"))
            try await Self.useUp("/api/v1/reminders/sam/own", console, sam)
            #expect(try Self.noted(console) == [])
            try await Self.useUp("/api/v1/reminders/sam/others", console, kim)
            #expect(
                try Self.noted(console) == [
                    "kim reminder-changed 127.0.0.1 2", "kim reminder-answered 127.0.0.1 2",
                    "kim reminder-deleted 127.0.0.1 1",
                ])
            // What was refused has not been done.
            let path = "/api/v1/reminders/sam/others"
            #expect(try await console.send("DELETE", path, headers: kim).status == 404)
            #expect(try await console.send("POST", "\(path)/dismiss", json: "{}", headers: kim).status == 404)
            let named = try await console.send(
                "POST", "/api/v1/reminders/sam", json: ConsoleBench.alwaysHeld, headers: kim)
            #expect(named.status == 201, "\(named.text)")
            #expect(try Self.noted(console).map { $0.split(separator: " ").last } == ["3", "2", "1"])
        }
    }

    @Test func `an administrator who connects or forgets somebody's calendar is noted`() async throws {
        let calendar = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:test", "BEGIN:VEVENT", "UID:1", "DTSTAMP:20200101T000000Z",
            "DTSTART:20200101T120000Z", "SUMMARY:Lunch", "END:VEVENT", "END:VCALENDAR", "",
        ].joined(separator: "\r\n")
        var reply = TestWebServer.Reply(200)
        reply.body = Array(calendar.utf8)
        let answer = reply
        try await withTestWebServer(reply: { _, _ in answer }) { server in
            let service = FactService(FactConfiguration(), clock: WallClock(), logger: .silent)
            var desk = FactDesk(service, FactConfiguration())
            desk.trustsAddresses = true
            try await withConsole(facts: desk) { console in
                let (boss, sam) = (try console.protect(), try console.person("sam"))
                let (path, body) = ("/api/v1/calendars/sam", #"{"url":"\#(server.url)/t0ken.ics"}"#)
                #expect(try await console.send("PUT", path, json: body, headers: sam).status == 200)
                #expect(try Self.noted(console) == [])
                #expect(try await console.send("PUT", path, json: body, headers: boss).status == 200)
                #expect(try await console.send("DELETE", path, headers: boss).status == 204)
                #expect(try await console.send("DELETE", path, headers: boss).status == 404)
                let first = Account.first
                #expect(
                    try Self.noted(console) == [
                        "\(first) calendar-connected 127.0.0.1 1", "\(first) calendar-forgotten 127.0.0.1 1",
                    ])
            }
        }
    }
}
