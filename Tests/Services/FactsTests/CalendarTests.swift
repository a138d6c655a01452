import Foundation
import Reminders
import ServerSupport
import Settings
import TestSupport
import Testing
import Tracking

@testable import Facts

/// Calendars by address, by file and by CalDAV's answers.
struct CalendarTests {
    private static let now = OpenMeteoServiceTests.noon
    private static let text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n"

    /// What a service knows of a calendar once it has tried.
    private func known(_ place: CalendarPlace) async throws -> (Known<[[UInt8]]>, [SourceStatus]) {
        let service = FactService(
            FactConfiguration(), clock: ManualClock(at: Self.now), generator: SeededGenerator(seed: 1), logger: .silent
        )
        let running = Task { try await service.run() }
        await service.setCalendars(["sam": place])
        await service.setNeeds([.calendar("sam")])
        try await eventually { await service.statuses.first?.fetches == 1 }
        running.cancel()
        try await running.value
        return (await service.calendar("sam"), await service.statuses)
    }

    @Test func `a calendar is fetched with the password of its address, which is told nobody`() async throws {
        try await withTestWebServer(reply: { request, _ in
            var reply = TestWebServer.Reply(request.headers["authorization"] == "Basic c2FtOnMzY3IzdA==" ? 200 : 401)
            reply.body = Array(Self.text.utf8)
            return reply
        }) { server in
            let host = server.url.dropFirst(7)
            let address = SecretText("http://sam:s3cr3t@\(host)/private/token/basic.ics")
            let place = try CalendarPlace(address: address, isTrusted: true)
            let (known, _) = try await known(place)
            #expect(known.value == [Array(Self.text.utf8)])
            var shown = ""
            dump(place, to: &shown)
            #expect(!"\(place) \(shown)".contains("s3cr3t") && !"\(place) \(shown)".contains("token"))
            let wrong = SecretText("http://sam:other@\(host)/private/token/basic.ics")
            let (unknown, statuses) = try await self.known(try CalendarPlace(address: wrong, isTrusted: true))
            let sentence = "127.0.0.1 asks for a key or password, or does not take the one that it gets"
            #expect(unknown == .failing(sentence))
            #expect(statuses.map(\.trouble) == [sentence])
        }
    }

    @Test func `what a user has named leads nowhere into this network`() async throws {
        try await withTestWebServer(reply: { _, _ in TestWebServer.Reply() }) { server in
            let place = try CalendarPlace(address: SecretText("\(server.url)/x.ics"))
            #expect(try await known(place).0.value == nil)
            #expect(server.requests.isEmpty)
        }
    }

    @Test(arguments: ["ftp://h/x", "file:///etc/passwd", "", "h/x.ics", "https:///x", "javascript:1"])
    func `what is no address of the web is no calendar's`(address: String) {
        #expect(throws: CalendarPlace.Invalid.self) { try CalendarPlace(address: SecretText(address)) }
    }

