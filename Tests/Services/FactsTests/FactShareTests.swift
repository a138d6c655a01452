import Reminders
import ServerSupport
import Settings
import TestSupport
import Testing
import Tracking

@testable import Facts

/// What each gets where there is too little for all: bytes, turns and time.
struct FactShareTests {
    private struct FakeWeather: FactSource {
        var name = "fake"
        var origin = "fake"
        var limits = FactLimits.weather

        func conversation(for need: Need, at now: Timestamp) -> (any Conversation)? { FactShareTests.question }
    }

    private static let start = OpenMeteoServiceTests.noon
    private static let question = Question(request: FactRequest(.get, "https://weather.example/v1")) {
        _, _ throws(FactError) in .spots([])
    }

    private var generator = SeededGenerator(seed: 7)

    private static func cells(_ count: Int) -> [Need] {
        (0..<count).compactMap { Cell(latitude: 5200 + 10 * $0, longitude: 1300).map { Need.weather($0) } }
    }

    private static func book(budget: Int = 10 << 20, _ needs: [Need] = cells(1), pause: Duration? = nil) -> FactBook {
        var weather = FakeWeather()
        if let pause {
            weather.limits.pause = pause
            weather.limits.lifetime = pause
            weather.limits.shortest = pause
        }
        var book = FactBook(FixedSources(weather: weather), budget: budget)
        book.setNeeds(Set(needs), at: start)
        return book
    }

