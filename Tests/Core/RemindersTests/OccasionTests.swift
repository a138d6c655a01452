import Calendars
import CivilTime
import Reminders
import Testing
import Tracking

@Suite("When a reminder is told")
struct OccasionTests {
    @Test("R-2: sunny between 12 and 13 is told once as it becomes so, and again only when it has ended in between")
    func sunnyAtNoon() throws {
        let scene = Scene()
        scene.walk(north: 0, at: Scene.at(8))
        let conditions = try Conditions(time: .between("12:00", "13:00"), weather: WeatherCondition(sky: .clear))
        scene.put("sunny", conditions, at: Scene.at(8))
        scene.learn(.known(Scene.forecast(from: Scene.at(8), Array(repeating: .clear, count: 72))), at: Scene.at(8))
        let told = scene.pass(until: Scene.at(12, 30))
        #expect(told == [Scene.Told(name: "sunny", time: Scene.at(12))])
        // Clouds come and go.
        scene.learn(.known(Scene.forecast(from: Scene.at(12), [.clouds, .clear])), at: Scene.at(12, 35))
        #expect(scene.pass(until: Scene.at(12, 40)).isEmpty)
        scene.learn(
            .known(Scene.forecast(from: Scene.at(12), Array(repeating: .clear, count: 48))), at: Scene.at(12, 41))
        #expect(scene.told() == [Scene.Told(name: "sunny", time: Scene.at(12, 41))])
        #expect(scene.pass(until: Scene.at(12, day: 1)) == [Scene.Told(name: "sunny", time: Scene.at(12, day: 1))])
    }

