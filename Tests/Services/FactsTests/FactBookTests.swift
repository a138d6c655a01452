import Reminders
import Settings
import TestSupport
import Testing
import Tracking

@testable import Facts

/// What is fetched when, and what is believed how long, without a socket.
struct FactBookTests {
    private struct FakeWeather: FactSource {
        var name = "fake"
        var origin = "fake"
        var limits = FactLimits.weather

        func conversation(for need: Need, at now: Timestamp) -> (any Conversation)? {
            Question(request: FactRequest(.get, "https://weather.example/v1")) { body, now throws(FactError) in
                .forecast(try OpenMeteo.forecast(body, at: now))
            }
        }
    }

    private static let start = OpenMeteoServiceTests.noon
    private var generator = SeededGenerator(seed: 7)

    private static func reply(
        _ status: Int = 200, _ headers: [String: String] = [:], body: String = OpenMeteoServiceTests.answer
    ) -> FactReply {
        FactReply(status: status, headers: headers, body: Array(body.utf8), url: "https://weather.example/v1")
    }

    private static func book(budget: Int = 10 << 20) throws -> FactBook {
        var book = FactBook(FixedSources(weather: FakeWeather()), budget: budget)
        book.setNeeds([.weather(try OpenMeteoServiceTests.cell())], at: start)
        return book
    }

    /// Carries the one fetch that is due out; nil where none is.
    private mutating func fetch(_ book: inout FactBook, at now: Timestamp, _ reply: FactReply) -> Fetch? {
        guard var fetch = book.begin(at: now).first, let result = fetch.receive(reply, at: now) else { return nil }
        book.settle(fetch, result, at: now, using: &generator)
        return fetch
    }

