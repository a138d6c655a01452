import Calendars
import CivilTime
import Reminders
import Testing
import Tracking

/// What has gone wrong, or would have: at borders of time, of cells, and of what is known.
@Suite("When a reminder is not told twice, and not forgotten")
struct OccasionEdgeTests {
    @Test("R-12: a position after more than a day without one counts, also where it is the same")
    func backAfterDays() throws {
        let scene = Scene()
        let place = PlaceCondition(.within, .area(.circle(Scene.home, radius: 50), name: nil))
        scene.put("home", try Conditions(time: .between("18:00", "19:00"), place: place), at: Scene.at(6))
        scene.walk(north: 0, at: Scene.at(17))
        #expect(scene.pass(until: Scene.at(20)).count == 1)
        #expect(scene.pass(until: Scene.at(12, day: 3)).isEmpty)
        scene.walk(north: 0, at: Scene.at(12, day: 3))
        #expect(scene.pass(until: Scene.at(20, day: 3)).map(\.time) == [Scene.at(18, day: 3)])
    }

    @Test("An evening begins once a day, however far to the west somebody goes in it")
    func evening() throws {
        let scene = Scene()
        scene.walk(north: 0, at: Scene.at(12))
        scene.put(
            "lamp", try Conditions(time: TimeCondition(from: DayEnd("sunset"), to: DayEnd("23:00"))), at: Scene.at(12))
        #expect(scene.pass(until: Scene.at(20)).count == 1)
        for minute in 1...60 {
            let there = Scene.home.offset(north: 0, east: -1000 * Double(minute))
            let time = Scene.at(20, minute)
            scene.engine.moved(Scene.sam, to: Whereabouts(there, sigma: 5, time: time), at: time)
            scene.engine.tick(at: time)
        }
        #expect(scene.told().isEmpty)
        #expect(scene.pass(until: Scene.at(23, day: 1)).count == 1)
    }

    @Test("On the border of two cells nobody is told again and again")
    func border() throws {
        let scene = Scene()
        let border = place(46.05, 14.5)
        scene.put(
            "rain", try Conditions(weather: WeatherCondition(within: .seconds(3600), sky: .rain)), at: Scene.at(6))
        var told = 0
        for step in 0..<40 {
            let time = Scene.at(7, step)
            let spot = border.offset(north: step.isMultiple(of: 2) ? 40 : -40, east: 0)
            scene.engine.moved(Scene.sam, to: Whereabouts(spot, sigma: 20, time: time), at: time)
            for case .weather(let cell) in scene.engine.untaught {
                let sky: Sky = cell == Cell.weather(of: border.offset(north: 100, east: 0)) ? .rain : .clear
                let slot = Forecast.Slot(from: Scene.at(6), to: Scene.at(12), weather: Weather(sky: sky))
                let forecast = Forecast(slots: [slot], issued: Scene.at(6), expires: Scene.at(12), source: "test")
                scene.engine.learn(.known(forecast), of: cell, at: time)
            }
            told += scene.told().count
        }
        #expect(told <= 1)
        #expect(scene.engine.needs.count == 1)
    }

    @Test("A clock that was a year ahead silences one occasion, and not those of a year")
    func clockAhead() throws {
        let scene = Scene()
        let noon = try Conditions(time: .between("12:00", "13:00"))
        scene.put("noon", noon, at: Scene.at(8))
        #expect(scene.pass(until: Scene.at(12, 30, day: 365)).isEmpty == false)
        scene.engine.tick(at: Scene.at(9))
        #expect(scene.pass(until: Scene.at(20)).isEmpty)
        #expect(scene.pass(until: Scene.at(20, day: 1)).map(\.time) == [Scene.at(12, day: 1)])
    }

    @Test("What is held back is decided by how it stands when it is let go")
    func held() throws {
        let scene = Scene()
        let home = PlaceCondition(.within, .area(.circle(Scene.home, radius: 50), name: nil))
        scene.put("in", try Conditions(place: home), at: Scene.at(6))
        scene.engine.hold()
        scene.walk(north: 0, at: Scene.at(7))
        scene.walk(north: 500, at: Scene.at(8))
        scene.engine.release(at: Scene.at(9))
        #expect(scene.told().isEmpty)
        scene.engine.hold()
        scene.walk(north: 0, at: Scene.at(10))
        #expect(scene.told().isEmpty)
        scene.engine.release(at: Scene.at(11))
        #expect(scene.told() == [Scene.Told(name: "in", time: Scene.at(11))])
    }

    @Test("A calendar that nobody needed for a while is not known when it is needed again")
    func forgottenCalendar() throws {
        let scene = Scene()
        let free = try Conditions(availability: AvailabilityCondition(.inEvent))
        scene.put("meeting", free, at: Scene.at(6))
        let meeting = Occurrence(
            uid: "1", title: "Work", location: nil, start: Scene.at(12), end: Scene.at(13), isAllDay: false,
            isBusy: true
        )
        let agenda = Agenda(from: Scene.at(0), to: Scene.at(0, day: 8), occurrences: [meeting])
        scene.engine.learn(.known(agenda), of: Scene.sam, at: Scene.at(6))
        scene.put("meeting", free, at: Scene.at(7), isEnabled: false)
        scene.put("meeting", free, at: Scene.at(12, 10))
        #expect(scene.told().isEmpty)
        #expect(scene.engine.untaught == [.calendar("sam")])
    }
}