    @Test("A source that is down tells nothing, and does not end the occasion")
    func sourceDown() throws {
        let scene = Scene()
        scene.walk(north: 0, at: Scene.at(8))
        scene.put("rain", try Conditions(weather: WeatherCondition(sky: .rain)), at: Scene.at(8))
        #expect(scene.pass(until: Scene.at(8, 10)).isEmpty)
        scene.learn(.known(Scene.forecast(from: Scene.at(8), [.rain, .rain, .rain])), at: Scene.at(8, 10))
        #expect(scene.told().count == 1)
        scene.learn(.failing("the server does not answer"), at: Scene.at(8, 20))
        scene.learn(.known(Scene.forecast(from: Scene.at(8), [.rain, .rain, .rain])), at: Scene.at(8, 30))
        #expect(scene.told().isEmpty)
        scene.learn(.failing("the server does not answer"), at: Scene.at(9))
        let id = ReminderID(owner: Scene.sam, id: sample("rain"))
        #expect(scene.engine.report(of: id, at: Scene.at(9))?.status == .unknown)
        #expect(
            scene.engine.report(of: id, at: Scene.at(9))?.findings.first?.value
                == .missing(.failing("the server does not answer"))
        )
    }

    @Test("A forecast that lacks what is asked for is no forecast of it")
    func lacks() throws {
        let scene = Scene()
        scene.walk(north: 0, at: Scene.at(8))
        let cold = try WeatherCondition(limits: [.init(.temperature, .below, 5)])
        scene.put("cold", try Conditions(weather: cold), at: Scene.at(8))
        scene.learn(.known(Scene.forecast(from: Scene.at(8), [.rain, .rain])), at: Scene.at(8))
        let id = ReminderID(owner: Scene.sam, id: sample("cold"))
        #expect(
            scene.engine.report(of: id, at: Scene.at(8))?.findings.first?.value == .missing(.lacks("temperature"))
        )
        scene.learn(.known(Scene.forecast(from: Scene.at(8), [.rain], temperature: 4.9)), at: Scene.at(8, 1))
        #expect(scene.told().count == 1)
    }

    @Test("The umbrella: it is not with its owner, rain is likely, and the owner leaves home before ten")
    func umbrella() throws {
        let scene = Scene()
        scene.engine.know([title("Home"): [.circle(Scene.home, radius: 50)]], of: Scene.sam, at: Scene.at(6))
        scene.walk(north: 0, at: Scene.at(6))
        let conditions = try Conditions(
            time: .between("05:00", "10:00"),
            weather: WeatherCondition(within: .seconds(8 * 3600), sky: .rain),
            place: PlaceCondition(.leaves, .named(title("Home"))),
            thing: ThingCondition(sample("umbrella"), .away)
        )
        scene.put("umbrella", conditions, at: Scene.at(6))
        let skies: [Sky] = [.clear, .clear, .clear, .clear, .clear, .rain] + Array(repeating: .clear, count: 30)
        scene.learn(.known(Scene.forecast(from: Scene.at(6), skies)), at: Scene.at(6))
        scene.engine.know(Thing(isWithOwner: true), Scene.umbrella, at: Scene.at(7))
        scene.walk(north: 20, at: Scene.at(7, 30))
        scene.walk(north: 90, at: Scene.at(7, 31))
        // It is known two minutes later that it was left: a tag reports now and then.
        scene.engine.know(Thing(isWithOwner: false, isLeftBehind: true), Scene.umbrella, at: Scene.at(7, 33))
        #expect(scene.told() == [Scene.Told(name: "umbrella", time: Scene.at(7, 33))])
        #expect(scene.pass(until: Scene.at(9)).isEmpty)
    }

    @Test("Positions that come late tell nothing of what is long over")
    func latePositions() throws {
        let scene = Scene()
        scene.walk(north: 0, at: Scene.at(6))
        let place = PlaceCondition(.leaves, .area(.circle(Scene.home, radius: 50), name: nil))
        scene.put("leaving", try Conditions(place: place), at: Scene.at(6))
        for minute in 0..<30 {
            scene.walk(north: Double(minute) * 60, at: Scene.at(8, minute), told: Scene.at(9))
        }
        #expect(scene.told().isEmpty)
        scene.walk(north: 0, at: Scene.at(10))
        scene.walk(north: 100, at: Scene.at(11), told: Scene.at(11, 9))
        #expect(scene.told() == [Scene.Told(name: "leaving", time: Scene.at(11, 9))])
    }

    @Test(
        "R-4: after Dismiss and after Snooze it is told when its conditions come true again; put off for a while, then")
    func snooze() throws {
        let scene = Scene()
        scene.walk(north: 500, at: Scene.at(6))
        let place = PlaceCondition(.within, .area(.circle(Scene.home, radius: 100), name: nil))
        scene.put("bins", try Conditions(place: place), at: Scene.at(6))
        scene.walk(north: 10, at: Scene.at(7))
        #expect(scene.told().count == 1)
        #expect(scene.snooze("bins", until: Scene.at(7, 30), at: Scene.at(7, 1)))
        #expect(scene.pass(until: Scene.at(8)) == [Scene.Told(name: "bins", time: Scene.at(7, 30))])
        #expect(scene.dismiss("bins", at: Scene.at(8, 1)))
        #expect(!scene.dismiss("bins", at: Scene.at(8, 2)))
        #expect(scene.pass(until: Scene.at(9)).isEmpty)
        scene.walk(north: 500, at: Scene.at(9))
        #expect(!scene.dismiss("bins", at: Scene.at(9)))
        scene.walk(north: 10, at: Scene.at(10))
        #expect(scene.told() == [Scene.Told(name: "bins", time: Scene.at(10))])
        // Until the next time: that it was put off is remembered for as long, and no longer.
        #expect(scene.snooze("bins", until: nil, at: Scene.at(10, 1)))
        #expect(scene.putOff("bins", at: Scene.at(10, 1)) == Scene.at(10, 1))
        #expect(scene.snooze("bins", until: Scene.at(12), at: Scene.at(10, 2)))
        #expect(scene.putOff("bins", at: Scene.at(10, 2)) == nil)
        #expect(scene.snooze("bins", until: nil, at: Scene.at(10, 3)))
        #expect(scene.pass(until: Scene.at(13)).isEmpty)
        scene.walk(north: 500, at: Scene.at(13))
        #expect(scene.putOff("bins", at: Scene.at(13)) == nil)
        scene.walk(north: 10, at: Scene.at(14))
        #expect(scene.told() == [Scene.Told(name: "bins", time: Scene.at(14))])
    }

    @Test("R-4: put off until the next time, it says so, and is put off once; told again, that is over")
    func snoozedToNextTime() throws {
        let scene = Scene()
        scene.walk(north: 500, at: Scene.at(6))
        let place = PlaceCondition(.within, .area(.circle(Scene.home, radius: 100), name: nil))
        scene.put("bins", try Conditions(place: place), at: Scene.at(6))
        scene.walk(north: 10, at: Scene.at(7))
        #expect(scene.told().count == 1)
        let id = ReminderID(owner: Scene.sam, id: sample("bins"))
        func snooze(until: Timestamp? = nil, answering event: Timestamp? = nil, at now: Timestamp) -> Bool {
            scene.engine.snooze(id, until: until, answering: event, at: now)
        }
        #expect(snooze(at: Scene.at(7, 1)))
        #expect(scene.engine.state(of: id)?.putOff == Scene.at(7, 1))
        #expect(!snooze(at: Scene.at(7, 2)))
        // Until a time it is put off all the same.
        #expect(snooze(until: Scene.at(8), at: Scene.at(7, 3)))
        #expect(scene.engine.state(of: id)?.putOff == nil)
        #expect(snooze(at: Scene.at(7, 4)))
        #expect(scene.pass(until: Scene.at(9)).isEmpty)
        #expect(scene.dismiss("bins", at: Scene.at(9)))
        #expect(scene.engine.state(of: id)?.putOff == nil)
        #expect(snooze(at: Scene.at(9, 1)))
        scene.walk(north: 500, at: Scene.at(10))
        #expect(scene.engine.state(of: id)?.putOff == nil)
        scene.walk(north: 10, at: Scene.at(11))
        #expect(scene.told() == [Scene.Told(name: "bins", time: Scene.at(11))])
    }

    @Test("R-4: an old notification answers its own occasion, and takes back nothing that was answered")
    func oldNotification() throws {
        let scene = Scene()
        scene.walk(north: 500, at: Scene.at(6))
        let place = PlaceCondition(.within, .area(.circle(Scene.home, radius: 100), name: nil))
        scene.put("bins", try Conditions(place: place), at: Scene.at(6))
        scene.walk(north: 10, at: Scene.at(7))
        scene.walk(north: 500, at: Scene.at(8))
        scene.walk(north: 10, at: Scene.at(9))
        #expect(scene.told().count == 2)
        let id = ReminderID(owner: Scene.sam, id: sample("bins"))
        func snooze(until: Timestamp? = nil, answering event: Timestamp? = nil, at now: Timestamp) -> Bool {
            scene.engine.snooze(id, until: until, answering: event, at: now)
        }
        func dismiss(answering event: Timestamp, at now: Timestamp) -> Bool {
            scene.engine.dismiss(id, answering: event, at: now)
        }
        let (old, new) = (Scene.at(7), Scene.at(9))
        #expect(!dismiss(answering: old, at: Scene.at(9, 1)))
        #expect(!snooze(answering: old, at: Scene.at(9, 1)))
        #expect(!snooze(until: Scene.at(9, 30), answering: old, at: Scene.at(9, 1)))
        // Told once more it is the same occasion, and both notifications are of it.
        #expect(snooze(until: Scene.at(9, 10), answering: new, at: Scene.at(9, 2)))
        #expect(scene.pass(until: Scene.at(9, 20)).count == 1)
        #expect(dismiss(answering: new, at: Scene.at(9, 21)))
        let later = Scene.at(9, 40)
        #expect(!snooze(until: later, answering: new, at: Scene.at(9, 22)))
        #expect(!snooze(until: later, answering: Scene.at(9, 10), at: Scene.at(9, 22)))
        #expect(scene.pass(until: Scene.at(10)).isEmpty)
        // Who looks at it may still put it off.
        #expect(snooze(until: Scene.at(10, 30), at: Scene.at(10, 1)))
        #expect(scene.pass(until: Scene.at(11)).map(\.time) == [Scene.at(10, 30)])
        // Nor does another screen take back that it comes the next time.
        #expect(snooze(answering: new, at: Scene.at(11)))
        #expect(!snooze(until: Scene.at(11, 30), answering: new, at: Scene.at(11, 1)))
        #expect(dismiss(answering: new, at: Scene.at(11, 2)))
    }

    @Test("R-4: what is told once more after the clock was set back can be answered, as what was told before it can")
    func setBack() throws {
        let scene = Scene()
        scene.put("bins", try Conditions(time: .between("10:00", "14:00")), at: Scene.at(12))
        #expect(scene.told().map(\.time) == [Scene.at(12)])
        scene.engine.tick(at: Scene.at(11))
        #expect(scene.told().isEmpty)
        let id = ReminderID(owner: Scene.sam, id: sample("bins"))
        func snooze(until: Timestamp, answering event: Timestamp, at now: Timestamp) -> Bool {
            scene.engine.snooze(id, until: until, answering: event, at: now)
        }
        func dismiss(answering event: Timestamp, at now: Timestamp) -> Bool {
            scene.engine.dismiss(id, answering: event, at: now)
        }
        #expect(snooze(until: Scene.at(11, 10), answering: Scene.at(12), at: Scene.at(11)))
        #expect(scene.pass(until: Scene.at(11, 20)).map(\.time) == [Scene.at(11, 10)])
        #expect(scene.engine.state(of: id)?.told == Scene.at(11, 10))
        #expect(snooze(until: Scene.at(11, 40), answering: Scene.at(11, 10), at: Scene.at(11, 21)))
        #expect(scene.pass(until: Scene.at(11, 45)).map(\.time) == [Scene.at(11, 40)])
        #expect(dismiss(answering: Scene.at(12), at: Scene.at(11, 46)))
        #expect(!dismiss(answering: Scene.at(11, 40), at: Scene.at(11, 47)))
        #expect(scene.pass(until: Scene.at(13)).isEmpty)
    }

    @Test("R-5: one that is switched off is never told; on again, it is told where its conditions hold")
    func disabled() throws {
        let scene = Scene()
        let conditions = try Conditions(time: .between("07:00", "09:00"))
        scene.put("off", conditions, at: Scene.at(6), isEnabled: false)
        #expect(scene.pass(until: Scene.at(8)).isEmpty)
        #expect(scene.engine.needs.isEmpty)
        scene.put("off", conditions, at: Scene.at(8))
        #expect(scene.told() == [Scene.Told(name: "off", time: Scene.at(8))])
        scene.engine.remove(ReminderID(owner: Scene.sam, id: sample("off")))
        #expect(scene.pass(until: Scene.at(8, day: 3)).isEmpty)
        let next = scene.engine.next()
        #expect(next == nil)
    }

    @Test("A clock that jumps over the span tells nothing of it, and into the next day's tells that")
    func jumps() throws {
        let scene = Scene()
        scene.put("noon", try Conditions(time: .between("12:00", "13:00")), at: Scene.at(8))
        scene.engine.tick(at: Scene.at(14))
        #expect(scene.told().isEmpty)
        scene.engine.tick(at: Scene.at(12, 30, day: 1))
        #expect(scene.told().count == 1)
        // From one span right into another, as after a night in which the machine slept.
        scene.engine.tick(at: Scene.at(12, 10, day: 2))
        #expect(scene.told().count == 1)
        // And set back: nothing is told twice.
        scene.engine.tick(at: Scene.at(11, 50, day: 2))
        scene.engine.tick(at: Scene.at(12, 5, day: 2))
        #expect(scene.told().isEmpty)
    }

    @Test(
        "Daylight saving leaves no day without its span, and gives none two",
        arguments: [
            // The last Sunday of March: 2:00 to 3:00 is left out. That of October: it is there twice.
            ("02:15", "02:45", 3, 29, 3, 15), ("02:30", "04:00", 3, 29, 3, 0), ("01:00", "02:30", 3, 29, 1, 0),
            ("02:15", "02:45", 10, 25, 2, 15), ("01:30", "02:30", 10, 25, 1, 30), ("23:00", "02:30", 10, 24, 23, 0),
        ]
    )
    func daylightSaving(_ from: String, _ to: String, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int) throws {
        let scene = Scene()
        let date = try #require(CivilDate(year: 2026, month: month, day: day))
        func midnight(_ days: Int) -> Timestamp {
            Scene.berlin.moment(of: CivilDateTime(date: date.adding(days: days), time: .midnight))
        }
        scene.put("night", try Conditions(time: .between(from, to)), at: midnight(-1).advanced(by: .seconds(5 * 3600)))
        _ = scene.pass(until: midnight(0))
        let told = scene.pass(until: midnight(1))
        try #require(told.count == 1)
        let local = Scene.berlin.civil(at: told[0].time)
        #expect(local.date == date)
        #expect((local.time.hour, local.time.minute) == (hour, minute))
    }

    @Test("Of two flights on one day each is told, the second while the first still counts")
    func flights() throws {
        let scene = Scene()
        let condition = try AvailabilityCondition(.begins(within: .seconds(4 * 3600)), word: "flight")
        scene.put("passport", try Conditions(availability: condition), at: Scene.at(5))
        #expect(scene.engine.needs == [.calendar("sam")])
        func event(_ title: String, _ hour: Int) -> Occurrence {
            Occurrence(
                uid: title, title: title, location: nil, start: Scene.at(hour), end: Scene.at(hour + 1),
                isAllDay: false, isBusy: true
            )
        }
        let events = [event("Breakfast", 8), event("FLIGHT to Oslo", 10), event("Flight to Bergen", 13)]
        let agenda = Agenda(from: Scene.at(0), to: Scene.at(0, day: 8), occurrences: events, problems: [])
        scene.engine.learn(.known(agenda), of: Scene.sam, at: Scene.at(5))
        let told = scene.pass(until: Scene.at(20))
        #expect(told.map(\.time) == [Scene.at(6), Scene.at(9)])
    }

    @Test("Free for two hours is told when there are two hours, and not of a gap that is shorter")
    func free() throws {
        let scene = Scene()
        scene.put("run", try Conditions(availability: AvailabilityCondition(.free(.seconds(7200)))), at: Scene.at(7))
        func event(_ from: Int, _ to: Int, isBusy: Bool = true) -> Occurrence {
            Occurrence(
                uid: "\(from)", title: "Work", location: nil, start: Scene.at(from), end: Scene.at(to),
                isAllDay: false, isBusy: isBusy
            )
        }
        let events = [event(6, 9), event(10, 12), event(12, 13, isBusy: false), event(15, 16)]
        let agenda = Agenda(from: Scene.at(0), to: Scene.at(0, day: 2), occurrences: events, problems: [])
        scene.engine.learn(.known(agenda), of: Scene.sam, at: Scene.at(7))
        #expect(scene.pass(until: Scene.at(20)).map(\.time) == [Scene.at(12), Scene.at(16)])
    }

    @Test("A place deleted under a reminder makes it unknown, and says so")
    func placeGone() throws {
        let scene = Scene()
        let home = title("Home")
        scene.engine.know([home: [.circle(Scene.home, radius: 50)]], of: Scene.sam, at: Scene.at(6))
        scene.walk(north: 500, at: Scene.at(6))
        scene.put("home", try Conditions(place: PlaceCondition(.within, .named(home))), at: Scene.at(6))
        scene.engine.know([:], of: Scene.sam, at: Scene.at(7))
        scene.walk(north: 0, at: Scene.at(8))
        #expect(scene.told().isEmpty)
        let id = ReminderID(owner: Scene.sam, id: sample("home"))
        #expect(scene.engine.report(of: id, at: Scene.at(8))?.findings.first?.value == .missing(.noPlace(home)))
        scene.engine.know([home: [.circle(Scene.home, radius: 50)]], of: Scene.sam, at: Scene.at(9))
        #expect(scene.told().count == 1)
    }

    @Test("R-12: without a position of its owner nothing is told, and the position of a day ago is none")
    func noPosition() throws {
        let scene = Scene()
        let place = PlaceCondition(.within, .area(.circle(Scene.home, radius: 50), name: nil))
        scene.put("home", try Conditions(time: .between("18:00", "19:00"), place: place), at: Scene.at(6))
        let id = ReminderID(owner: Scene.sam, id: sample("home"))
        #expect(scene.engine.report(of: id, at: Scene.at(6))?.findings.last?.value == .missing(.noPosition))
        scene.walk(north: 0, at: Scene.at(17))
        #expect(scene.pass(until: Scene.at(19)).map(\.time) == [Scene.at(18)])
        #expect(scene.pass(until: Scene.at(20, day: 1)).isEmpty)
        let old = Finding.Value.missing(.oldPosition(Scene.at(17)))
        #expect(scene.engine.report(of: id, at: Scene.at(18, day: 1))?.findings.last?.value == old)
    }

    @Test("What was told before a restart is not told after it, and what ended meanwhile is told anew")
    func restart() throws {
        let scene = Scene()
        scene.put("noon", try Conditions(time: .between("12:00", "13:00")), at: Scene.at(8))
        #expect(scene.pass(until: Scene.at(12, 10)).count == 1)
        let id = ReminderID(owner: Scene.sam, id: sample("noon"))
        let reminder = try #require(scene.engine.reminder(id))
        let state = try #require(scene.engine.state(of: id))
        let again = Scene()
        again.engine.put(reminder, of: Scene.sam, state: state, at: Scene.at(12, 20))
        #expect(again.told().isEmpty)
        let later = Scene()
        later.engine.put(reminder, of: Scene.sam, state: state, at: Scene.at(12, 20, day: 1))
        #expect(later.told().count == 1)
    }
}