    @Test func `nothing is fetched without a need, and nothing without a source`() throws {
        var book = FactBook(FixedSources(weather: FakeWeather()), budget: 10 << 20)
        #expect(book.begin(at: Self.start).isEmpty && book.wake(at: Self.start) == nil)
        var empty = FactBook(FixedSources(), budget: 10 << 20)
        let cell = try OpenMeteoServiceTests.cell()
        empty.setNeeds([.weather(cell)], at: Self.start)
        #expect(empty.begin(at: Self.start).isEmpty)
        #expect(
            empty.forecast(for: cell, at: Self.start)
                == .off
        )
    }

    @Test func `people of one area share a fetch`() throws {
        let here = try Coordinate(latitude: 52.51, longitude: 13.39),
            there = try Coordinate(latitude: 52.54, longitude: 13.42)
        #expect(Cell.weather(of: here) == Cell.weather(of: there))
        var book = FactBook(FixedSources(weather: FakeWeather()), budget: 10 << 20)
        book.setNeeds([.weather(.weather(of: here)), .weather(.weather(of: there))], at: Self.start)
        #expect(book.begin(at: Self.start).count == 1)
        #expect(book.begin(at: Self.start).isEmpty)
    }

    @Test(
        arguments: [
            (["cache-control": "public, max-age=7200"], 7200), (["cache-control": "max-age=7200", "age": "600"], 6600),
            (["cache-control": "max-age=1"], 600), (["cache-control": "no-store"], 600),
            (["cache-control": "max-age=99999999999"], 10_800), ([:], 3600), (["expires": "0"], 600),
            (["date": "Mon, 01 Jun 2026 12:00:00 GMT", "expires": "Mon, 01 Jun 2026 12:45:00 GMT"], 2700),
        ] as [([String: String], Int64)])
    func `a fact is kept as long as the server says, within bounds`(headers: [String: String], seconds: Int64) throws {
        var tests = self
        var book = try Self.book()
        _ = tests.fetch(&book, at: Self.start, Self.reply(200, headers))
        #expect(book.wake(at: Self.start) == Self.start.advanced(by: .seconds(seconds)))
        #expect(book.begin(at: Self.start.advanced(by: .seconds(seconds - 1))).isEmpty)
        #expect(book.begin(at: Self.start.advanced(by: .seconds(seconds))).count == 1)
    }

    @Test func `what has not changed is asked for by its validators, and counts on`() throws {
        var tests = self
        var book = try Self.book()
        let cell = try OpenMeteoServiceTests.cell()
        let modified = "Mon, 01 Jun 2026 11:00:00 GMT"
        _ = tests.fetch(&book, at: Self.start, Self.reply(200, ["etag": "\"a\"", "last-modified": modified]))
        let later = Self.start.advanced(by: .seconds(3600))
        let fetch = tests.fetch(&book, at: later, Self.reply(304, ["cache-control": "max-age=1800"], body: ""))
        #expect(fetch?.request.headers["If-None-Match"] == "\"a\"")
        #expect(fetch?.request.headers["If-Modified-Since"] == modified)
        let forecast = try #require(book.forecast(for: cell, at: later).value)
        #expect(forecast.issued == Self.start && forecast.expires == later.advanced(by: .seconds(1800)))
    }

    @Test
    func `a source that is down is tried later each time, up to an hour, and its fact is believed for the grace only`()
        throws
    {
        var tests = self
        var book = try Self.book()
        let cell = try OpenMeteoServiceTests.cell()
        _ = tests.fetch(&book, at: Self.start, Self.reply())
        var now = Self.start.advanced(by: .seconds(3600))
        var rests: [Int64] = []
        for _ in 0..<12 {
            #expect(tests.fetch(&book, at: now, Self.reply(500, body: "")) != nil)
            let next = try #require(book.wake(at: now))
            rests.append(now.duration(to: next).milliseconds / 1000)
            now = next
        }
        for (index, rest) in rests.enumerated() {
            let bound = min(3600, 30 << index)
            #expect((bound / 2 - 1...bound).contains(Int(rest)), "\(rests)")
        }
        let end = Self.start.advanced(by: .seconds(7200))
        #expect(book.forecast(for: cell, at: end.advanced(by: .milliseconds(-1))).value != nil)
        #expect(book.forecast(for: cell, at: end) == .failing("weather.example answers with status 500"))
        let status = try #require(book.statuses(at: now).first)
        #expect(status.lastSuccess == Self.start && status.failures == 12 && status.nextTry == now)
        _ = tests.fetch(&book, at: now, Self.reply(body: OpenMeteoServiceTests.answer))
        #expect(book.statuses(at: now).first?.trouble == nil && book.forecast(for: cell, at: now).value != nil)
    }

    @Test func `a server that asks to be left alone is`() throws {
        var tests = self
        var book = try Self.book()
        _ = tests.fetch(&book, at: Self.start, Self.reply(429, ["retry-after": "5000"], body: ""))
        #expect(book.wake(at: Self.start) == Self.start.advanced(by: .seconds(5000)))
        #expect(book.statuses(at: Self.start).first?.trouble == "weather.example was asked too often")
    }

    @Test func `the bytes of a day are used up until midnight UTC, over a restart too`() throws {
        var tests = self
        let size = OpenMeteoServiceTests.answer.utf8.count
        var book = try Self.book(budget: FactBudget.least + size - 1)
        _ = tests.fetch(&book, at: Self.start, Self.reply())
        #expect(book.bytes(at: Self.start).used == size && book.isUsedUp(at: Self.start))
        let midnight = Timestamp(milliseconds: (Self.start.milliseconds / 86_400_000 + 1) * 86_400_000)
        #expect(book.wake(at: Self.start) == midnight)
        let later = Self.start.advanced(by: .seconds(4 * 3600))
        #expect(book.begin(at: later).isEmpty)
        let memory = try #require(FactMemory(decoding: book.memory(at: Self.start).encoded()))
        var other = try Self.book(budget: FactBudget.least + size - 1)
        other.restore(memory)
        #expect(other.isUsedUp(at: Self.start) && other.begin(at: later).isEmpty)
        #expect(other.forecast(for: try OpenMeteoServiceTests.cell(), at: Self.start).value?.slots.count == 3)
        #expect(!other.isUsedUp(at: midnight) && other.begin(at: midnight).count == 1)
    }

    @Test(arguments: [
        (
            FactReply(status: 200, headers: ["content-type": "text/html"], body: Array("<p>".utf8), url: "https://h/"),
            "h answers with a web page"
        ),
        (FactReply(status: 200, body: Array("  <!DOCTYPE html>".utf8), url: "https://h/"), "h answers with a web page"),
        (FactReply(status: 200, url: "https://h/"), "h answers with nothing"),
        (FactReply(status: 200, body: Array("{}".utf8), url: "https://h/"), "the answer has no 'hourly'"),
        (
            FactReply(status: 401, url: "https://h/"),
            "h asks for a key or password, or does not take the one that it gets"
        ),
    ])
    func `an answer that is of no use is told in one sentence`(reply: FactReply, sentence: String) throws {
        var book = try Self.book()
        var fetch = try #require(book.begin(at: Self.start).first)
        #expect(fetch.receive(reply, at: Self.start) == .failure(FactError(sentence)))
    }

    @Test(arguments: [
        "{\"hourly\":{\"time\":[NaN]}}", "[", "{\"hourly\":{\"time\":[1e999]}}", "{\"hourly\":{\"time\":\"x\"}}",
        "{\"hourly\":{\"time\":[1],\"temperature_2m\":[1]}}", "{\"hourly\":{\"time\":[1780315200]}}",
    ])
    func `what is no forecast of these days is refused`(body: String) {
        #expect(throws: FactError.self) { try OpenMeteo.forecast(Array(body.utf8), at: Self.start) }
    }

    @Test func `redirects are followed three times, take no password elsewhere, and never lead from https to http`()
        throws
    {
        var request = FactRequest(.get, "https://a.example/x")
        request.authorization = "Basic eA=="
        let question = Question(request: request) { _, _ throws(FactError) in .spots([]) }
        func fetch() -> Fetch {
            Fetch(.calendar("x"), from: "x", question, room: 1000, timeout: .seconds(1), userAgent: "t")
        }
        var first = fetch()
        #expect(first.receive(Self.reply(302, ["location": "/y"], body: ""), at: Self.start) == nil)
        #expect(first.request.url == "https://a.example/y" && first.request.authorization != nil)
        #expect(first.receive(Self.reply(302, ["location": "https://b.example/"], body: ""), at: Self.start) == nil)
        #expect(first.request.authorization == nil)
        #expect(first.receive(Self.reply(302, ["location": "/z"], body: ""), at: Self.start) == nil)
        let end = first.receive(Self.reply(302, ["location": "/z"], body: ""), at: Self.start)
        #expect(end == .failure(FactError("weather.example sends on more than 3 times")))
        for place in ["http://a.example/", "file:///etc/passwd", "ftp://a.example/", "javascript:1"] {
            var fetch = fetch()
            guard case .failure = fetch.receive(Self.reply(301, ["location": place], body: ""), at: Self.start) else {
                Issue.record("\(place) is followed")
                continue
            }
        }
    }

    @Test(arguments: [
        ("https://a.example:443/y", false), ("/y", false), ("https://b.example/", true),
        ("https://a.example:8443/", true), ("https://192.168.1.1/", true), ("//b.example/y", true),
    ])
    func `what was trusted is one server: where it sends on to is of the internet`(place: String, isPublicOnly: Bool) {
        for status in [301, 302, 303, 307, 308] {
            for method in [FactRequest.Method.get, .propfind, .report] {
                let request = FactRequest(method, "https://a.example/x")
                let question = Question(request: request) { _, _ throws(FactError) in .spots([]) }
                var fetch = Fetch(
                    .calendar("x"), from: "x", question, room: 1000, timeout: .seconds(1), userAgent: "t"
                )
                #expect(fetch.receive(Self.reply(status, ["location": place], body: ""), at: Self.start) == nil)
                #expect(fetch.request.isPublicOnly == isPublicOnly)
                #expect(fetch.request.method == (status == 303 ? .get : method))
                // What is the internet's once stays so, also back where it began.
                let back = Self.reply(302, ["location": "https://a.example/x"], body: "")
                #expect(fetch.receive(back, at: Self.start) == nil && fetch.request.isPublicOnly == isPublicOnly)
            }
        }
        #expect(FactAddress.isTrusted("https://nas.example/x", from: "http://nas.example:8080/"))
        #expect(!FactAddress.isTrusted("http://nas.example:9200/", from: "http://nas.example:8080/"))
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `what was posted goes to nobody else, and its answer is fetched where the server says`(status: Int) {
        var request = FactRequest(.post, "https://a.example/x")
        (request.body, request.headers["Content-Type"]) = ([1], "text/plain")
        func next(_ place: String) -> (result: Fetch.Result?, request: FactRequest) {
            let question = Question(request: request) { _, _ throws(FactError) in .spots([]) }
            var fetch = Fetch(.calendar("x"), from: "x", question, room: 1000, timeout: .seconds(1), userAgent: "t")
            let result = fetch.receive(Self.reply(status, ["location": place], body: ""), at: Self.start)
            return (result, fetch.request)
        }
        let near = next("/y")
        let far = next("https://b.example/y")
        #expect(near.result == nil && !near.request.isPublicOnly)
        if status >= 307 {
            #expect(near.request.method == .post && near.request.body == [1])
            let sentence = "a.example sends what was posted on to another server, which is not followed"
            #expect(far.result == .failure(FactError(sentence)))
        } else {
            for request in [near.request, far.request] {
                #expect(request.method == .get && request.body == nil && request.headers["Content-Type"] == nil)
            }
            #expect(far.result == nil && far.request.isPublicOnly && far.request.url == "https://b.example/y")
        }
    }

    @Test func `what comes of a calendar that has moved meanwhile is not taken for the new one`() throws {
        var generator = generator
        var book = FactBook(FixedSources(), budget: 10 << 20)
        func source(_ path: String) throws -> CalendarSource {
            let place = try CalendarPlace(address: SecretText("https://h.example/\(path)"))
            return CalendarSource(id: "sam", place: place, refresh: .seconds(900))
        }
        book.setCalendars(["sam": try source("old")])
        book.setNeeds([.calendar("sam")], at: Self.start)
        var fetch = try #require(book.begin(at: Self.start).first)
        book.setCalendars(["sam": try source("new")])
        let result = fetch.receive(Self.reply(body: "BEGIN:VCALENDAR"), at: Self.start)
        book.settle(fetch, try #require(result), at: Self.start, using: &generator)
        #expect(book.calendar("sam", at: Self.start).value == nil)
        #expect(book.begin(at: Self.start).first?.request.url == "https://h.example/new")
        book.setCalendars([:])
        #expect(book.calendar("sam", at: Self.start) == .off)
        #expect(book.wake(at: Self.start) == nil && book.statuses(at: Self.start).isEmpty)
    }
}
