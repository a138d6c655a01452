import CivilTime
import Testing
import Tracking

@testable import Reminders

/// How much one owner's reminders may need from elsewhere.
@Suite("What nobody takes from all others")
struct NeedSharesTests {
    private static func spot(_ number: Int) -> Coordinate { place(40 + Double(number), 10) }

    private static func weather(_ number: Int) throws -> Conditions {
        let target = PlaceTarget.area(.circle(spot(number), radius: 100), name: nil)
        return try Conditions(weather: WeatherCondition(place: target, within: .seconds(3600), sky: .rain))
    }

    private static func shop(_ kind: SpotKind) throws -> Conditions {
        try Conditions(place: PlaceCondition(.within, .nearest(kind, radius: 100)))
    }

    private static func finding(_ name: String, _ scene: Scene, at now: Timestamp) -> Finding.Value? {
        scene.engine.report(of: ReminderID(owner: Scene.sam, id: sample(name)), at: now)?.findings.first?.value
    }

    @Test("Of the weather of eleven places ten are needed, and the last says why nothing is known")
    func places() throws {
        let scene = Scene()
        let now = Scene.at(6)
        for number in 0..<11 { scene.put("rain-\(number)", try Self.weather(number), at: now) }
        #expect(scene.engine.needs.count == NeedShares.mostPlaces)
        let last = Cell.weather(of: Self.spot(10))
        #expect(!scene.engine.needs.contains(.weather(last)))
        #expect(Self.finding("rain-10", scene, at: now) == .missing(.failing(NeedShares.tooManyPlaces)))
        #expect(Self.finding("rain-9", scene, at: now) == .missing(.waiting))
        // Another one of a place that is needed anyway costs nothing, and neither does where the owner is.
        scene.put("again", try Self.weather(3), at: now)
        scene.put("here", try Conditions(weather: WeatherCondition(sky: .rain)), at: now)
        scene.walk(north: 0, at: now)
        #expect(scene.engine.needs.contains(.weather(Cell.weather(of: Scene.home))))
        #expect(Self.finding("again", scene, at: now) == .missing(.waiting))
        #expect(scene.engine.needs.count == NeedShares.mostPlaces + 1)
        // Also where it is known for somebody else.
        let reminder = Reminder(id: sample("rain"), title: title("rain"), made: now, conditions: try Self.weather(10))
        scene.engine.put(reminder, of: sample("kim"), at: now)
        scene.engine.learn(.known(Scene.forecast(from: now, [.rain])), of: last, at: now)
        #expect(scene.engine.status(of: ReminderID(owner: sample("kim"), id: sample("rain"))) == .holds)
        #expect(Self.finding("rain-10", scene, at: now) == .missing(.failing(NeedShares.tooManyPlaces)))
    }

    @Test("What one gives up, another has")
    func passedOn() throws {
        let scene = Scene()
        let now = Scene.at(6)
        let last = Need.weather(Cell.weather(of: Self.spot(10)))
        for number in 0..<11 { scene.put("rain-\(number)", try Self.weather(number), at: now) }
        scene.put("again", try Self.weather(0), at: now)
        scene.engine.remove(ReminderID(owner: Scene.sam, id: sample("rain-0")))
        scene.engine.tick(at: now)
        #expect(!scene.engine.needs.contains(last))
        scene.put("again", try Self.weather(0), at: now, isEnabled: false)
        scene.engine.tick(at: now)
        #expect(scene.engine.needs.contains(last) && scene.engine.needs.count == NeedShares.mostPlaces)
        #expect(Self.finding("rain-10", scene, at: now) == .missing(.waiting))
        // One that becomes one of another place has its share there.
        scene.put("rain-1", try Self.weather(20), at: now)
        #expect(scene.engine.needs.contains(.weather(Cell.weather(of: Self.spot(20)))))
        #expect(scene.engine.needs.count == NeedShares.mostPlaces)
    }

    @Test("Three kinds of shops are needed, wherever their owner goes, and for each owner")
    func shops() throws {
        let scene = Scene()
        let kinds: [SpotKind] = [.bakery, .pharmacy, .florist, .books]
        scene.walk(north: 0, at: Scene.at(6))
        for kind in kinds { scene.put(kind.rawValue, try Self.shop(kind), at: Scene.at(6)) }
        #expect(scene.engine.needs.count == NeedShares.mostKinds)
        #expect(Self.finding("books", scene, at: Scene.at(6)) == .missing(.failing(NeedShares.tooManyKinds)))
        scene.walk(north: 20_000, at: Scene.at(7))
        let there = Cell.spots(of: Scene.home.offset(north: 20_000, east: 0))
        #expect(Set(scene.engine.needs) == Set(kinds.prefix(3).map { Need.spots($0, there) }))
        let kim = sample("kim")
        scene.engine.moved(kim, to: Whereabouts(Scene.home, sigma: 3, time: Scene.at(7)), at: Scene.at(7))
        let reminder = Reminder(
            id: sample("books"), title: title("books"), made: Scene.at(7), conditions: try Self.shop(.books)
        )
        scene.engine.put(reminder, of: kim, at: Scene.at(7))
        #expect(scene.engine.needs.contains(.spots(.books, Cell.spots(of: Scene.home))))
        scene.engine.remove(Scene.sam)
        #expect(scene.engine.needs.count == 1)
    }

    @Test("One whose place becomes where its owner is counts no more, and the other way round")
    func changed() throws {
        let scene = Scene()
        let now = Scene.at(6)
        let here = try Conditions(weather: WeatherCondition(sky: .rain))
        scene.engine.moved(Scene.sam, to: Whereabouts(Self.spot(0), sigma: 3, time: now), at: now)
        for number in 0..<11 { scene.put("rain-\(number)", number == 0 ? here : try Self.weather(number), at: now) }
        #expect(scene.engine.needs.count == 11)
        // The same cell, and now one of the places.
        scene.put("rain-0", try Self.weather(0), at: now)
        #expect(Self.finding("rain-0", scene, at: now) == .missing(.failing(NeedShares.tooManyPlaces)))
        scene.put("rain-1", here, at: now)
        scene.engine.tick(at: now)
        #expect(Self.finding("rain-0", scene, at: now) == .missing(.waiting))
    }
}
