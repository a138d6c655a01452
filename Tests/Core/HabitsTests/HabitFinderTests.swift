import CivilTime
import Reminders
import Testing
import Tracking

@testable import Habits

@Suite struct HabitFinderTests {
    private let now = Ways.time(56, "00:00")

    private func history(_ things: [(String, (Int) -> Bool)]) throws -> HabitHistory {
        let belongings = try things.map { name, along in
            Belonging(
                thing: try Name(name), title: try ItemName(name.uppercased()), fixes: Ways.thing(8, along: along)
            )
        }
        return HabitHistory(fixes: Ways.weeks(8), things: belongings, places: [Ways.place])
    }

    private func suggestions(
        _ things: [(String, (Int) -> Bool)], beside known: [Conditions] = [], limit: Int = HabitFinder.few
    ) throws -> [Suggestion] {
        HabitFinder(zone: Ways.zone, limit: limit).suggestions(in: try history(things), beside: known, until: now)
    }

    @Test func `a bag that is taken to work is suggested, and a book that is read now and then is not`() throws {
        let found = try suggestions([("bag", { $0 != 9 && $0 != 30 }), ("book", { $0 * 7 % 11 < 5 })])
        #expect(found.map(\.thing.text) == ["bag"])
        #expect((found.first?.along, found.first?.known) == (38, 40))
    }

    /// The 8 weeks have the night of 29 March 2026 in them, when clocks are set forward.
    @Test func `times are those of the clock on the wall, also where it is set`() throws {
        let found = try suggestions([("bag", { _ in true })])
        #expect(found.count == 1)
        #expect(found.first?.span.map { $0.from >= Ways.clock("07:00") && $0.to <= Ways.clock("08:00") } == true)
    }

    @Test func `the reminder is of leaving the place at these times without the thing`() throws {
        let found = try suggestions([("bag", { _ in true })])
        let suggestion = try #require(found.first)
        let conditions = try #require(suggestion.conditions)
        #expect(conditions.place == PlaceCondition(.leaves, .named(try ItemName("Home"))))
        #expect(conditions.thing == (try ThingCondition(try Name("bag"), .away)))
        #expect(conditions.time?.days == suggestion.days)
        #expect(conditions.weather == nil && conditions.availability == nil)
    }

    @Test func `what there is a reminder for, or was declined, is not suggested again`() throws {
        let first = try suggestions([("bag", { _ in true })])
        let conditions = try #require(first.first?.conditions)
        #expect(try suggestions([("bag", { _ in true })], beside: [conditions]).isEmpty)
        let always = try Conditions(place: conditions.place, thing: conditions.thing)
        #expect(try suggestions([("bag", { _ in true })], beside: [always]).isEmpty)
        let evening = try Conditions(
            time: TimeCondition(from: .clock(Ways.clock("18:00")), to: .clock(Ways.clock("06:00"))),
            place: conditions.place, thing: conditions.thing
        )
        let other = try Conditions(place: conditions.place, thing: ThingCondition(try Name("keys"), .away))
        #expect(try suggestions([("bag", { _ in true })], beside: [evening, other]).count == 1)
    }

    @Test func `a few are offered, the surest first`() throws {
        let things = (0..<7).map { number in ("thing\(number)", { (day: Int) in day % 35 >= number }) }
        let found = try suggestions(things)
        #expect(found.count == HabitFinder.few)
        #expect(found.map(\.confidence) == found.map(\.confidence).sorted(by: >))
        #expect(try suggestions(things, limit: 2) == Array(found.prefix(2)))
    }

    @Test func `without places, things or positions nothing is suggested`() throws {
        let finder = HabitFinder(zone: Ways.zone)
        #expect(finder.suggestions(in: HabitHistory(fixes: [], things: [], places: []), until: now).isEmpty)
        var history = try history([("bag", { _ in true })])
        history.places = []
        #expect(finder.suggestions(in: history, until: now).isEmpty)
    }

    @Test func `places of one name are one place`() throws {
        let home = try ItemName("Home")
        let areas = [
            Area.circle(Ways.home, radius: 50), .circle(Ways.home, radius: 80), .circle(Ways.home, radius: 50),
        ]
        let places = HabitPlace.all(of: areas.map { TrustedPlace(name: home, area: $0) })
        #expect(places == [HabitPlace(name: home, areas: Array(areas.prefix(2)))])
    }
}
