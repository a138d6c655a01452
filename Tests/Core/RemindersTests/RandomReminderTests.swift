import Calendars
import CivilTime
import Reminders
import TestSupport
import Testing
import Tracking

@Suite("Reminders at random")
struct RandomReminderTests {
    @Test(
        "R-13: of 100,000 reminders of every combination of kinds, exactly those are told that a model says",
        arguments: 0..<50)
    func agree(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let day = RandomDay(&random)
        let scene = Scene()
        let first = Scene.berlin.civil(at: Scene.midnight).date.weekday
        var expected: [String: [Int]] = [:]
        for number in 0..<2000 {
            let conditions = Conditions.random(&random)
            let isEnabled = !random.one(of: 10)
            scene.put("r\(number)", conditions, at: Scene.midnight, isEnabled: isEnabled)
            var model = RandomModel(day, conditions, first: first)
            let told = isEnabled ? model.told() : []
            if !told.isEmpty { expected["r\(number)"] = told }
            guard isEnabled, number < 50 else { continue }
            var patient = RandomModel(day, conditions, first: first)
            let patiently = patient.told(lookingAtEach: true)
            #expect(patiently == told, "\(conditions)")
        }
        for minute in 0..<RandomDay.minutes {
            let now = Scene.midnight.advanced(by: .seconds(minute * 60))
            while let next = scene.engine.next(), next <= now { scene.engine.tick(at: next) }
            scene.happen(day, minute, at: now)
        }
        let told = scene.told().map { ($0.name, Int($0.time.milliseconds - Scene.midnight.milliseconds) / 60_000) }
        let found = Dictionary(grouping: told, by: \.0).mapValues { $0.map(\.1) }
        #expect(expected.count > 500)
        for number in 0..<2000 where expected["r\(number)"] != found["r\(number)"] {
            let id = ReminderID(owner: Scene.sam, id: sample("r\(number)"))
            Issue.record(
                """
                \(scene.engine.reminder(id).map { "\($0.conditions)" } ?? ""): \
                \(expected["r\(number)"] ?? []) is expected, found \(found["r\(number)"] ?? [])
                """
            )
            break
        }
    }
}

@Suite("Words of random days")
struct RandomWordTests {
    @Test("R-13: a word counts anywhere in a title, in letters of any case, and no other word for it")
    func parts() {
        let found = Dictionary(
            uniqueKeysWithValues: RandomDay.titles.map {
                ($0, RandomDay.Event(title: $0, from: 0, to: 15, isBusy: true).words)
            })
        #expect(found["Flight"] == ["flight"] && found["Work"] == [] && found["Gym"] == [])
        #expect(found["Fußball"] == ["fußball", "ball"] && found["FUẞBALL 7"] == ["fußball", "ball"])
        #expect(found["Flug nach Zürich"] == ["FLUG", "ZÜRICH", "zür"])
        #expect(found["Halle ZÜRICH"] == ["ZÜRICH", "zür"])
        #expect(RandomDay.Event(title: "Work 12", from: 0, to: 15, isBusy: true).words == ["k 1"])
    }
}

extension Scene {
    /// Tells the engine what happens in a minute of a random day.
    fileprivate func happen(_ day: RandomDay, _ minute: Int, at now: Timestamp) {
        if let place = day.places[minute] { walk(north: place.metres, sigma: place.sigma, at: now) }
        if let thing = day.things[minute] { engine.know(thing, Self.umbrella, at: now) }
        if let hours = day.forecasts[minute] { told(of: hours, at: now) }
        if let events = day.agendas[minute] { told(of: events, at: now) }
        // A cell that somebody has come into is asked about.
        if day.places[minute] != nil, let hours = day.forecasts.filter({ $0.key < minute }).max(by: { $0.key < $1.key })
        {
            told(of: hours.value, at: now)
        }
    }

    private func told(of hours: [RandomDay.Hour]?, at now: Timestamp) {
        guard let hours else { return learn(.failing("the source is down"), at: now) }
        let slots = hours.enumerated().map { index, hour in
            Forecast.Slot(
                from: Self.at(index), to: Self.at(index + 1),
                weather: Weather(sky: hour.sky, temperature: hour.temperature)
            )
        }
        let expires = Self.midnight.advanced(by: .seconds(4 * 86_400))
        learn(.known(Forecast(slots: slots, issued: now, expires: expires, source: "the test")), at: now)
    }

    private func told(of events: [RandomDay.Event]?, at now: Timestamp) {
        guard let events else { return engine.learn(.failing("the source is down"), of: Self.sam, at: now) }
        let occurrences = events.map { event in
            Occurrence(
                uid: event.title, title: event.title, location: nil, start: Self.at(0, event.from),
                end: Self.at(0, event.to), isAllDay: false, isBusy: event.isBusy
            )
        }
        let agenda = Agenda(
            from: Self.midnight, to: Self.at(0, day: 10), occurrences: occurrences.sorted { $0.start < $1.start },
            problems: []
        )
        engine.learn(.known(agenda), of: Self.sam, at: now)
    }
}
