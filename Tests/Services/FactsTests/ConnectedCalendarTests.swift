import ServerSupport
import Settings
import TestSupport
import Testing
import Tracking

@testable import Facts

/// Calendars that people connect: as they are kept, and tried before.
struct ConnectedCalendarTests {
    private static let text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n"
    private static let address = ConnectedCalendar(address: SecretText("https://u:s3cr3t@cal.example.org/t0ken.ics"))
    private static let calDAV = ConnectedCalendar(
        calDAV: SecretText("https://dav.example.org/"), user: "sam", password: SecretText("s3cr3t"))

    private static func service(budget: Int? = nil) -> FactService {
        var configuration = FactConfiguration()
        if let budget { configuration.budget = budget }
        return FactService(configuration, clock: ManualClock(), generator: SeededGenerator(seed: 1), logger: .silent)
    }

    @Test(arguments: [(address, "address", "cal.example.org"), (calDAV, "caldav", "dav.example.org")])
    func `one is kept and read again, and shows but its kind and host`(
        calendar: ConnectedCalendar, kind: String, host: String
    ) throws {
        #expect(ConnectedCalendar(decoding: calendar.encoded()) == calendar)
        #expect(calendar.kind.rawValue == kind && calendar.host == host)
        var shown = ""
        dump(calendar, to: &shown)
        #expect(!"\(calendar) \(shown)".contains("s3cr3t") && !"\(calendar) \(shown)".contains("t0ken"))
        #expect(try !calendar.place().isTrusted)
        #expect(try calendar.place(isTrusted: true).isTrusted)
    }

    @Test(arguments: ["", "{}", "[]", #"{"url":7}"#, #"{"caldav":"https://h","user":"u"}"#])
    func `what nobody has kept is none`(text: String) {
        #expect(ConnectedCalendar(decoding: Array(text.utf8)) == nil)
    }

    @Test(arguments: ["http://h.example.org/x.ics", "ftp://h/x", "file:///etc/passwd", "", "x.ics"])
    func `what is not encrypted, or no address of the web, is refused`(address: String) {
        let calendar = ConnectedCalendar(address: SecretText(address))
        let error = #expect(throws: CalendarPlace.Invalid.self) { try calendar.place() }
        #expect(error?.description.contains("https://") == true)
    }

    @Test func `webcal is taken`() throws {
        let calendar = ConnectedCalendar(address: SecretText("webcal://h.example.org/x.ics"))
        #expect(try calendar.place() == CalendarPlace(address: SecretText("https://h.example.org/x.ics")))
    }

    @Test func `one is tried once, and its bytes count`() async throws {
        try await withTestWebServer(reply: { _, number in
            var reply = TestWebServer.Reply(number == 0 ? 200 : 404)
            reply.body = Array(Self.text.utf8)
            return reply
        }) { server in
            let service = Self.service()
            let calendar = ConnectedCalendar(address: SecretText("\(server.url)/x.ics"))
            let place = try calendar.place(isTrusted: true)
            #expect(try await service.fetchOnce(place) == [Array(Self.text.utf8)])
            #expect(await service.bytes.used == Self.text.utf8.count)
            let error = await #expect(throws: FactError.self) { try await service.fetchOnce(place) }
            #expect(error?.description == "127.0.0.1 has nothing at this address (status 404)")
            // It is no source of anybody's.
            #expect(await service.statuses.isEmpty)
        }
    }

    @Test func `two are tried at once and no more`() async throws {
        try await withTestWebServer(reply: { _, _ in
            var reply = TestWebServer.Reply()
            reply.isSilent = true
            return reply
        }) { server in
            let service = Self.service(budget: 100 << 20)
            let place = try ConnectedCalendar(address: SecretText("\(server.url)/x.ics")).place(isTrusted: true)
            let waiting = (0..<FactService.mostTrials).map { _ in Task { try await service.fetchOnce(place) } }
            try await eventually { server.requests.count == FactService.mostTrials }
            let error = await #expect(throws: FactError.self) { try await service.fetchOnce(place) }
            #expect(error?.retryAfter == .seconds(10))
            for one in waiting { one.cancel() }
            for one in waiting { _ = await one.result }
            #expect(server.requests.count == FactService.mostTrials)
        }
    }

    @Test func `when the bytes of the day are used up none is tried`() async throws {
        try await withTestWebServer(reply: { _, _ in TestWebServer.Reply() }) { server in
            let calendar = ConnectedCalendar(address: SecretText("\(server.url)/x.ics"))
            let place = try calendar.place(isTrusted: true)
            let error = await #expect(throws: FactError.self) {
                try await Self.service(budget: 100).fetchOnce(place)
            }
            #expect(error?.retryAfter != nil)
            #expect(server.requests.isEmpty)
        }
    }
}
