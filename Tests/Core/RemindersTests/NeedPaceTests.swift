import Testing
import Tracking

@testable import Reminders

/// How fast one owner may come to need facts of other places.
@Suite(.timeLimit(.minutes(30)))
struct NeedPaceTests {
    private static func rain(_ number: Int) throws -> Conditions {
        let target = PlaceTarget.area(.circle(place(Double(number) / 2, 10), radius: 100), name: nil)
        return try Conditions(weather: WeatherCondition(place: target, within: .seconds(3600), sky: .rain))
    }

    private static func value(_ name: String, _ scene: Scene, at now: Timestamp) -> Finding.Value? {
        scene.engine.report(of: ReminderID(owner: Scene.sam, id: sample(name)), at: now)?.findings.first?.value
    }

    @Test func `an owner has a burst of each kind, and then one each few minutes`() {
        var pace = NeedPace()
        let now = Scene.at(8)
        func take(_ number: Int, _ kind: SpotKind?, for owner: Name = Scene.sam, at now: Timestamp) -> Bool {
            let spot = place(Double(number) / 2, 10)
            return pace.take(
                kind.map { .spots($0, .spots(of: spot)) } ?? .weather(.weather(of: spot)), for: owner, at: now)
        }
        for number in 0..<NeedPace.burst {
            let (weather, spots) = (take(number, nil, at: now), take(number, .bakery, at: now))
            #expect(weather && spots)
        }
        let (weather, spots, other) = (
            take(99, nil, at: now), take(99, .bakery, at: now), take(99, nil, for: sample("kim"), at: now)
        )
        #expect(!weather && !spots && other)
        let later = now.advanced(by: NeedPace.restOfSpots)
        let (early, due, again) = (
            take(99, nil, at: later), take(99, .bakery, at: later), take(98, .bakery, at: later)
        )
        #expect(!early && due && !again)
        let last = take(99, nil, at: now.advanced(by: NeedPace.restOfWeather))
        #expect(last)
        // A clock that was ahead for a year puts nothing off for longer than a burst takes.
        var ahead = NeedPace()
        let need = Need.weather(.weather(of: place(1, 10)))
        for _ in 0..<NeedPace.burst {
            _ = ahead.take(need, for: Scene.sam, at: now.advanced(by: .seconds(365 * 86_400)))
        }
        let soon = ahead.take(need, for: Scene.sam, at: now)
        let whole = ahead.take(need, for: Scene.sam, at: now.advanced(by: NeedPace.restOfWeather))
        #expect(!soon && whole)
    }

    @Test func `a place that is moved to and fro is asked for no more, says so, and is again after a while`() throws {
        let scene = Scene()
        let now = Scene.at(8)
        for number in 0..<NeedPace.burst { scene.put("rain", try Self.rain(number), at: now) }
        #expect(Self.value("rain", scene, at: now) == .missing(.waiting))
        scene.put("rain", try Self.rain(99), at: now)
        #expect(Self.value("rain", scene, at: now) == .missing(.failing(NeedPace.sentence)))
        #expect(scene.engine.needs.isEmpty)
        // What is needed for somebody else costs nothing.
        let reminder = Reminder(id: sample("rain"), title: title("rain"), made: now, conditions: try Self.rain(98))
        scene.engine.put(reminder, of: sample("kim"), at: now)
        scene.put("rain", try Self.rain(98), at: now)
        #expect(Self.value("rain", scene, at: now) == .missing(.waiting))
        scene.put("rain", try Self.rain(99), at: now)
        #expect(Self.value("rain", scene, at: now) == .missing(.failing(NeedPace.sentence)))
        // It asks again by itself.
        var time = now
        while let next = scene.engine.next(), next <= now.advanced(by: NeedPace.restOfWeather) {
            time = next
            scene.engine.tick(at: time)
        }
        #expect(Self.value("rain", scene, at: time) == .missing(.waiting))
        #expect(scene.engine.needs.contains(.weather(.weather(of: place(99 / 2, 10)))))
    }
}
