import Reminders
import Settings
import TestSupport
import Testing
import Tracking

@testable import Facts

/// Whole days of fetching with the usual budget, without a socket.
struct FactDayTests {
    private struct FakeWeather: FactSource {
        var name = "fake"
        var origin = "fake"
        var limits = FactLimits.weather

        func conversation(for need: Need, at now: Timestamp) -> (any Conversation)? {
            Question(request: FactRequest(.get, "https://weather.example/v1")) { _, now throws(FactError) in
                let end = now.advanced(by: .seconds(12 * 3600))
                let slot = Forecast.Slot(from: now, to: end, weather: Weather(sky: .clear, temperature: 20))
                return .forecast(Forecast(slots: [slot], issued: now, expires: end, source: "fake"))
            }
        }
    }

    private static let start = OpenMeteoServiceTests.noon
    private static let budget = FactConfiguration.usualBudget
    private var generator = SeededGenerator(seed: 7)

    /// Weather, and a calendar of each name.
    private static func book(_ names: [String], refresh: Duration = .seconds(900)) throws -> FactBook {
        var book = FactBook(FixedSources(weather: FakeWeather()), budget: budget)
        book.setCalendars(
            Dictionary(
                uniqueKeysWithValues: try names.map { name in
                    let place = try CalendarPlace(address: SecretText("https://h.example/\(name)"))
                    return (name, CalendarSource(id: name, place: place, refresh: refresh))
                }
            )
        )
        book.setNeeds(Set(names.map { Need.calendar($0) } + [.weather(try OpenMeteoServiceTests.cell())]), at: start)
        return book
    }

    /// An answer of which so much comes over the net.
    private static func reply(to fetch: Fetch, bytes: Int, at now: Timestamp, isChanged: Bool) -> FactReply {
        guard case .calendar? = fetch.need else {
            return FactReply(status: 200, body: Array("{}".utf8), received: 7000, url: "https://weather.example/v1")
        }
        if !isChanged, fetch.request.headers["If-None-Match"] != nil {
            return FactReply(status: 304, url: "https://h.example/")
        }
        return FactReply(
            status: 200, headers: isChanged ? [:] : ["etag": "\"1\""], body: Array("BEGIN:VCALENDAR".utf8),
            received: bytes, url: "https://h.example/"
        )
    }