    /// Ends a fetch with an answer that is taken.
    private mutating func succeed(_ fetch: Fetch, _ book: inout FactBook, at now: Timestamp) throws {
        var fetch = fetch
        let reply = FactReply(status: 200, body: Array("BEGIN:VCALENDAR".utf8), url: "https://weather.example/v1")
        let result = fetch.receive(reply, at: now)
        book.settle(fetch, try #require(result), at: now, using: &generator)
    }

    /// Ends a fetch that has brought so much and failed.
    private mutating func fail(_ fetch: Fetch, received: Int, _ book: inout FactBook, at now: Timestamp) {
        var fetch = fetch
        let result = fetch.fail("the answer is too long", received: received)
        book.settle(fetch, result, at: now, using: &generator)
    }

    @Test func `while calendars are fetched, so is the weather, and addresses are searched for`() throws {
        var tests = self
        let names = ["a", "b", "c", "d", "e"]
        let weather = Self.cells(1)
        var book = Self.book(budget: 100 << 20, names.map { Need.calendar($0) } + weather)
        let sources = try names.map { name in
            let place = try CalendarPlace(address: SecretText("https://h.example/\(name)"))
            return (name, CalendarSource(id: name, place: place, refresh: .seconds(900)))
        }
        book.setCalendars(Dictionary(uniqueKeysWithValues: sources))
        let fetches = book.begin(at: Self.start)
        let expected = ["a", "b", "c"].map { Need.calendar($0) } + weather
        #expect(fetches.compactMap(\.need) == expected)
        try #require(fetches.count == 4)
        #expect(fetches.map(\.room) == [10 << 20, 10 << 20, 10 << 20, 1 << 20])
        #expect(book.beginSearch(Self.question, at: Self.start) != nil)
        #expect(book.begin(at: Self.start).isEmpty)
        try tests.succeed(fetches[0], &book, at: Self.start)
        let next = book.begin(at: Self.start)
        #expect(next.compactMap(\.need) == [.calendar("d")])
        try tests.succeed(fetches[1], &book, at: Self.start)
        #expect(book.begin(at: Self.start).compactMap(\.need) == [.calendar("e")])
    }

    @Test func `where there is more to fetch than there is time for, all have their turn`() throws {
        var tests = self
        let cells = Self.cells(3)
        var book = Self.book(cells, pause: .seconds(600))
        var order: [Need] = []
        for turn in 0..<6 {
            let now = Self.start.advanced(by: .seconds(600 * turn))
            let fetches = book.begin(at: now)
            #expect(fetches.count == 1)
            order += fetches.compactMap(\.need)
            for fetch in fetches { try tests.succeed(fetch, &book, at: now) }
        }
        #expect(order == cells + cells)
    }

    @Test func `searches use up a tenth of the day's bytes at most, over a restart too`() throws {
        var tests = self
        var book = Self.book()
        var searches = 0
        while searches < 100, let fetch = book.beginSearch(Self.question, at: Self.start) {
            tests.fail(fetch, received: fetch.room, &book, at: Self.start)
            searches += 1
        }
        #expect(searches == 8 && book.bytes(at: Self.start).used == 1 << 20)
        let error = book.refusal(for: .search(nil), at: Self.start)
        #expect(error.description == "the bytes of the day for searches are used up until midnight UTC")
        let memory = try #require(FactMemory(decoding: book.memory(at: Self.start).encoded()))
        var other = Self.book()
        other.restore(memory)
        #expect(other.beginSearch(Self.question, at: Self.start) == nil)
        #expect(book.begin(at: Self.start).count == 1 && other.begin(at: Self.start).count == 1)
        let midnight = Self.start.advanced(by: error.retryAfter ?? .zero)
        #expect(other.beginSearch(Self.question, at: midnight) != nil)
    }

    @Test func `bytes that are only laid aside are not said to be used up`() throws {
        var tests = self
        var book = Self.book(budget: FactBudget.leastOfFetch)
        let fetch = try #require(book.begin(at: Self.start).first)
        #expect(fetch.room == FactBudget.leastOfFetch)
        #expect(book.beginSearch(Self.question, at: Self.start) == nil)
        let error = book.refusal(for: .search(nil), at: Self.start)
        #expect(error.description == "what is left of the bytes of the day is laid aside for what is being fetched")
        #expect(error.retryAfter == .seconds(10) && book.wake(at: Self.start) == nil)
        try tests.succeed(fetch, &book, at: Self.start)
        #expect(book.beginSearch(Self.question, at: Self.start)?.room == FactBudget.leastOfShare)
    }

    @Test func `what a search has laid aside is looked for again soon`() throws {
        var tests = self
        var book = Self.book(budget: FactBudget.leastOfShare)
        let begun = book.beginSearch(Self.question, at: Self.start)
        let search = try #require(begun)
        #expect(book.begin(at: Self.start).isEmpty)
        let cell = try #require(Cell(latitude: 5200, longitude: 1300))
        #expect(book.forecast(for: cell, at: Self.start) == .waiting)
        #expect(book.wake(at: Self.start) == Self.start.advanced(by: .seconds(5)))
        tests.fail(search, received: 100, &book, at: Self.start)
        #expect(book.begin(at: Self.start).count == 1)
    }

    @Test func `a file of this machine costs nothing, and is read when nothing else is fetched any more`() throws {
        var tests = self
        var book = Self.book(budget: FactBudget.leastOfShare)
        let weather = try #require(book.begin(at: Self.start).first)
        tests.fail(weather, received: FactBudget.leastOfShare, &book, at: Self.start)
        #expect(book.isUsedUp(at: Self.start))
        let source = CalendarSource(id: "sam", place: CalendarPlace(file: "/x.ics"), refresh: .seconds(900))
        book.setCalendars(["sam": source])
        book.setNeeds([.calendar("sam")], at: Self.start)
        let fetch = try #require(book.begin(at: Self.start).first)
        #expect(fetch.answer == 10 << 20 && fetch.restOfAnswer == 10 << 20)
        var read = fetch
        let long = Array("BEGIN:VCALENDAR".utf8) + Array(repeating: 0x20, count: 3 << 20)
        let result = read.receive(FactReply(status: 200, body: long, received: 0, url: "file:///"), at: Self.start)
        book.settle(read, try #require(result), at: Self.start, using: &tests.generator)
        #expect(book.calendar("sam", at: Self.start).value == [long])
        #expect(book.bytes(at: Self.start).used == FactBudget.leastOfShare)
        #expect(book.statuses(at: Self.start).first { $0.kind == .calendar }?.bytesToday == 0)
        #expect(book.wake(at: Self.start) == Self.start.advanced(by: .seconds(900)))
    }

    @Test func `a fetch ends in its time, however many requests it takes`() async throws {
        let clock = ManualClock()
        try await withTestWebServer(reply: { _, number in
            clock.advance(by: .seconds(50))
            var reply = TestWebServer.Reply(302)
            reply.headers = [("Location", "/\(number)")]
            return reply
        }) { server in
            let question = Question(request: FactRequest(.get, server.url)) { _, _ throws(FactError) in .spots([]) }
            var fetch = Fetch(nil, from: "x", question, room: 1000, timeout: .seconds(20), userAgent: "t")
            let result = await FactSender(clock: clock).carryOut(&fetch)
            let sentence = "127.0.0.1: it is not done in time with all that is asked"
            #expect(result == .failure(FactError(sentence)) && server.requests.count == 3)
        }
    }

    @Test func `an answer that is too long for what there is of bytes says so`() async throws {
        try await withTestWebServer(reply: { _, _ in
            var reply = TestWebServer.Reply()
            reply.body = Array(repeating: 0x20, count: 2 << 20)
            return reply
        }) { server in
            let question = Question(request: FactRequest(.get, server.url)) { _, _ throws(FactError) in .spots([]) }
            var fetch = Fetch(
                nil, from: "x", question, room: 100_000, timeout: .seconds(20), userAgent: "t", isShort: true
            )
            let sentence = "127.0.0.1: the answer is longer than the bytes of the day allow for one"
            #expect(await FactSender(clock: ManualClock()).carryOut(&fetch) == .failure(FactError(sentence)))
        }
    }
}
