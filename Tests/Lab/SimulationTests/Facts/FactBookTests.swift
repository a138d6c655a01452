import Calendars
import Messages
import Reminders
import Testing
import Tracking

@testable import Simulation

/// What sources tell on the virtual clock.
struct FactBookTests {
    private let directory: PathDirectory

    init() throws { directory = try PathDirectory() }

    private func book(_ text: String, fleet: Int = 1) throws -> (FactBook, World) {
        let scenario = try directory.scenario(PathDirectory.walk + text)
        let world = try World(scenario, fleet: fleet)
        return (FactBook(scenario, world: world), world)
    }

    private func cell(_ latitude: Double, _ longitude: Double) throws -> Cell {
        Cell.weather(of: try Coordinate(latitude: latitude, longitude: longitude))
    }

    @Test func `the weather of a slot lasts until the next, and beyond the end of the scenario`() throws {
        let (book, world) = try book("weather: [{sky: clear}, {from: 2h, for: 1h, sky: rain}, {from: 3h, sky: fog}]")
        let forecast = try #require(book.forecast(of: cell(46, 14), at: 0).value)
        let skies = [0, 7199, 7200, 10_799, 10_800, 9 * 86_400].map { seconds in
            forecast.weather(at: world.start.advanced(by: .seconds(seconds)))?.sky
        }
        #expect(skies == [.clear, .clear, .rain, .rain, .fog, .fog])
    }

    @Test func `the nearest place has its own weather, and elsewhere that of everywhere is told`() throws {
        let (book, world) = try book(
            "weather: [{sky: clear}, {at: [46, 14], sky: rain}, {at: [46.3, 14], sky: snow}]"
        )
        let skies = try [(46, 14), (46.2, 14), (46.1, 14), (48, 16)].map { (latitude, longitude) in
            try book.forecast(of: cell(latitude, longitude), at: 0).value?.weather(at: world.start)?.sky
        }
        #expect(skies == [.rain, .snow, .rain, .clear])
    }

    @Test func `without an entry for a place its weather is not told`() throws {
        let (book, _) = try book("weather: [{at: [46, 14], sky: rain}]")
        #expect(try book.forecast(of: cell(48, 16), at: 0) == .failing("the scenario tells no weather for this place"))
    }

    @Test func `a source that fails tells nothing until it is over`() throws {
        let (book, world) = try book(
            """
            weather: [{sky: rain}, {fails: true, from: 10s, to: 20s}]
            calendar: [{title: Flight, from: 1h, for: 1h}, {fails: no network, from: 30s}]
            spots: [{kind: bakery, position: [46, 14]}, {fails: busy, from: 15s, for: 10s}]
            """
        )
        #expect(book.edges == [10_000, 15_000, 20_000, 25_000, 30_000])
        let here = try cell(46, 14)
        let down = Known<Forecast>.failing("the server does not answer")
        let isDown = [9999, 10_000, 19_999, 20_000].map { book.forecast(of: here, at: $0) == down }
        #expect(isDown == [false, true, true, false])
        let sam = world.phone(ofOwner: 0).id.owner
        #expect(book.agenda(of: sam, at: 29_999).value?.occurrences.map(\.title) == ["Flight"])
        #expect(book.agenda(of: sam, at: 30_000) == .failing("no network"))
        #expect(book.spots(of: .bakery, around: here, at: 15_000) == .failing("busy"))
        #expect(book.spots(of: .bakery, around: here, at: 25_000).value?.count == 1)
    }

    @Test func `what a scenario does not have is off`() throws {
        let (book, world) = try book("")
        let here = try cell(46, 14)
        #expect(book.isEmpty && book.forecast(of: here, at: 0) == .off && book.edges == [])
        #expect(book.agenda(of: world.phone(ofOwner: 0).id.owner, at: 0) == .off)
        #expect(book.spots(of: .bakery, around: here, at: 0) == .off)
    }

    @Test func `copies have the weather, shops and calendars of where they lie`() throws {
        let (book, world) = try book(
            """
            weather: [{at: [46, 14], sky: rain}]
            calendar: [{title: Flight, from: 1h, for: 1h}]
            spots: [{kind: bakery, position: [46, 14]}, {kind: bank, position: [46, 14]}]
            """,
            fleet: 3
        )
        let theirs = try cell(46, 134)
        #expect(book.forecast(of: theirs, at: 0).value?.weather(at: world.start)?.sky == .rain)
        let position = try Coordinate(latitude: 46, longitude: 134)
        #expect(book.spots(of: .bakery, around: Cell.spots(of: position), at: 0).value?.map(\.position) == [position])
        #expect(book.agenda(of: try Name("sam-3"), at: 0).value?.occurrences.count == 1)
        #expect(book.agenda(of: try Name("sam"), at: 0) == .off)
    }
}