    /// Fetches for two days whatever is due; answers with how often each calendar was fetched.
    private mutating func run(
        _ book: inout FactBook, _ names: [String], bytes: Int, isChanged: Bool = true
    ) throws -> [String: Int] {
        var fetches: [String: Int] = [:]
        var now = Self.start
        let end = now.advanced(by: .seconds(2 * 86_400))
        var turns = 0
        while now < end {
            turns += 1
            try #require(turns < 20_000)
            for begun in book.begin(at: now) {
                var fetch = begun
                let reply = Self.reply(to: fetch, bytes: bytes, at: now, isChanged: isChanged)
                let result = fetch.receive(reply, at: now)
                book.settle(fetch, try #require(result), at: now, using: &generator)
                if case .calendar(let name)? = fetch.need { fetches[name, default: 0] += 1 }
            }
            let used = book.bytes(at: now).used
            #expect(used <= Self.budget && !book.isUsedUp(at: now))
            #expect(book.forecast(for: try OpenMeteoServiceTests.cell(), at: now).value != nil)
            let next = book.wake(at: now) ?? now.advanced(by: .seconds(3600))
            // Those that wait for others to end have begun by then.
            if now > Self.start.advanced(by: .seconds(60)) {
                for name in names { #expect(book.calendar(name, at: now).value != nil, "\(name) at \(now)") }
            }
            now = max(next, now.advanced(by: .seconds(1)))
        }
        return fetches
    }

    @Test(arguments: [(1 << 20, 7), (2 << 20, 4), (120_000, 55)])
    func `an ordinary calendar is known all day with the usual budget, and asked for more rarely the longer it is`(
        bytes: Int, most: Int
    ) throws {
        var tests = self
        var book = try Self.book(["sam"])
        let count = try #require(try tests.run(&book, ["sam"], bytes: bytes)["sam"])
        #expect((most - 2...most + 2).contains(count), "\(count)")
        let later = Self.start.advanced(by: .seconds(2 * 86_400))
        let refresh = try #require(book.statuses(at: later).first { $0.kind == .calendar }?.refresh)
        // Four fifths of two fifths of the budget.
        let expected = Double(bytes) * 86_400 / (Double(Self.budget) * 0.4 * 0.8)
        #expect(abs(refresh / .seconds(1) - expected) < 2)
    }

    @Test func `four of half a MiB share, and all of them are known`() throws {
        var tests = self
        let names = ["ada", "bob", "kim", "sam"]
        var book = try Self.book(names)
        let counts = try tests.run(&book, names, bytes: 512 << 10)
        #expect(names.allSatisfy { (3...4).contains(counts[$0] ?? 0) }, "\(counts)")
    }

    @Test func `what has not changed costs nothing, and is asked for as often as configured`() throws {
        var tests = self
        var book = try Self.book(["sam"])
        let counts = try tests.run(&book, ["sam"], bytes: 1 << 20, isChanged: false)
        // After the first one, which rests longer, each quarter of an hour.
        #expect((140...193).contains(counts["sam"] ?? 0), "\(counts)")
    }

    @Test func `a calendar whose answers are too long rests as one whose answers are taken`() throws {
        var tests = self
        var book = try Self.book(["sam"])
        var fetch = try #require(book.begin(at: Self.start).first { $0.source == "calendar sam" })
        #expect(fetch.room == 2 << 20 && fetch.answer == 10 << 20 && fetch.isShort)
        let result = fetch.fail("the answer is too long", received: fetch.room)
        book.settle(fetch, result, at: Self.start, using: &tests.generator)
        let next = try #require(book.statuses(at: Self.start).first { $0.kind == .calendar }?.nextTry)
        #expect(Self.start.duration(to: next) > .seconds(12 * 3600))
    }

    @Test func `a calendar that would be cut short only for others under way waits for them`() throws {
        var tests = self
        var book = try Self.book(["a", "b", "c"])
        let first = book.begin(at: Self.start).filter { $0.purpose != .weather }
        #expect(first.map(\.room) == [2 << 20, 2 << 20])
        try #require(first.count == 2)
        var fetch = first[0]
        let result = fetch.receive(Self.reply(to: fetch, bytes: 1000, at: Self.start, isChanged: true), at: Self.start)
        book.settle(fetch, try #require(result), at: Self.start, using: &tests.generator)
        #expect(book.begin(at: Self.start).isEmpty)
        var other = first[1]
        let last = other.receive(Self.reply(to: other, bytes: 1000, at: Self.start, isChanged: true), at: Self.start)
        book.settle(other, try #require(last), at: Self.start, using: &tests.generator)
        #expect(book.begin(at: Self.start).map(\.room) == [2 << 20])
    }

    @Test func `who tries calendars uses up bytes of their own, over a restart too`() throws {
        var tests = self
        var book = try Self.book(["kim"])
        func source() throws -> CalendarSource {
            let place = try CalendarPlace(address: SecretText("https://h.example/x"))
            return CalendarSource(id: "on trial", place: place, refresh: .seconds(900))
        }
        var trials = 0
        while trials < 20, var fetch = book.beginTrial(try source(), by: "sam", at: Self.start) {
            trials += 1
            let result = fetch.fail("the answer is too long", received: min(fetch.room, 512 << 10))
            book.settle(fetch, result, at: Self.start, using: &tests.generator)
        }
        #expect(trials == 4 && book.bytes(at: Self.start).used == 2 << 20)
        let sentence = "the bytes of the day for trying calendars are used up until midnight UTC"
        #expect(book.refusal(for: .trial("sam"), at: Self.start).description == sentence)
        #expect(book.beginTrial(try source(), by: "kim", at: Self.start)?.room == (1 << 20))
        let memory = try #require(FactMemory(decoding: book.memory(at: Self.start).encoded()))
        var other = try Self.book(["kim"])
        other.restore(memory)
        #expect(other.beginTrial(try source(), by: "sam", at: Self.start) == nil)
        #expect(other.bytes(at: Self.start).used == 2 << 20)
        // Calendars that are connected, and the weather, are fetched as before.
        #expect(try tests.run(&book, ["kim"], bytes: 100_000)["kim"] ?? 0 > 20)
        let midnight = Self.start.advanced(by: .seconds(12 * 3600))
        #expect(other.beginTrial(try source(), by: "sam", at: midnight) != nil)
    }

    @Test func `who searches without end leaves searches to others`() throws {
        var tests = self
        var book = try Self.book([])
        let question = Question(request: FactRequest(.get, "https://places.example/search")) { _, _ throws(FactError) in
            .spots([])
        }
        var bytes = 0
        while bytes < Self.budget, var fetch = book.beginSearch(question, by: "sam", at: Self.start) {
            bytes += fetch.room
            let result = fetch.fail("x", received: fetch.room)
            book.settle(fetch, result, at: Self.start, using: &tests.generator)
        }
        #expect(bytes == (1 << 20) / 4)
        #expect(book.beginSearch(question, by: "sam", at: Self.start) == nil)
        #expect(book.beginSearch(question, by: "kim", at: Self.start) != nil)
    }

    @Test func `the last fifth of the day's bytes is the weather's, whatever else is asked for`() {
        var budget = FactBudget(limit: Self.budget)
        let purposes: [FactBudget.Purpose] = [
            .calendar("a"), .calendar("b"), .trial("a"), .trial("b"), .trial("c"), .search(nil), .shops,
        ]
        for purpose in purposes {
            while let room = budget.reserve(10 << 20, for: purpose, at: Self.start) {
                budget.spend(room, of: room, for: purpose, at: Self.start)
            }
        }
        #expect(budget.used(at: Self.start) <= budget.ofOthers && !budget.isUsedUp(at: Self.start))
        #expect(purposes.allSatisfy { budget.exhaustion(for: $0, at: Self.start) != nil })
        #expect(budget.exhaustion(for: .weather, at: Self.start) == nil)
        #expect(budget.reserve(1 << 20, for: .weather, at: Self.start) == 1 << 20)
    }
}