    @Test(arguments: [
        "http://sam:x@dav.example/", "http://sam@10.0.0.2/", "http://:x@127.evil.example/",
        "http://sam:x@127.0.0.1.example/", "http://sam:x@localhost.example/",
    ])
    func `no password goes to another machine without encryption`(address: String) throws {
        let error = #expect(throws: CalendarPlace.Invalid.self) {
            try CalendarPlace(address: SecretText(address), isTrusted: true)
        }
        let sentence = error?.description ?? ""
        #expect(sentence.contains("https:// is expected") && !sentence.contains("@"))
        let url = try #require(FactAddress.parts(address)).url
        #expect(throws: CalendarPlace.Invalid.self) {
            try CalendarPlace(calDAV: url, user: "sam", password: SecretText("x"), isTrusted: true)
        }
    }

    @Test(arguments: ["https://dav.example/", "http://127.0.0.1:5232/", "http://localhost/", "http://[::1]:5232/"])
    func `a password goes over https, and to this machine`(url: String) throws {
        _ = try CalendarPlace(calDAV: url, user: "sam", password: SecretText("x"), isTrusted: true)
        let address = url.replacing("://", with: "://sam:x@")
        #expect(try CalendarPlace(address: SecretText(address), isTrusted: true).isTrusted)
    }

    @Test func `an address without a password may be one of http`() throws {
        let place = try CalendarPlace(address: SecretText("http://nas.example/x.ics"), isTrusted: true)
        #expect(place.origin == "address http://nas.example/x.ics  ")
    }

    @Test func `webcal is https`() { #expect(FactAddress.parts("webcal://h/x.ics")?.url == "https://h/x.ics") }

    @Test func `a page in place of a calendar is said to be one`() async throws {
        try await withTestWebServer(reply: { _, _ in
            var reply = TestWebServer.Reply()
            (reply.headers, reply.body) = ([("Content-Type", "text/html; charset=utf-8")], Array("<html>".utf8))
            return reply
        }) { server in
            let place = try CalendarPlace(address: SecretText("\(server.url)/x.ics"), isTrusted: true)
            #expect(try await known(place).0 == .failing("127.0.0.1 answers with a web page"))
        }
        #expect(throws: FactError.self) { try CalendarSource.calendar(Array("BEGIN:VCARD".utf8)) }
        #expect(try CalendarSource.calendar([0xEF, 0xBB, 0xBF] + Array(Self.text.utf8)) == Array(Self.text.utf8))
    }

    @Test func `a file is read, and one that is not there is told`() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "facts-\(UUID().uuidString).ics").path
        try Self.text.write(toFile: path, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(try await known(CalendarPlace(file: path)).0.value == [Array(Self.text.utf8)])
        #expect(try await known(CalendarPlace(file: path + ".none")).0.value == nil)
    }

    @Test(arguments: [
        "", "<", "<a>", "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>", String(repeating: "<a>", count: 100),
        "<a></b>", "\u{0}",
    ])
    func `what is no WebDAV answer is refused`(text: String) { #expect(DAVElement.read(Array(text.utf8)) == nil) }

    @Test func `a CalDAV server of this network leads no farther into it`() throws {
        let parts = try #require(FactAddress.parts("http://127.0.0.1:5232/"))
        let places = [("/home/", false), ("http://127.0.0.1:5232/h/", false), ("http://127.0.0.1:9200/", true)]
        for (place, isPublicOnly) in places {
            var walk = CalDAVWalk(parts, isPublicOnly: false, at: Self.now)
            #expect(!walk.request.isPublicOnly)
            let answer = """
                <multistatus xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><response><href>/</href><propstat><prop>
                <C:calendar-home-set><href>\(place)</href></C:calendar-home-set></prop>
                <status>HTTP/1.1 200 OK</status></propstat></response></multistatus>
                """
            let reply = FactReply(status: 207, body: Array(answer.utf8), url: parts.url)
            #expect(try walk.receive(reply, at: Self.now) == nil)
            #expect(walk.request.isPublicOnly == isPublicOnly, "\(place)")
        }
    }

    @Test(arguments: [
        ("https://caldav.icloud.com/", "https://p42-caldav.icloud.com:443/1/calendars/", true),
        ("https://caldav.icloud.com/", "https://p42-caldav.icloud.com.evil.example/", false),
        ("https://caldav.icloud.com/", "https://evil-icloud.com/", false),
        ("https://caldav.icloud.com/", "https://p42-caldav.icloud.com:8443/", false),
        ("https://dav.example/", "https://p42-caldav.icloud.com/", false),
        ("https://caldav.example.co.uk/", "https://evil.co.uk/", false),
        ("https://sam.example.org/", "https://kim.example.org/", false),
    ])
    func `the password goes on to hosts of the same service, and where it does not the error says so`(
        url: String, home: String, goesAlong: Bool
    ) throws {
        var parts = try #require(FactAddress.parts(url))
        (parts.user, parts.password) = ("sam", "x")
        var walk = CalDAVWalk(parts, isPublicOnly: true, at: Self.now)
        let answer = """
            <multistatus xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><response><href>/</href><propstat><prop>
            <C:calendar-home-set><href>\(home)</href></C:calendar-home-set></prop>
            <status>HTTP/1.1 200 OK</status></propstat></response></multistatus>
            """
        #expect(try walk.receive(FactReply(status: 207, body: Array(answer.utf8), url: url), at: Self.now) == nil)
        #expect((walk.request.authorization != nil) == goesAlong && walk.request.isPublicOnly)
        let error = #expect(throws: FactError.self) {
            try walk.receive(FactReply(status: 401, url: home), at: Self.now)
        }
        let (named, other) = (FactAddress.host(url), FactAddress.host(home))
        let sentence =
            goesAlong
            ? "\(other) asks for a key or password, or does not take the one that it gets"
            : "\(named) leads on to \(other), which asks for a password, and the one for \(named) goes to no other server: "
                + "connect the address at \(other)"
        #expect(error?.description == sentence)
        var request = FactRequest(.get, url)
        request.authorization = parts.authorization
        try request.move(to: home, status: 302)
        #expect((request.authorization != nil) == goesAlong && request.isPublicOnly)
    }

    @Test func `the password of a CalDAV user goes to no other server`() throws {
        var parts = try #require(FactAddress.parts("https://dav.example/"))
        (parts.user, parts.password) = ("sam", "x")
        var walk = CalDAVWalk(parts, isPublicOnly: true, at: Self.now)
        #expect(walk.request.authorization == "Basic c2FtOng=" && walk.request.isPublicOnly)
        let answer = """
            <multistatus xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><response><href>/</href><propstat><prop>
            <C:calendar-home-set><href>https://evil.example/home/</href></C:calendar-home-set></prop>
            <status>HTTP/1.1 200 OK</status></propstat></response></multistatus>
            """
        let reply = FactReply(status: 207, body: Array(answer.utf8), url: "https://dav.example/")
        #expect(try walk.receive(reply, at: Self.now) == nil)
        #expect(walk.request.url == "https://evil.example/home/" && walk.request.authorization == nil)
        #expect(walk.request.headers["Depth"] == "1" && walk.request.isPublicOnly)
    }
}
