import Access
import Facts
import Reminders
import ServerSupport
import Settings
import Store
import TestSupport
import Testing
import Tracking

@testable import API
@testable import Console
@testable import Web

/// Calendars that people connect over HTTP.
@Suite(.timeLimit(.minutes(30)))
struct CalendarRoutesTests {
    private static let path = "/api/v1/calendars/sam"
    /// One with an event each day.
    private static let daily = [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:test", "BEGIN:VEVENT", "UID:1", "DTSTAMP:20200101T000000Z",
        "DTSTART:20200101T120000Z", "RRULE:FREQ=DAILY", "SUMMARY:Lunch", "END:VEVENT", "END:VCALENDAR", "",
    ].joined(separator: "\r\n")

    /// A desk that takes calendars of this machine, where the tests have theirs.
    private static func desk(trusts: Bool = true) -> FactDesk {
        let service = FactService(FactConfiguration(), clock: WallClock(), logger: .silent)
        var desk = FactDesk(service, FactConfiguration())
        desk.trustsAddresses = trusts
        return desk
    }

    private static func reply(_ text: String, _ status: Int = 200) -> TestWebServer.Reply {
        var reply = TestWebServer.Reply(status)
        reply.body = Array(text.utf8)
        return reply
    }

    @Test func `one is connected once it was read, shown without its address, and forgotten`() async throws {
        try await withTestWebServer(reply: { _, _ in Self.reply(Self.daily) }) { server in
            try await withConsole(facts: Self.desk()) { console in
                let check = SchemaCheck(document: try await console.get("/api/v1/openapi.json").object)
                let before = try await console.get(Self.path)
                #expect(try check.errors("GET", "/api/v1/calendars/{owner}", before) == [])
                #expect(try before.object["connected"] as? Bool == false)
                let body = #"{"url":"\#(server.url)/t0ken.ics"}"#
                let connected = try await console.send("PUT", Self.path, json: body)
                #expect(connected.status == 200, "\(connected.text)")
                #expect(try check.errors("PUT", "/api/v1/calendars/{owner}", connected) == [])
                let answer = try connected.object
                #expect(answer["connected"] as? Bool == true && answer["kind"] as? String == "address")
                #expect(answer["host"] as? String == "127.0.0.1" && answer["events"] as? Int == 14)
                #expect(server.requests.map(\.path) == ["/t0ken.ics"])
                let row = try #require(try console.store.calendar(of: Name("sam")))
                #expect(ConnectedCalendar(decoding: row.place)?.host == "127.0.0.1")
                let after = try await console.get(Self.path)
                #expect(try check.errors("GET", "/api/v1/calendars/{owner}", after) == [])
                #expect(try after.object["connected"] as? Bool == true)
                let facts = try await console.get("/api/v1/facts")
                #expect(try facts.object.list("sources").last?["source"] as? String == "sam")
                for shown in [connected, after, facts] { #expect(!shown.text.contains("t0ken")) }
                #expect(try await console.send("DELETE", Self.path).status == 204)
                #expect(try await console.send("DELETE", Self.path).status == 404)
                #expect(try await console.get(Self.path).object["connected"] as? Bool == false)
                #expect(try console.store.calendars().isEmpty)
            }
        }
    }

    @Test func `how it goes with one is shown`() async throws {
        try await withTestWebServer(reply: { _, _ in Self.reply("<html>") }) { server in
            let service = FactService(FactConfiguration(), clock: WallClock(), logger: .silent)
            let calendar = ConnectedCalendar(address: SecretText("\(server.url)/t0ken.ics"))
            await service.setCalendars(["sam": try calendar.place(isTrusted: true)])
            await service.setNeeds([.calendar("sam")])
            let running = Task { try await service.run() }
            try await eventually { await service.statuses.first?.failures == 1 }
            running.cancel()
            _ = await running.result
            try await withConsole(facts: FactDesk(service, FactConfiguration())) { console in
                let row = CalendarRow(owner: try Name("sam"), place: calendar.encoded(), updated: WallClock().now)
                try console.store.write { try $0.save(row) }
                let trouble = "127.0.0.1 answers with a web page"
                let answer = try await console.get(Self.path).object
                #expect(answer["trouble"] as? String == trouble && answer["last_failure"] != nil)
                #expect(answer["last_success"] == nil && answer["events"] == nil)
                let source = try await console.get("/api/v1/facts").object.list("sources").last
                #expect(source?["source"] as? String == "sam" && source?["trouble"] as? String == trouble)
                #expect(source?["failures"] as? Int == 1)
            }
        }
    }

    @Test(arguments: [
        ("<html>", 200), ("", 200), ("BEGIN:VCARD\r\nEND:VCARD\r\n", 200), ("gone", 404), ("who", 401),
    ])
    func `what is no calendar is not connected, and it is said why`(text: String, status: Int) async throws {
        try await withTestWebServer(reply: { _, _ in Self.reply(text, status) }) { server in
            try await withConsole(facts: Self.desk()) { console in
                let body = #"{"url":"\#(server.url)/t0ken.ics"}"#
                let answer = try await console.send("PUT", Self.path, json: body)
                #expect(answer.status == 422 && answer.text.contains("the calendar is not connected: "))
                #expect(!answer.text.contains("t0ken"))
                #expect(try console.store.calendars().isEmpty)
            }
        }
    }

    @Test(arguments: [
        "{}", "[]", #"{"url":""}"#, #"{"url":7}"#, #"{"url":"x.ics"}"#, #"{"url":"http://t0ken.example.org/"}"#,
        #"{"url":"https://h/","user":"t0ken"}"#, #"{"caldav":"https://h/","user":"t0ken"}"#,
        #"{"caldav":"https://h/","url":"https://h/t0ken","user":"u","password":"p"}"#,
        #"{"caldav":"https://h/","user":"u","password":"t0ken\n"}"#,
    ])
    func `what is no place of a calendar on the internet is refused without being asked for`(
        body: String
    ) async throws {
        try await withConsole(facts: Self.desk(trusts: false)) { console in
            let answer = try await console.send("PUT", Self.path, json: body)
            #expect(answer.status == 422, "\(answer.text)")
            #expect(!answer.text.contains("t0ken"))
            #expect(try console.store.calendars().isEmpty)
        }
    }

    @Test func `a calendar inside this network is not asked for`() async throws {
        try await withTestWebServer(reply: { _, _ in Self.reply(Self.daily) }) { server in
            try await withConsole(facts: Self.desk(trusts: false)) { console in
                let port = server.url.split(separator: ":").last ?? ""
                let body = #"{"url":"https://127.0.0.1:\#(port)/x.ics"}"#
                let refusal = try await console.send("PUT", Self.path, json: body)
                #expect(refusal.status == 422)
                #expect(server.requests.isEmpty)
            }
        }
    }

    @Test func `where nothing is fetched none is connected`() async throws {
        try await withConsole { console in
            let answer = try await console.send("PUT", Self.path, json: #"{"url":"https://h.example.org/x.ics"}"#)
            #expect(answer.status == 409)
            #expect(try await console.get(Self.path).status == 200)
        }
    }

    @Test func `an account has its own, tries so many, and sees nobody else's`() async throws {
        try await withTestWebServer(reply: { _, _ in Self.reply("<html>") }) { server in
            let rate = RequestRate(burst: 2, perSecond: 0.001)
            try await withConsole(facts: Self.desk(), configure: { $0.rates.calendarTrials = rate }) { console in
                try console.access.add(Name("sam"), isAdministrator: false, at: WallClock().now)
                let sam = try console.headers(of: "sam")
                let body = #"{"url":"\#(server.url)/x.ics"}"#
                for expected in [422, 422, 429] {
                    let answer = try await console.send("PUT", Self.path, json: body, headers: sam)
                    #expect(answer.status == expected, "\(answer.text)")
                }
                #expect(try await console.get(Self.path, headers: sam).status == 200)
                for method in ["GET", "DELETE"] {
                    let answer = try await console.send(method, "/api/v1/calendars/lee", headers: sam)
                    #expect(answer.status == 404)
                }
            }
        }
    }
}
